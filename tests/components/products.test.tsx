import { screen, within } from '@testing-library/react'
import { expect, test, vi, afterEach } from 'vitest'
import type { ListedProduct, ProductListResponse } from '#shared/products.ts'
import { always, data, openScreen, sentTo } from './app.tsx'

const madeProduct = (id: string): ListedProduct => ({
  id,
  title: `Product ${id}`,
  image: null,
  status: 'active',
  category: null,
  productType: 'Tea',
  vendor: 'Hill',
  tags: [],
  createdAt: null,
  updatedAt: null,
  priceRange: null,
  stock: null,
})
const list = {
  products: ['1', '2'].map(madeProduct),
  pageInfo: { hasNextPage: false, endCursor: null },
  warnings: [],
} satisfies ProductListResponse
const quiet = { 'products.count': always({ count: 2 }), 'products.list': always(list) }
const rows = async () => within(await screen.findByRole('region', { name: 'Products' })).findAllByRole('row', { name: /Product \d/ })

afterEach(() => void vi.useRealTimers())

test('does not offer the export to who may only read', async () => {
  await openScreen('/products', { as: 'viewer', answers: quiet })
  expect(await rows()).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('says so to who has no store to read', async () => {
  await openScreen('/products', { as: 'staff', answers: { 'stores.list': always({ stores: [] }) } })
  expect(await screen.findByText('No stores available. Contact your administrator for access.')).toBeVisible()
  expect(sentTo('products.list')).toEqual([])
})

test('shows a spinner, then the rows, however long they take', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  await openScreen('/products', { as: 'staff', answers: { ...quiet, 'products.list': async () => promise.then(() => data(list)) } })
  expect(await screen.findByRole('status', { name: 'Loading products' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(screen.getByRole('status', { name: 'Loading products' })).toBeVisible()
  resolve()
  expect(await rows()).toHaveLength(2)
})
