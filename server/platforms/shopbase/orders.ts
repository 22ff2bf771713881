import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { FulfillmentStatus } from '#shared/orders.ts'
import { ahead, drained, type PageStep } from '#server/platforms/ahead.ts'
import { allOrNone } from '#server/platforms/all-or-none.ts'
import { ascending } from '#server/platforms/ascending.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import { foundIds } from '#server/platforms/ids.ts'
import type {
  ExportOrder,
  OrderPage,
  OrderPageQuery,
  OrderQuery,
  OrderSelection,
  OrderWithCursor,
  WalkOptions,
} from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { timeText, type Parameters, type ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { exportShopbaseOrder, paymentOf } from '#server/platforms/shopbase/order-map.ts'
import { byTime, compareOrders, ever, timeOf, type Window } from '#server/platforms/shopbase/order-windows.ts'
import { OrderAnswer, OrderIds, TransactionsAnswer, shopbaseOrder, type ShopbaseOrder } from '#server/platforms/shopbase/order-wire.ts'
import { PAGE_LIMIT, pagesByFilters, shopbasePagesByIds, type RawPage } from '#server/platforms/shopbase/pages.ts'
import { lastSecond } from '#server/platforms/shopbase/products.ts'
import { allRows, oneRow, type RowReader } from '#server/platforms/rows.ts'
import { CountAnswer } from '#server/platforms/shopbase/wire.ts'

/** Open, closed and cancelled orders. ShopBase does not document which of them it sends without this parameter. */
const ANY = { order_status: 'any' } as const

type Bounds = Pick<OrderQuery, 'createdFrom' | 'createdUntil'>

/**
 * The filters that ShopBase supports. The buyer's e-mail is the only text filter. Its `unfulfilled` includes partly sent orders; see
 * `fits`.
 */
const filterParameters: FilterTable<Omit<OrderQuery, keyof Bounds>, Parameters> = {
  search: (typed) => ({ customer_email: typed.trim() || undefined }),
  financialStatus: (values) => ({ financial_status: values.join(',') || undefined }),
  fulfillmentStatus: (values) => ({ fulfillment_status: values.join(',') || undefined }),
  updatedFrom: (from) => ({ updated_at_min: timeText(from) }),
}
/** Bounds for counts and exports. A list uses narrower ones, because it reads window by window. */
const boundParameters: FilterTable<Bounds, Parameters> = {
  createdFrom: (from) => ({ created_at_min: timeText(from) }),
  createdUntil: (until) => ({ created_at_max: lastSecond(until) }),
}
const filtersOf = (query: OrderQuery): Parameters => Object.assign({ ...ANY }, ...translateFilters(filterParameters, query))
const boundsOf = (query: OrderQuery): Parameters => Object.assign({}, ...translateFilters(boundParameters, query))
/** The parameters for all filters of a query, its days included. */
export const orderParameters = (query: OrderQuery): Parameters => ({ ...filtersOf(query), ...boundsOf(query) })

function sentStatus({ fulfillment_status: status }: ShopbaseOrder): FulfillmentStatus {
  return status === 'fulfilled' || status === 'partial' ? status : 'unfulfilled'
}

/** Applies the status filters again, because ShopBase's statuses have another meaning than ours. */
function fits({ financialStatus, fulfillmentStatus }: OrderQuery): (order: ShopbaseOrder) => boolean {
  const paid: ReadonlySet<string> | null = financialStatus?.length ? new Set<string>(financialStatus) : null
  return (order) =>
    (!paid || (order.financial_status !== null && paid.has(order.financial_status))) &&
    (!fulfillmentStatus?.length || fulfillmentStatus.includes(sentStatus(order)))
}

/** The cursor after an order: its time and its id. */
const OrderCursor = z.object({ at: z.string(), id: z.string().regex(/^\d+$/) })

const cursorOf = ({ created_at: at, id }: ShopbaseOrder) => `${at} ${id}`

function readCursor(after: string): z.infer<typeof OrderCursor> {
  const [at, id] = after.split(' ')
  const cursor = OrderCursor.safeParse({ at, id })
  if (!cursor.success || Number.isNaN(Date.parse(cursor.data.at))) throw new AppError('INVALID_CURSOR')
  return cursor.data
}

/** The remaining window of a list, from the second of the last order on. */
function windowOf({ createdFrom, createdUntil, sortOrder }: OrderPageQuery, cursor: z.infer<typeof OrderCursor> | null): Window {
  const from = createdFrom ? Math.ceil(createdFrom.getTime() / 1000) * 1000 : ever.from
  const until = createdUntil ? Date.parse(lastSecond(createdUntil)) : ever.until
  if (!cursor) return { from, until }
  const at = Math.floor(Date.parse(cursor.at) / 1000) * 1000
  return sortOrder === 'asc' ? { from: Math.max(from, at), until } : { from, until: Math.min(until, at) }
}

function placed(wire: ShopbaseOrder): OrderWithCursor {
  const { platformOrderId, orderName, createdAt, updatedAt, customer, total, currency, financialStatus, fulfillmentStatus, ...order } =
    exportShopbaseOrder(wire)
  return {
    order: {
      platformOrderId,
      orderName,
      createdAt,
      updatedAt,
      customer,
      total,
      currency,
      financialStatus,
      fulfillmentStatus,
      lineItems: order.lineItems.map(({ name, quantity, sku }) => ({ name, quantity, sku })),
      lineItemsCount: order.lineItemsCount,
      shippingAddress: order.shippingAddress,
      channel: order.channel,
    },
    cursor: cursorOf(wire),
    rank: timeOf(wire),
  }
}

/** The number of extra rows per request: for rows that are already listed, for rows that `fits` rejects, and to detect a next page. */
const SPARE = 25

/**
 * The orders by date, ascending or descending. One more matching order shows that there is a next page. `reader` leaves out invalid rows.
 */
export async function listShopbaseOrders(
  client: ShopbaseClient,
  reader: RowReader,
  query: OrderPageQuery,
  signal?: AbortSignal,
): Promise<OrderPage> {
  const cursor = query.after === undefined ? null : readCursor(query.after)
  const size = query.sortOrder === 'desc' ? Math.min(PAGE_LIMIT, query.limit + SPARE) : PAGE_LIMIT
  const asking = {
    client,
    reader,
    filters: filtersOf(query),
    direction: query.sortOrder,
    size,
    pace: { patience: patience.interactive, signal },
  }
  const isWanted = fits(query)
  const items: OrderWithCursor[] = []
  for await (const order of byTime(asking, windowOf(query, cursor))) {
    const isBehind = cursor === null || compareOrders(order, { ...order, created_at: cursor.at, id: cursor.id }, query.sortOrder) > 0
    if (!isBehind || !isWanted(order)) continue
    if (items.length === query.limit) return { items, hasNextPage: true, seesAllOrders: true }
    items.push(placed(order))
  }
  return { items, hasNextPage: false, seesAllOrders: true }
}

/** Returns null for `unfulfilled` without `partial`, because ShopBase's own count would include partly sent orders. */
export async function countShopbaseOrders(client: ShopbaseClient, query: OrderQuery, signal?: AbortSignal): Promise<number | null> {
  if (query.fulfillmentStatus?.includes('unfulfilled') && !query.fulfillmentStatus.includes('partial')) return null
  const { count } = await client.get('orders/count', CountAnswer, orderParameters(query), { patience: patience.interactive, signal })
  return count
}

/** The order and its payments. Any 404 counts as a missing order, for which the result is null. */
export async function getShopbaseOrder(client: ShopbaseClient, id: string, signal?: AbortSignal): Promise<ExportOrder | null> {
  try {
    const [answer, { transactions }] = await allOrNone(signal, (until) => {
      const pace = { patience: patience.interactive, signal: until }
      return [client.get(`orders/${id}`, OrderAnswer, {}, pace), client.get(`orders/${id}/transactions`, TransactionsAnswer, {}, pace)]
    })
    const order = oneRow(client.store, shopbaseOrder, answer.order)
    return { ...exportShopbaseOrder(order), payments: transactions.map((transaction) => paymentOf(transaction, order.currency)) }
  } catch (error) {
    if (!(error instanceof AppError) || error.cause !== 'NOT_FOUND') throw error
    return null
  }
}

export function existingShopbaseOrders(client: ShopbaseClient, ids: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
  return foundIds(ids, async (chunk) => {
    const parameters = { ...ANY, ids: chunk.join(','), limit: PAGE_LIMIT, fields: 'id' }
    const { orders } = await client.get('orders', OrderIds, parameters, { patience: patience.interactive, signal })
    return orders.map(({ id }) => id)
  })
}

function pagesOf(client: ShopbaseClient, selection: OrderSelection, atMost: number, after?: string): PageStep<RawPage> | null {
  if ('ids' in selection) return shopbasePagesByIds(client, 'orders', selection.ids, ANY, atMost, after)
  const { query } = selection
  // Some rows may not match, so the number of rows to read is unknown.
  const max = query.financialStatus?.length || query.fulfillmentStatus?.length ? Number.POSITIVE_INFINITY : atMost
  return pagesByFilters(client, 'orders', orderParameters(query), max, after)
}

/** Complete orders in ascending id order. ShopBase always sends all parts of an order, whichever columns are requested. */
export async function* walkShopbaseOrders(
  client: ShopbaseClient,
  selection: OrderSelection,
  { signal, atMost = Number.POSITIVE_INFINITY, after, onPage }: WalkOptions = {},
): AsyncGenerator<ExportOrder> {
  const isWanted = 'ids' in selection ? () => true : fits(selection.query)
  const inOrder = ascending(client.store, after)
  for await (const { rows } of ahead(pagesOf(client, selection, atMost, after), signal)) {
    const orders = allRows(client.store, shopbaseOrder, rows.splice(0)).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    inOrder(orders.map(({ id }) => id))
    for (const order of drained(orders)) if (isWanted(order)) yield exportShopbaseOrder(order)
    await onPage?.()
  }
}
