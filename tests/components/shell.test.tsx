import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { productTitle } from '#shared/brand.ts'
import { messages } from '#shared/messages.ts'
import { failed } from '#tests/support/answer.ts'
import { madeStore } from '#tests/support/made-store.ts'
import { always, data, nowAnswering, openScreen, sentTo } from './app.tsx'
import { beta, profileOf } from './usual-answers.ts'

const broken = () => failed(500, 'INTERNAL', 'Something went wrong on our side.')
const path = () => window.location.pathname
const sidebar = async () => within(await screen.findByRole('navigation', { name: 'Main' }))
const entries = async () => (await sidebar()).getAllByRole('link').map(({ textContent }) => textContent)

async function expectDenied() {
  await waitFor(() => expect(path()).toBe('/dashboard'))
  expect(await screen.findByText(messages.access.denied)).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Access Denied')
}

afterEach(() => void vi.restoreAllMocks())

describe('guards', () => {
  test.each(['/', '/dashboard', '/stores', '/products', '/orders', '/tracking', '/jobs', '/users', '/settings', '/no-such-page'])(
    '%s sends who is signed out to the login screen',
    async (address) => {
      await openScreen(address, { as: null })
      await waitFor(() => expect(path()).toBe('/login'))
      expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
    },
  )

  test.each(['/', '/no-such-page', '/no/such/page'])('%s leads to the dashboard', async (address) => {
    await openScreen(address, { as: 'viewer' })
    await waitFor(() => expect(path()).toBe('/dashboard'))
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.queryByText('Access Denied')).toBeNull()
  })

  test('tracking is a place kept free, for those with tracking:read', async () => {
    await openScreen('/tracking', { as: 'staff' })
    expect(await screen.findByText('Coming soon...')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent(/^TrackingComing soon\.\.\.$/)
  })

  test('tracking is closed to those without tracking:read', async () => {
    await openScreen('/tracking', { as: 'viewer' })
    await expectDenied()
  })

  const profile = profileOf('viewer')
  const withoutRights = { ...profile, permissions: [], user: { ...profile.user, user_roles: [] } }
  test.each(['/stores', '/products', '/orders', '/tracking', '/jobs', '/users'])('without any right %s does not open', async (address) => {
    await openScreen(address, { as: 'viewer', answers: { 'profile.get': always(withoutRights) } })
    await expectDenied()
    expect(await entries()).toEqual(['Dashboard', 'Settings'])
  })

  test('without any right the settings open', async () => {
    await openScreen('/settings', { as: 'viewer', answers: { 'profile.get': always(withoutRights) } })
    expect(await screen.findByRole('region', { name: 'Profile Picture' })).toBeVisible()
    expect(path()).toBe('/settings')
  })
})

describe('sidebar', () => {
  test('says who is signed in, with their initial', async () => {
    await openScreen('/dashboard', { as: 'manager' })
    const person = await sidebar()
    for (const text of ['Me Myself', 'me@test.test', 'M']) expect(await person.findByText(text)).toBeVisible()
  })

  test('shows the product name where the settings cannot be had', async () => {
    await openScreen('/dashboard', { as: 'viewer', answers: { 'settings.get': broken } })
    expect(await (await sidebar()).findByText(productTitle)).toBeVisible()
  })
})

describe('permissions', () => {
  test('are gone when the profile cannot be had, which is logged; the call is tried twice', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    await openScreen('/dashboard', { as: 'owner', answers: { 'profile.get': broken } })
    await waitFor(async () => expect(await entries()).toEqual(['Dashboard', 'Settings']))
    expect(screen.queryByText('Total Stores')).toBeNull()
    expect(sentTo('profile.get')).toHaveLength(2)
    expect(logged.mock.calls).toEqual([[messages.access.profileFailed, expect.anything()]])
  })
})

test('the store switcher lists stores in the order of their numbers', async () => {
  const ofProducts = ['Store 10', 'Store 2'].map((name) => madeStore({ id: name, name }))
  const list = (input: unknown) =>
    data({
      stores: Object(input).permission === 'products:read' ? ofProducts : [madeStore({ id: '1', name: 'Store 1' })],
      nextCursor: null,
    })
  await openScreen('/dashboard', { as: 'viewer', answers: { 'stores.list': list } })
  await userEvent.click(await screen.findByRole('button', { name: /^Current store/ }))
  const options = await within(await screen.findByRole('listbox', { name: 'Stores', hidden: true })).findAllByRole('option', {
    hidden: true,
  })
  expect(options.map(({ textContent }) => /Store \d+/.exec(textContent)?.[0])).toEqual(['Store 1', 'Store 2', 'Store 10'])
})

describe('a store that was switched off in another session', () => {
  const quiet = {
    'products.count': always({ count: 0 }),
    'products.list': always({ products: [], pageInfo: { hasNextPage: false }, warnings: [] }),
  }
  const switcher = async () => screen.findByRole('button', { name: /^Current store/ })
  const listed = () => within(screen.getByRole('listbox', { name: 'Stores', hidden: true })).getByText('Alpha')

  test.each(['/products?store=a', '/dashboard'])('is gone from the switcher once its list is opened (%s)', async (address) => {
    await openScreen(address, { as: 'viewer', answers: quiet })
    await userEvent.click(await switcher())
    await waitFor(() => expect(listed()).toBeInTheDocument())
    nowAnswering({ 'stores.list': always({ stores: [beta] }) })
    await userEvent.click(await switcher())
    await userEvent.click(await switcher())
    await waitFor(() => expect(listed).toThrow('Unable to find an element with the text: Alpha'))
  })

  test('is called connected no longer', async () => {
    await openScreen('/products?store=a', { as: 'viewer', answers: quiet })
    expect(await switcher()).toHaveTextContent('AlphaConnected')
    nowAnswering({ 'stores.list': always({ stores: [beta] }) })
    await userEvent.click(await switcher())
    await waitFor(async () => expect(await switcher()).toHaveTextContent('Beta'))
  })
})
