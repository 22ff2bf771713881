import { expect, test } from 'vitest'
import { orderSorts, sortDirections } from '#shared/order-sorts.ts'
import { OrderListRequest } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'

test('the directions of each sort are called by the kind of its values', () => {
  const labels = orderSorts.map(({ label, kind }) => [label, sortDirections[kind].asc, sortDirections[kind].desc])
  expect(labels).toEqual([
    ['Date', 'Oldest to newest', 'Newest to oldest'],
    ['Order number', 'Lowest to highest', 'Highest to lowest'],
    ['Total', 'Lowest to highest', 'Highest to lowest'],
    ['Customer', 'A-Z', 'Z-A'],
    ['Payment status', 'A-Z', 'Z-A'],
    ['Fulfillment status', 'A-Z', 'Z-A'],
  ])
})

test('Shopify sorts by all of them, ShopBase by date only', () => {
  expect(traits.shopify.orders.sorts).toEqual(orderSorts.map(({ key }) => key))
  expect(traits.shopbase.orders.sorts).toEqual(['createdAt'])
})

test('a list is by date, newest first, 50 a page, unless it is said otherwise', () => {
  expect(OrderListRequest.parse({ storeIds: ['a'] })).toEqual({ storeIds: ['a'], sortBy: 'createdAt', sortOrder: 'desc', limit: 50 })
})

test.each([
  { storeIds: [] },
  { storeIds: ['a', 'a'] },
  { storeIds: ['a'], limit: 251 },
  { storeIds: ['a'], limit: 0 },
  { storeIds: ['a'], sortBy: 'risk' },
  { storeIds: ['a'], financialStatus: 'paid' },
  { storeIds: ['a'], fulfillmentStatus: ['shipped'] },
  { storeIds: ['a'], createdAfter: '2026-02-30' },
  { storeIds: ['a'], unknown: 1 },
])('%j is refused', (request) => {
  expect(OrderListRequest.safeParse(request).success).toBe(false)
})
