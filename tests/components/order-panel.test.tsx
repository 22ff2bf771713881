import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OrderDetail } from '#shared/orders.ts'
import { failed } from '#tests/support/answer.ts'
import { always, nowAnswering, openScreen } from './app.tsx'

const order: OrderDetail = {
  platformOrderId: '1',
  orderName: '#1',
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: null,
  customer: { name: 'Ann Lee' },
  total: '19.90',
  currency: 'EUR',
  financialStatus: 'pending',
  fulfillmentStatus: 'unfulfilled',
  lineItems: [],
  lineItemsCount: 0,
  shippingAddress: null,
  channel: null,
  email: 'ann@lee.test',
  phone: null,
  acceptsMarketing: null,
  subtotal: '19.90',
  shipping: '0.00',
  taxes: '0.00',
  discountAmount: '0.00',
  refundedAmount: '0.00',
  discountCodes: [],
  paidAt: null,
  fulfilledAt: null,
  cancelledAt: null,
  note: null,
  noteAttributes: [],
  tags: [],
  paymentMethods: [],
  paymentReferences: [],
  shippingMethod: null,
  billingAddress: null,
  riskLevel: null,
  payments: [],
  fulfillments: [],
  storeId: 'a',
  storeName: 'Alpha',
}
const answering = (change: Partial<OrderDetail>) => ({
  'orders.list': always({
    orders: [{ ...order, ...change }],
    nextCursor: null,
    pageInfo: { hasNextPage: false, endCursor: null },
    warnings: [],
    missing: [],
  }),
  'orders.get': always({ order: { ...order, ...change } }),
})

async function openPanel() {
  const search = new URLSearchParams({ stores: '["a"]', order: JSON.stringify({ storeId: 'a', orderId: '1' }) })
  await openScreen(`/orders?${search}`, { as: 'manager', answers: { 'orders.count': always({ count: 1 }), ...answering({}) } })
  const panel = within(await screen.findByRole('dialog', { name: 'Order #1' }))
  await panel.findByText('ann@lee.test')
  return panel
}
// The simulated page is narrow, so that the panel covers the button, which stands beside it on a wide one.
const refresh = () => userEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }))

test('Refresh brings the open order up to date with its list', async () => {
  const panel = await openPanel()
  expect(panel.getByText('Pending')).toBeVisible()
  nowAnswering(answering({ financialStatus: 'paid' }))
  await refresh()
  expect(await panel.findByText('Paid')).toBeVisible()
  expect(panel.queryByText('Pending')).toBeNull()
})

test('after a refusal, nothing of the open order stays on the screen', async () => {
  const panel = await openPanel()
  nowAnswering({ 'orders.get': () => failed(403, 'ACCESS_DENIED', 'You need orders:read') })
  await refresh()
  expect(await panel.findByText('You need orders:read')).toBeVisible()
  expect(panel.queryByText('ann@lee.test')).toBeNull()
})
