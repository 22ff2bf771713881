import type { CatalogueOrder } from '../catalogue/order-record.ts'
import { bound, byId, filtered, same } from './filters.ts'
import type { BadParameter, Filter } from './filters.ts'
import { orderDocument, transactionDocument } from './order-document.ts'
import { badLimit, isBad, limitOf, notFound, ok, picked, refused } from './reply.ts'
import type { Call, Reply, Route } from './reply.ts'

const UNSENT = ['UNFULFILLED', 'ON_HOLD', 'PARTIALLY_FULFILLED']
const SENT: Readonly<Record<string, readonly string[]>> = {
  fulfilled: ['FULFILLED'],
  partial: ['PARTIALLY_FULFILLED'],
  processing: ['ON_HOLD'],
  // The Swagger: "Not yet fulfilled or partial".
  unfulfilled: UNSENT,
  unshipped: UNSENT,
}
const UNPAID = ['AUTHORIZED', 'PARTIALLY_PAID']

/** Any of several comma-separated values. "any" is no filter. */
const anyOf =
  (read: (order: CatalogueOrder) => string, meaning: (value: string) => readonly string[]): Filter<CatalogueOrder> =>
  (text) => {
    const values = text.split(',').map((value) => value.trim().toLowerCase())
    if (values.includes('any')) return () => true
    const wanted = new Set(values.flatMap(meaning))
    return (order) => wanted.has(read(order))
  }

const isOpen = ({ closedAt, cancelledAt }: CatalogueOrder) => closedAt === null && cancelledAt === null

const FILTERS: Readonly<Record<string, Filter<CatalogueOrder>>> = {
  ...byId,
  created_at_min: bound((order) => order.createdAt, true),
  created_at_max: bound((order) => order.createdAt, false),
  updated_at_min: bound((order) => order.updatedAt, true),
  updated_at_max: bound((order) => order.updatedAt, false),
  customer_email: same((order) => order.email ?? ''),
  tag: (value) => (order) => order.tags.includes(value),
  financial_status: anyOf(
    (order) => order.financialStatus,
    (value) => (value === 'unpaid' ? UNPAID : [value.toUpperCase()]),
  ),
  fulfillment_status: anyOf(
    (order) => order.fulfillmentStatus,
    (value) => SENT[value] ?? [],
  ),
  order_status: (value) => {
    if (value === 'any') return () => true
    if (value === 'open') return isOpen
    if (value === 'closed') return (order) => order.closedAt !== null
    return value === 'cancelled' ? (order) => order.cancelledAt !== null : null
  },
}

/** Default: only open orders. The real default is undocumented, so a client that omits the status should fail here. */
function found({ shop, query }: Call): readonly CatalogueOrder[] | BadParameter {
  const orders = filtered(shop.orders(), FILTERS, query)
  return isBad(orders) || query.has('order_status') ? orders : orders.filter(isOpen)
}

/** The Swagger has no sort for orders: newest first, and by id with `since_id`. */
function inOrder(orders: readonly CatalogueOrder[], query: URLSearchParams): CatalogueOrder[] {
  if (query.has('since_id')) return [...orders]
  return orders.toReversed().toSorted((a, b) => b.createdAt - a.createdAt)
}

function listOrders(call: Call): Reply {
  const { query } = call
  const limit = limitOf(query)
  if (limit === null) return badLimit
  const orders = found(call)
  if (isBad(orders)) return refused(orders)
  const start = (Number(query.get('page') ?? 1) - 1) * limit
  const page = inOrder(orders, query).slice(start, start + limit)
  return ok({ orders: page.map((order) => picked(orderDocument(order), query)) })
}

function countOrders(call: Call): Reply {
  const orders = found(call)
  return isBad(orders) ? refused(orders) : ok({ count: orders.length })
}

const withOrder =
  (answer: (order: CatalogueOrder, query: URLSearchParams) => unknown) =>
  ({ shop, query, id }: Call): Reply => {
    const order = shop.orders().find((one) => one.id === id)
    return order ? ok(answer(order, query)) : notFound
  }

export const ORDER_ROUTES: readonly Route[] = [
  { pattern: /^\/admin\/orders\.json$/, respond: listOrders },
  { pattern: /^\/admin\/orders\/count\.json$/, respond: countOrders },
  { pattern: /^\/admin\/orders\/(\d+)\.json$/, respond: withOrder((order, query) => ({ order: picked(orderDocument(order), query) })) },
  {
    pattern: /^\/admin\/orders\/(\d+)\/transactions\.json$/,
    respond: withOrder((order) => ({ transactions: order.transactions.map(transactionDocument) })),
  },
]
