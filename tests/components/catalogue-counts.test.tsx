import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CatalogueSummaryResponse } from '#shared/catalogue-clashes.ts'
import { failed } from '#tests/support/answer.ts'
import { always, nowAnswering, openScreen, sentTo } from './app.tsx'
import { comparedWith, copiesOf, madeCompared, pageOf } from './catalogue-answers.ts'
import { alpha, beta } from './usual-answers.ts'

afterEach(() => void vi.useRealTimers())

const call = 'products.catalogue.summary'
const countOf = (status: string, products: number) => ({ status, products, variants: products, outOfStock: 0 })
const copyOf = ({ id, name }: { id: string; name: string }, statuses: ReturnType<typeof countOf>[]) =>
  ({ storeId: id, storeName: name, state: 'ready', checkedAt: null, statuses }) as const
const summary: CatalogueSummaryResponse = {
  isOn: true,
  stores: [copyOf(alpha, [countOf('active', 3), countOf('unlisted', 1)]), copyOf(beta, [countOf('active', 4), countOf('draft', 2)])],
  clashes: { codes: 0, kinds: [], isAtLeast: false },
  changes: { kinds: [], isAtLeast: false },
}
const answers = {
  'products.catalogue.stores': always(copiesOf()),
  'products.catalogue.search': always(pageOf(['1'])),
  [call]: always(summary),
}
const noChanges = { changes: [], nextCursor: null }
const counts = async () =>
  within(await screen.findByRole('tablist', { name: 'Status' }))
    .getAllByRole('tab')
    .map((tab) => tab.getAttribute('data-count'))

test('the tabs say how many products the stores have', async () => {
  await openScreen('/products/all', { as: 'staff', answers })
  await waitFor(async () => expect(await counts()).toEqual(['10', '7', '2', '1']))
  expect(sentTo(call)).toEqual([{ productsOnly: true }])
})

test('the tabs count the chosen stores alone, whatever the status', async () => {
  await openScreen('/products/all?stores=["a"]&status=active', { as: 'staff', answers })
  await waitFor(async () => expect(await counts()).toEqual(['4', '3', '', '1']))
})

test('the tabs have no numbers where something else narrows the list', async () => {
  await openScreen('/products/all?stock=out', { as: 'staff', answers })
  await screen.findByText('1 product')
  expect(await counts()).toEqual(['', '', '', ''])
  expect(sentTo(call)).toEqual([])
})

test('the tabs have no numbers while a shop is being read', async () => {
  const filling = always(copiesOf({ state: 'filling', products: 7 }))
  await openScreen('/products/all', { as: 'staff', answers: { ...answers, 'products.catalogue.stores': filling } })
  await screen.findByText('1 product')
  expect(await counts()).toEqual(['', '', '', ''])
})

test('where a copy has changed, the list is asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openScreen('/products/all', { as: 'staff', answers })
  await screen.findByText('1 product')
  nowAnswering({ 'products.catalogue.stores': always(copiesOf({ checkedAt: new Date().toISOString() })) })
  await vi.advanceTimersByTimeAsync(16_000)
  expect(sentTo('products.catalogue.search')).toHaveLength(1)
  nowAnswering({ 'products.catalogue.stores': always(copiesOf({ changedAt: new Date().toISOString() })) })
  await vi.advanceTimersByTimeAsync(16_000)
  await waitFor(() => expect(sentTo('products.catalogue.search')).toHaveLength(2))
})

test('where a copy has changed, the numbers on the tabs and the product in the panel are asked for again, too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const product = 'products.catalogue.get'
  const shown = { ...answers, [product]: always(comparedWith(madeCompared('1'))), 'products.catalogue.changes': always(noChanges) }
  await openScreen(`/products/all?product=${alpha.id}:1`, { as: 'staff', answers: shown })
  await screen.findByRole('heading', { name: 'In other stores' })
  await waitFor(async () => expect(await counts()).toEqual(['10', '7', '2', '1']))
  const sold = { ...summary, stores: [copyOf(alpha, [countOf('active', 2)])] }
  nowAnswering({
    'products.catalogue.stores': always(copiesOf({ changedAt: new Date().toISOString() })),
    [product]: always(comparedWith({ ...madeCompared('1'), vendor: 'Dale' })),
    [call]: always(sold),
  })
  await vi.advanceTimersByTimeAsync(16_000)
  expect(await screen.findByText('Dale')).toBeVisible()
  await waitFor(async () => expect(await counts()).toEqual(['2', '2', '', '']))
})

test('without answers, the age goes on growing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openScreen('/products/all', { as: 'staff', answers })
  await screen.findByText('All 2 stores checked within the last minute')
  nowAnswering({ 'products.catalogue.stores': () => failed(500, 'INTERNAL', 'No') })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await screen.findByText(/checked within the last [56] minutes/)).toBeVisible()
})
