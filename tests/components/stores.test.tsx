import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { failed } from '#tests/support/answer.ts'
import { always, cutOff, label, nowAnswering, openScreen, sentTo } from './app.tsx'
import { profileOf } from './usual-answers.ts'

const dialog = () => screen.findByRole('dialog')
const field = async (text: string) => within(await dialog()).getByLabelText(label(text))
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }))
const choose = async (platform: string) => userEvent.click(within(await dialog()).getByRole('radio', { name: platform }))

async function openForm(button: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
}

describe('list', () => {
  test.each([
    ['owner', { add: 1, edit: 1, remove: 1 }],
    ['admin', { add: 1, edit: 1, remove: 1 }],
    ['manager', { add: 0, edit: 0, remove: 0 }],
  ] as const)('gives the %s the buttons of their rights', async (role, { add, edit, remove }) => {
    await openScreen('/stores', { as: role })
    await screen.findByRole('listitem', { name: 'Alpha' })
    expect(screen.queryAllByRole('button', { name: 'Add Store' })).toHaveLength(add)
    expect(screen.queryAllByRole('button', { name: 'Edit Alpha' })).toHaveLength(edit)
    expect(screen.queryAllByRole('button', { name: 'Delete Alpha' })).toHaveLength(remove)
  })
})

describe('Test', () => {
  test('says what the server says, else its own sentence', async () => {
    const refusal = 'Alpha: the platform refused the credentials'
    await openScreen('/stores', { as: 'manager', answers: { 'stores.test': () => failed(422, 'STORE_REJECTED', refusal) } })
    const card = within(await screen.findByRole('listitem', { name: 'Alpha' }))
    const button = card.getByRole('button', { name: /Test/ })
    await userEvent.click(button)
    expect(await card.findByText(refusal)).toBeVisible()
    nowAnswering({ 'stores.test': cutOff })
    await userEvent.click(button)
    expect(await card.findByText('Connection failed')).toBeVisible()
  })
})

test('offers no longer what a right that was lost allows, once the server has refused it', async () => {
  await openScreen('/stores', { as: 'owner' })
  const card = within(await screen.findByRole('listitem', { name: 'Alpha' }))
  const refusal = 'Access denied. This needs settings:read.'
  nowAnswering({
    'stores.test': () => failed(403, 'ACCESS_DENIED', refusal),
    'profile.get': always(profileOf('manager')),
  })
  await userEvent.click(card.getByRole('button', { name: /Test/ }))
  expect(await card.findByText(refusal)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Store' })).toBeNull())
})

describe('form', () => {
  test('upper-cases the currency, cuts it at three letters, and gives locations to Shopify alone', async () => {
    await openScreen('/stores', { as: 'owner' })
    await openForm('Add Store')
    const currency = await field('Currency')
    await userEvent.clear(currency)
    await userEvent.type(currency, 'eurx')
    expect(currency).toHaveValue('EUR')
    expect(await field('Location ID')).toBeEnabled()
    await choose('ShopBase')
    expect(await field('Location ID')).toBeDisabled()
    const zone = await field('Timezone')
    await userEvent.clear(zone)
    await userEvent.type(zone, 'berlin')
    await userEvent.click(await screen.findByRole('option', { name: 'Europe/Berlin', hidden: true }))
    expect(zone).toHaveValue('Europe/Berlin')
  })

  test('says what to do about a refused token, until a draft is not sent', async () => {
    const refusal = 'Pier: the platform refused the credentials'
    await openScreen('/stores', { as: 'owner', answers: { 'stores.create': () => failed(422, 'STORE_REJECTED', refusal) } })
    await openForm('Add Store')
    await userEvent.type(await field('Name'), 'Pier')
    await userEvent.type(await field('Domain'), 'pier.myshopify.com')
    await userEvent.type(await field('Access token'), 'shpss_1')
    await press('Add Store')
    expect(await screen.findByText(`${refusal}. ${messages.stores.rejectedNext.accessToken}`)).toBeVisible()
    await userEvent.clear(await field('Name'))
    await press('Add Store')
    expect(await screen.findByText(messages.stores.nameNeeded)).toBeVisible()
    expect(screen.queryByText(new RegExp(refusal))).not.toBeInTheDocument()
  })

  test('sends ShopBase no token', async () => {
    const taken = () => failed(409, 'NAME_TAKEN', 'Another store has this name')
    await openScreen('/stores', { as: 'owner', answers: { 'stores.create': taken } })
    await openForm('Add Store')
    const fill = async (name: string, text: string) => userEvent.type(await field(name), text)
    await fill('Access token', 'shpat_1')
    await choose('ShopBase')
    await fill('Domain', 'nowhere-e2e.onshopbase.com')
    await fill('API key', 'key')
    await fill('API password', 'pass')
    await fill('Name', 'Gift Barn')
    await press('Add Store')
    expect(await screen.findByText('Another store has this name')).toBeVisible()
    expect(sentTo('stores.create')).toEqual([
      {
        name: 'Gift Barn',
        platform: 'shopbase',
        domain: 'nowhere-e2e.onshopbase.com',
        active: true,
        fillFromShop: true,
        allowUnreachable: false,
        refuseIfLimited: true,
        locationId: null,
        apiKey: 'key',
        apiPassword: 'pass',
      },
    ])
  })

  test('says its own sentence where the server has none', async () => {
    await openScreen('/stores', { as: 'owner', answers: { 'stores.update': cutOff } })
    await openForm('Edit Alpha')
    await press('Save')
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Failed to save store')
  })

  test('shows what the server finds at the fields', async () => {
    const issues = [{ path: 'domain', message: 'This shop is taken' }]
    const invalid = () => failed(400, 'INVALID_INPUT', 'The request is not valid.', issues)
    await openScreen('/stores', { as: 'owner', answers: { 'stores.update': invalid } })
    await openForm('Edit Alpha')
    await press('Save')
    await screen.findByText('This shop is taken')
    expect(await field('Domain')).toHaveAccessibleDescription('This shop is taken')
  })
})
