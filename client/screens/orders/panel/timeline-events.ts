import { formatMoney } from '#client/format/money.ts'
import { statusWords } from '#client/format/words.ts'
import type { OrderDetail } from '#shared/orders.ts'

export type OrderEvent = { at: string; label: string }

/** What a payment of each kind did to the order. Platforms may have more kinds, which are named as they are. */
const paymentLabels: Partial<Record<string, string>> = {
  authorization: 'Authorized',
  capture: 'Paid',
  sale: 'Paid',
  refund: 'Refunded',
  void: 'Payment voided',
}

/** The fields that say what happened. */
type History = Pick<OrderDetail, 'createdAt' | 'cancelledAt' | 'payments' | 'fulfillments' | 'currency'>

const payments = ({ payments: all, currency }: History) =>
  all
    .filter(({ status }) => status === 'success')
    .map(({ kind, at, amount }) => ({ at, label: `${paymentLabels[kind] ?? statusWords(kind)} ${formatMoney(amount, currency)}` }))

const shipments = ({ fulfillments }: History) =>
  fulfillments.map(({ status, createdAt, tracking }) => {
    const by = tracking.flatMap(({ company }) => company || [])[0]
    const label = status === 'success' ? 'Shipped' : `Shipment ${statusWords(status).toLowerCase()}`
    return { at: createdAt, label: by ? `${label} by ${by}` : label }
  })

/** What happened to an order, from the oldest to the newest. What has no time is left out. */
export function orderEvents(order: History): OrderEvent[] {
  const all = [
    { at: order.createdAt, label: 'Ordered' },
    ...payments(order),
    ...shipments(order),
    { at: order.cancelledAt, label: 'Cancelled' },
  ]
  return all
    .flatMap(({ at, label }) => (at === null ? [] : [{ at, label }]))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}
