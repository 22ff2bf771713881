import type { OrderSort } from '#shared/order-sorts.ts'
import { failure } from '#server/platforms/failures.ts'
import { foundIds } from '#server/platforms/ids.ts'
import { moneyText } from '#server/platforms/money.ts'
import type { ExportOrder, OrderPage, OrderPageQuery, OrderQuery, OrderWithCursor } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { RowReader } from '#server/platforms/rows.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { orderGid } from '#server/platforms/shopify/gid.ts'
import { withAllLines } from './complete.ts'
import { orderCount, orderIds, orderList, wholeOrder } from './documents.ts'
import { addressOf, exportShopifyOrder, fulfillmentStatusOf } from './map.ts'
import { everyPart } from './parts.ts'
import { orderSearchText } from './search.ts'
import { listedOrder, OrderCountData, OrderIdsData, OrderListData, WholeOrderData, type ListedOrder } from './wire.ts'

/** The scope for orders older than 60 days, which are hidden without it (shopify.dev, "Access scopes"). */
export const ALL_ORDERS = 'read_all_orders'

/** Shopify's name of each sort, and the sort value as far as the answer shows it. */
const sorts: Record<OrderSort, { key: string; rank: (order: ListedOrder) => string | number }> = {
  createdAt: { key: 'CREATED_AT', rank: (order) => Date.parse(order.createdAt) },
  orderName: { key: 'ORDER_NUMBER', rank: (order) => order.number },
  total: { key: 'TOTAL_PRICE', rank: (order) => Number(order.totalPriceSet) },
  customerName: { key: 'CUSTOMER_NAME', rank: (order) => (order.customer?.displayName ?? '').toLowerCase() },
  financialStatus: { key: 'FINANCIAL_STATUS', rank: (order) => (order.displayFinancialStatus ?? '').toLowerCase() },
  fulfillmentStatus: { key: 'FULFILLMENT_STATUS', rank: (order) => (order.displayFulfillmentStatus ?? '').toLowerCase() },
}

function listed(order: ListedOrder): OrderWithCursor['order'] {
  const { nodes } = order.lineItems
  return {
    platformOrderId: order.legacyResourceId,
    orderName: order.name,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt ?? null,
    customer: order.customer && { name: order.customer.displayName },
    total: moneyText(order.totalPriceSet, order.currencyCode),
    currency: order.currencyCode,
    financialStatus: order.displayFinancialStatus?.toLowerCase() ?? null,
    fulfillmentStatus: fulfillmentStatusOf(order.displayFulfillmentStatus),
    lineItems: nodes.map(({ name, quantity, sku }) => ({ name, quantity, sku })),
    lineItemsCount: nodes.length,
    shippingAddress: addressOf(order.shippingAddress),
    channel: order.sourceName,
  }
}

/** `reader` leaves out invalid rows. */
export async function listShopifyOrders(
  client: ShopifyClient,
  reader: RowReader,
  query: OrderPageQuery,
  signal?: AbortSignal,
): Promise<OrderPage> {
  const search = orderSearchText(query)
  if (search === null) return { items: [], hasNextPage: false, seesAllOrders: true }
  const { key, rank } = sorts[query.sortBy]
  const pace = { patience: patience.interactive, signal }
  const variables = {
    first: query.limit,
    after: query.after ?? null,
    query: search,
    sortKey: key,
    reverse: query.sortOrder === 'desc',
  }
  const { orders, currentAppInstallation } = await client.ask(orderList, OrderListData, variables, pace)
  const rows = orders.edges.map(({ cursor, node }) => ({ ...node, cursor }))
  const readable = reader.readable(listedOrder, rows)
  // Without a readable row, there is no cursor to continue from.
  if (readable.length === 0 && orders.pageInfo.hasNextPage) throw failure.answerInvalid(client.store, 'EMPTY_PAGE')
  const whole = await withAllLines(client, readable, { variants: false, pictures: false }, pace)
  return {
    items: whole.map((order) => ({ order: listed(order), cursor: order.cursor, rank: rank(order) })),
    hasNextPage: orders.pageInfo.hasNextPage,
    seesAllOrders: currentAppInstallation.accessScopes.some(({ handle }) => handle === ALL_ORDERS),
  }
}

export async function countShopifyOrders(client: ShopifyClient, query: OrderQuery, signal?: AbortSignal): Promise<number | null> {
  const pace = { patience: patience.interactive, signal }
  const search = orderSearchText(query)
  if (search === null) return 0
  const { ordersCount } = await client.ask(orderCount, OrderCountData, { query: search }, pace)
  return ordersCount?.count ?? null
}

export function existingShopifyOrders(client: ShopifyClient, ids: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
  return foundIds(ids, async (chunk) => {
    const pace = { patience: patience.interactive, signal }
    const { nodes } = await client.ask(orderIds, OrderIdsData, { ids: chunk.map(orderGid) }, pace)
    return nodes.flatMap((node) => node?.legacyResourceId ?? [])
  })
}

export async function getShopifyOrder(client: ShopifyClient, id: string, signal?: AbortSignal): Promise<ExportOrder | null> {
  const pace = { patience: patience.interactive, signal }
  const variables = { id: orderGid(id), ...everyPart, linesFirst: 250 }
  const { order } = await client.ask(wholeOrder, WholeOrderData, variables, pace)
  const [whole] = await withAllLines(client, order ? [order] : [], everyPart, pace)
  return whole ? exportShopifyOrder(whole) : null
}
