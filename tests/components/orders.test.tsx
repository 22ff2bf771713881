import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Order, OrderListResponse } from '#shared/orders.ts'
import { failed } from '#tests/support/answer.ts'
import { always, data, nowAnswering, openScreen, sentTo } from './app.tsx'

const madeOrder = (id: string, change: Partial<Order> = {}): Order => ({
  platformOrderId: id,
  orderName: `#${id}`,
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: null,
  customer: { name: 'Ann Lee' },
  total: '19.90',
  currency: 'EUR',
  financialStatus: 'paid',
  fulfillmentStatus: 'unfulfilled',
  lineItems: [],
  lineItemsCount: 1,
  shippingAddress: null,
  channel: null,
  storeId: 'a',
  storeName: 'Alpha',
  ...change,
})
const listed = (orders: Order[], change: Partial<OrderListResponse> = {}): OrderListResponse => ({
  orders,
  nextCursor: null,
  pageInfo: { hasNextPage: false, endCursor: null },
  warnings: [],
  missing: [],
  ...change,
})
const orders = listed([madeOrder('1'), madeOrder('2')])
const count = { 'orders.count': always({ count: 2 }) }
const rows = async () => within(await screen.findByRole('region', { name: 'Orders' })).findAllByRole('row', { name: /#/ })

describe('the list', () => {
  test('says which store failed while the others still come, with guests, sums and items', async () => {
    const guest = madeOrder('1', { customer: null, total: '1234.50', currency: 'USD', lineItemsCount: 3 })
    const answer = listed([guest, madeOrder('2')], { warnings: ['Beta: the shop could not be reached'], missing: ['b'] })
    await openScreen('/orders?stores="all"', { as: 'manager', answers: { ...count, 'orders.list': always(answer) } })
    const [first, second] = await rows()
    expect(first).toHaveTextContent(/No customer\$1,234\.50.*3$/)
    expect(second).toHaveTextContent(/Ann Lee€19\.90.*1$/)
    expect(screen.getByText(/the shop could not be reached/)).toBeVisible()
  })
})

describe('while there is no list', () => {
  test('shows a spinner', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = async () => promise.then(() => data(orders))
    await openScreen('/orders', { as: 'manager', answers: { ...count, 'orders.list': late } })
    expect(await screen.findByRole('status', { name: 'Loading orders' })).toBeVisible()
    resolve()
    expect(await rows()).toHaveLength(2)
    expect(screen.queryByRole('status', { name: 'Loading orders' })).toBeNull()
  })

  test.each([
    ['The shop is asleep', 'The shop is asleep'],
    ['Unknown error', ''],
  ])('says "%s" with a way to try again', async (said, message) => {
    const broken = () => failed(502, message ? 'STORE_UNREACHABLE' : 'INTERNAL', message)
    await openScreen('/orders', { as: 'manager', answers: { ...count, 'orders.list': broken } })
    expect(await screen.findByText('Failed to load orders')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(said)
    expect(sentTo('orders.list')).toHaveLength(2)
    nowAnswering({ 'orders.list': always(orders) })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(2)
  })

  test('says that there are no stores', async () => {
    await openScreen('/orders', { as: 'manager', answers: { 'stores.list': always({ stores: [] }) } })
    expect(await screen.findByText('No active stores found. Please add a store first.')).toBeVisible()
    expect(sentTo('orders.list')).toEqual([])
  })
})
