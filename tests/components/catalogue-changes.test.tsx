import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import type { CatalogueChange, CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import { failed } from '#tests/support/answer.ts'
import { always, data, openScreen, sentTo } from './app.tsx'
import { comparedWith, copiesOf, madeCompared, pageOf } from './catalogue-answers.ts'
import { alpha, beta } from './usual-answers.ts'

const call = 'products.catalogue.changes'
const at = (minute: number) => new Date(Date.now() - minute * 60_000).toISOString()
const made = (id: string, change: Partial<CatalogueChange> = {}): CatalogueChange => ({
  id,
  storeId: alpha.id,
  storeName: alpha.name,
  productId: '1',
  title: 'Product 1',
  kind: 'price',
  variant: 'SKU-1',
  before: '4.00',
  after: '5.00',
  currency: 'USD',
  at: at(Number(id)),
  ...change,
})
const pageWith = (changes: CatalogueChange[], nextCursor: string | null = null): CatalogueChangesResponse => ({
  changes,
  nextCursor,
  asOf: null,
  incomplete: [],
})
const two = pageWith([made('1'), made('2', { kind: 'stock', variant: null, before: null, after: '1200' })])
const answers = { 'products.catalogue.stores': always(copiesOf()), [call]: always(two) }
const table = async () => within(await screen.findByRole('region', { name: 'Changes' }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('is reached from the products, and keeps the chosen stores', async () => {
  await openScreen('/products/all?stores=["a"]', {
    as: 'staff',
    answers: { ...answers, 'products.catalogue.search': always(pageOf(['1'])) },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Changes' }))
  expect(await screen.findByRole('heading', { name: 'Changes', level: 1 })).toBeVisible()
  await waitFor(() => expect(sentTo(call).at(-1)).toEqual({ storeIds: ['a'], limit: 50 }))
  expect(screen.getByRole('link', { name: 'Changes' })).toHaveAttribute('aria-current', 'page')
})

test('tells what has changed, before and after, in words', async () => {
  const rows = pageWith([
    made('1'),
    made('2', { kind: 'stock', variant: null, before: null, after: '1200' }),
    made('3', { kind: 'status', variant: null, before: 'draft', after: 'active' }),
    made('4', { kind: 'new', variant: null, before: null, after: null }),
    made('5', { kind: 'gone', variant: null, before: null, after: null }),
  ])
  await openScreen('/products/all/changes', { as: 'staff', answers: { ...answers, [call]: always(rows) } })
  for (const name of [
    /Product 1 Price.*SKU-1.*Before: \$4\.00.*now: \$5\.00.*Alpha/,
    /Stock.*Before: Not counted.*now: 1,200/,
    /Status.*Before: Draft.*now: Active/,
    /New.*Added to the shop/,
    /Gone.*Not in the shop any more/,
  ])
    expect((await table()).getByRole('row', { name })).toBeVisible()
  expect(screen.getByText('5 changes')).toBeVisible()
})

test('pages by cursor, and says that there are more', async () => {
  await openScreen('/products/all/changes', { as: 'staff', answers: { ...answers, [call]: always(pageWith([made('1')], 'more')) } })
  expect(await screen.findByText('1 change (more available)')).toBeVisible()
  await press('Next')
  await waitFor(() => expect(sentTo(call).at(-1)).toEqual({ limit: 50, cursor: 'more' }))
})

test('says that nothing has changed, that nothing fits, and that the shops are being read', async () => {
  const none = { ...answers, [call]: always(pageWith([])) }
  await openScreen('/products/all/changes?kinds=["gone"]', { as: 'staff', answers: none })
  expect(await screen.findByText('No changes found')).toBeVisible()
  expect(screen.getByText('Change: Gone')).toBeVisible()
  await press('Show all changes')
  expect(await screen.findByText('Nothing has changed yet')).toBeVisible()
  expect(sentTo(call).at(-1)).toEqual({ limit: 50 })
})

test('says that the catalogues are being read', async () => {
  const copies = always(copiesOf({ state: 'filling', products: 7 }))
  await openScreen('/products/all/changes', {
    as: 'staff',
    answers: { [call]: always(pageWith([])), 'products.catalogue.stores': copies },
  })
  expect(await screen.findByText('The catalogues are being read')).toBeVisible()
})

test('says that no copy is kept', async () => {
  const off = always({ isOn: false, stores: [] })
  await openScreen('/products/all/changes', { as: 'owner', answers: { ...answers, 'products.catalogue.stores': off } })
  expect(await screen.findByText('No copy of the catalogues is kept')).toBeVisible()
})

test('says why the changes are missing, and asks again', async () => {
  let isBroken = true
  await openScreen('/products/all/changes', {
    as: 'staff',
    answers: { ...answers, [call]: async () => (isBroken ? failed(500, 'INTERNAL', 'Broken') : data(two)) },
  })
  expect(await screen.findByText('Failed to load the changes')).toBeVisible()
  isBroken = false
  await press('Retry')
  expect((await table()).getAllByRole('row')).toHaveLength(3)
})

test('offers the file to who may export', async () => {
  await openScreen('/products/all/changes', { as: 'viewer', answers })
  await table()
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
})

test('a line begins on the day that its change has in the table', async () => {
  vi.stubEnv('TZ', 'Asia/Ho_Chi_Minh')
  onTestFinished(() => void vi.unstubAllEnvs())
  const late = made('1', { at: '2026-11-03T20:00:00.000Z' })
  await openScreen('/products/all/changes?product=a:1', {
    as: 'staff',
    answers: { ...answers, [call]: always(pageWith([late])), 'products.catalogue.get': always(comparedWith(madeCompared('1'))) },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  expect(await panel.findByRole('figure')).toHaveTextContent('since Nov 4, 2026')
  expect(panel.getByRole('region', { name: 'Newest changes' })).toHaveTextContent('Nov 4, 2026')
})

test('a product tells how its price and stock went, and its newest changes', async () => {
  const many = pageWith([made('1'), made('2', { kind: 'stock', variant: null, before: '9', after: '4' }), ...twelve()])
  await openScreen('/products/all/changes?product=a:1', {
    as: 'staff',
    answers: { ...answers, [call]: always(many), 'products.catalogue.get': always(comparedWith(madeCompared('1'))) },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  const [price, stock] = await panel.findAllByRole('figure')
  expect(price).toHaveTextContent(/Price from \$4\.00 to \$5\.00 since .*, lowest \$4\.00, highest \$5\.00/)
  expect(stock).toHaveTextContent(/Stock from 9 to 4 since .*, lowest 4, highest 9/)
  const newest = within(panel.getByRole('region', { name: 'Newest changes' }))
  expect(newest.getAllByRole('row')).toHaveLength(11)
  expect(sentTo(call)).toContainEqual({ storeIds: ['a'], productId: '1', limit: 250 })
  await userEvent.click(panel.getByRole('link', { name: 'All changes' }))
  expect(await screen.findByText('Product: Product 1')).toBeVisible()
})

test('names the stores whose changes are not shown', async () => {
  const page = { ...pageWith([]), incomplete: [{ storeId: beta.id, storeName: beta.name }] }
  await openScreen('/products/all/changes', { as: 'staff', answers: { ...answers, [call]: always(page) } })
  expect(await screen.findByText('Nothing has changed yet')).toBeVisible()
  expect(screen.getByText(catalogueChangesMessages.notFollowed([beta.name]))).toBeVisible()
})

test('a product that a copy does not have yet is not said to be gone from the shop', async () => {
  const reading = always(copiesOf({ state: 'filling', filledAt: null, products: 3 }))
  const missing = () => failed(404, 'NOT_FOUND', 'Not found')
  await openScreen('/products/all/changes?product=a:1', {
    as: 'staff',
    answers: { ...answers, 'products.catalogue.stores': reading, 'products.catalogue.get': missing },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  expect(await panel.findByText(/^The copy of the store does not have this product/)).toBeVisible()
})

test('a price in another currency than now is no part of how it went', async () => {
  const page = pageWith([
    made('1', { before: '4.50', after: '5.00' }),
    made('2', { before: '90000', after: '4.50', currency: 'VND', at: '2025-12-01T00:00:00.000Z' }),
  ])
  await openScreen('/products/all/changes?product=a:1', {
    as: 'staff',
    answers: { ...answers, [call]: always(page), 'products.catalogue.get': always(comparedWith(madeCompared('1'))) },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  expect(await panel.findByRole('figure')).toHaveTextContent(/Price from \$4\.50 to \$5\.00 since .*, lowest \$4\.50, highest \$5\.00/)
})

const twelve = () =>
  Array.from({ length: 12 }, (_, index) => made(String(index + 3), { kind: 'title', variant: null, before: 'A', after: 'B' }))

test('a product that is gone is told of by its changes alone', async () => {
  await openScreen('/products/all/changes?product=a:1', {
    as: 'staff',
    answers: { ...answers, 'products.catalogue.get': () => failed(404, 'NOT_FOUND', 'Not found') },
  })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  expect(await panel.findByText('The shop does not have this product any more.')).toBeVisible()
  expect(await panel.findByRole('region', { name: 'Newest changes' })).toBeVisible()
  expect(panel.queryByRole('figure')).toBeNull()
})
