import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#shared/messages.ts'
import { failed } from '#tests/support/answer.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { always, nowAnswering, openScreen, sentTo } from './app.tsx'
import type { CatalogueSummaryResponse, SummedStore } from '#shared/catalogue-clashes.ts'
import { alpha, beta, profileOf, usualAnswers } from './usual-answers.ts'

const inactive = { ...alpha, id: 'o', name: 'Off', active: false }
const region = (name: string) => screen.findByRole('region', { name })
const isRecent = (input: unknown) => !Object.hasOwn(Object(input), 'mine')

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('leaves inactive stores out of the grid but not out of the total', async () => {
  await openScreen('/dashboard', { as: 'manager', answers: { 'stores.list': always({ stores: [alpha, inactive] }) } })
  const cards = within(await region('Active Stores')).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/Alpha.*Shopify.*a\.myshopify\.com/)])
  expect(document.querySelector('dl')).toHaveTextContent(/Active Stores1.*Total Stores2/)
})

test('has no block for what needs attention while all is well', async () => {
  const ends = { completed: 0, incomplete: 0, failed: 0, cancelled: 0 }
  const quiet = { ...jobList(), failures: { jobs: [], count: 0, ends } }
  await openScreen('/dashboard', {
    as: 'manager',
    answers: { 'stores.list': always({ stores: [alpha] }), 'export.jobs.list': always(quiet) },
  })
  expect(await screen.findByText('No jobs yet. Start by creating products or exporting orders.')).toBeVisible()
  await region('Active Stores')
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Orders by store', 'Recent Jobs', 'Active Stores'])
})

test('tries twice, then says that the stores could not be loaded, and again on Retry', async () => {
  const busy = () => failed(503, 'OVERLOADED', 'The server is busy. Please try again in a moment.')
  await openScreen('/dashboard', { as: 'manager', answers: { 'stores.list': busy } })
  expect(await screen.findByText('The server is busy. Please try again in a moment.')).toBeVisible()
  expect(sentTo('stores.list')).toHaveLength(2)
  nowAnswering({ 'stores.list': usualAnswers['stores.list'] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Total Stores')).toBeVisible()
})

test('permissions that could not be loaded are asked for again by Retry', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const broken = () => failed(500, 'INTERNAL', 'Something went wrong on our side.')
  await openScreen('/dashboard', { as: 'owner', answers: { 'profile.get': broken } })
  expect(await screen.findByText('Your permissions could not be loaded')).toBeVisible()
  expect(screen.queryByText(/Ask an administrator/)).toBeNull()
  nowAnswering({ 'profile.get': always(profileOf('owner')) })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Total Stores')).toBeVisible()
  expect(logged.mock.calls).toEqual([[messages.access.profileFailed, expect.anything()]])
})

describe('when the figures cannot be loaded', () => {
  test('the rest of the dashboard stands, and the section says why', async () => {
    const busy = () => failed(503, 'OVERLOADED', 'The server is busy. Please try again in a moment.')
    await openScreen('/dashboard', { as: 'owner', answers: { 'orders.figures': busy } })
    const section = await region('Orders by store')
    await waitFor(() => expect(within(section).getByRole('alert')).toHaveTextContent('The server is busy.'))
    expect(screen.getByText('Total Stores')).toBeVisible()
    nowAnswering({ 'orders.figures': usualAnswers['orders.figures'] })
    await userEvent.click(within(section).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(within(section).queryByRole('alert')).toBeNull())
  })
})

test.each([
  ['running', 'again after 30 s', true],
  ['waiting', 'again after 30 s', true],
  ['active', 'again after 30 s', true],
  ['pending', 'once', false],
  ['failed', 'once', false],
] as const)('the dashboard asks for a job that is %s %s', async (status, _, isPolled) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = () => sentTo('export.jobs.list').filter(isRecent).length
  const jobs = jobList(madeJob({ id: '1', status, progress: 24 }))
  await openScreen('/dashboard', { as: 'manager', answers: { 'export.jobs.list': always(jobs) } })
  const recent = await screen.findByRole('list', { name: 'Recent Jobs' })
  expect(within(recent).getAllByRole('listitem')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(isPolled ? 6_000 : 300_000)
  expect(asked()).toBe(isPolled ? 2 : 1)
})

const statuses = [
  { status: 'active', products: 1_200, variants: 3_000, outOfStock: 7 },
  { status: 'draft', products: 3, variants: 4, outOfStock: 0 },
] as const
const summed = (store: { id: string; name: string }, state: SummedStore['state']): SummedStore => ({
  storeId: store.id,
  storeName: store.name,
  state,
  checkedAt: new Date().toISOString(),
  statuses: [...statuses],
})

test('shows the catalogues in figures, with links to what they count', async () => {
  const summary: CatalogueSummaryResponse = {
    isOn: true,
    stores: [summed(alpha, 'ready'), summed(beta, 'failing')],
    clashes: {
      codes: 2_000,
      kinds: [
        { kind: 'price', count: 1_900 },
        { kind: 'title', count: 300 },
      ],
      isAtLeast: true,
    },
    changes: { kinds: [{ kind: 'stock', count: 5 }], isAtLeast: false },
  }
  await openScreen('/dashboard', { as: 'manager', answers: { 'products.catalogue.summary': always(summary) } })
  expect(await screen.findByRole('link', { name: 'Products: 2,406' })).toHaveAttribute('href', '/products/all')
  expect(screen.getByRole('link', { name: 'Out of stock: 14' })).toHaveAttribute('href', '/products/all?stock=out')
  expect(screen.getByRole('link', { name: 'Clashes: 2,000+' })).toHaveAttribute('href', '/products/all/clashes')
  expect(screen.getByRole('link', { name: 'Changes today: 5' })).toHaveAttribute(
    'href',
    expect.stringMatching(/changes\?from=\d{4}-\d\d-\d\d$/),
  )
  const table = within(screen.getByRole('region', { name: 'Products by store' }))
  expect(table.getByRole('row', { name: /^Alpha 1,200 3 0 3,004 7 Checked/ })).toBeVisible()
  expect(table.getByRole('row', { name: /^Beta .* Last seen/ })).toBeVisible()
})

test('leads who has one store to what the figures count in it', async () => {
  const none = { codes: 0, kinds: [], isAtLeast: false }
  const summary: CatalogueSummaryResponse = { isOn: true, stores: [summed(alpha, 'ready')], clashes: none, changes: none }
  await openScreen('/dashboard', { as: 'manager', answers: { 'products.catalogue.summary': always(summary) } })
  for (const [name, path] of [
    ['Products: 1,203', /^\/products\/all$/],
    ['Out of stock: 7', /^\/products\/all\?stock=out$/],
    ['Changes today: 0', /^\/products\/all\/changes\?from=\d{4}-\d\d-\d\d$/],
  ] as const)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toMatch(path)
})

test('shows statuses that only some shop has, and its products of them', async () => {
  const none = { codes: 0, kinds: [], isAtLeast: false }
  const unlisted = { status: 'unlisted', products: 8, variants: 8, outOfStock: 1 }
  const stores = [{ ...summed(alpha, 'ready'), statuses: [...statuses, unlisted] }, summed(beta, 'ready')]
  const summary: CatalogueSummaryResponse = { isOn: true, stores, clashes: none, changes: none }
  await openScreen('/dashboard', { as: 'manager', answers: { 'products.catalogue.summary': always(summary) } })
  const table = within(await screen.findByRole('region', { name: 'Products by store' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Store',
    'Active',
    'Draft',
    'Archived',
    'Unlisted',
    'Variants',
    'Out of stock',
    'Copy',
  ])
  expect(table.getByRole('row', { name: /^Alpha 1,200 3 0 8 3,012 8 / })).toBeVisible()
  expect(table.getByRole('row', { name: /^Beta 1,200 3 0 0 / })).toBeVisible()
})

test('says of a store that failed within its first reading that it was not read as a whole', async () => {
  const none = { codes: 0, kinds: [], isAtLeast: false }
  const stores = [
    { ...summed(alpha, 'failing'), checkedAt: null },
    { ...summed(beta, 'failing'), checkedAt: null, statuses: [] },
  ]
  const summary: CatalogueSummaryResponse = { isOn: true, stores, clashes: none, changes: none }
  await openScreen('/dashboard', { as: 'manager', answers: { 'products.catalogue.summary': always(summary) } })
  const table = within(await screen.findByRole('region', { name: 'Products by store' }))
  expect(table.getByRole('row', { name: /^Alpha .* Partly read$/ })).toBeVisible()
  expect(table.getByRole('row', { name: /^Beta .* Not read yet$/ })).toBeVisible()
  for (const name of ['Products: 1,203+', 'Out of stock: 7+', 'Clashes: 0+']) expect(screen.getByRole('link', { name })).toBeVisible()
})

test('shows the catalogues of the first ten stores, and of all on request', async () => {
  const stores = Array.from({ length: 12 }, (_, index) => summed({ id: `s${index}`, name: `Store ${index}` }, 'ready'))
  const none = { codes: 0, kinds: [], isAtLeast: false }
  const summary: CatalogueSummaryResponse = { isOn: true, stores, clashes: none, changes: none }
  await openScreen('/dashboard', { as: 'manager', answers: { 'products.catalogue.summary': always(summary) } })
  const table = within(await screen.findByRole('region', { name: 'Products by store' }))
  expect(table.getAllByRole('rowheader')).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12 catalogues' }))
  expect(table.getAllByRole('rowheader')).toHaveLength(12)
})
