import type { OrderColumn } from '#shared/order-columns.ts'
import { ahead, drained } from '#server/platforms/ahead.ts'
import { ascending } from '#server/platforms/ascending.ts'
import type { ExportOrder, OrderQuery, OrderSelection, WalkOptions } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { allRows } from '#server/platforms/rows.ts'
import { bulkBeginning, bulkItems, worthBulkMs, type Bulk, type BulkTools } from '#server/platforms/shopify/bulk/walk.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { shopifyPagesByIds, pagesByQuery, type ConnectionRoot, type Walk } from '#server/platforms/shopify/pages.ts'
import { orderGid } from '#server/platforms/shopify/gid.ts'
import type { ShopQuestion } from '#server/platforms/shopify/asked-once.ts'
import { bulkOrders, orderOf } from './bulk.ts'
import { withAllLines } from './complete.ts'
import { orderExportByIds, orderExportPage } from './documents.ts'
import { exportShopifyOrder } from './map.ts'
import { hasWithheld, orderPageCost, orderPageSize, orderPartsFor, type OrderParts } from './parts.ts'
import { orderSearchText } from './search.ts'
import { shopifyPagesMs, type Paging } from '#server/platforms/shopify/paging-time.ts'
import { searchAbove } from '#server/platforms/shopify/terms.ts'
import { countShopifyOrders } from './list.ts'
import { visibleParts } from './terms.ts'
import { shopifyOrder } from './wire.ts'

const wholeOrders: ConnectionRoot = { root: 'orders', page: orderExportPage, byIds: orderExportByIds, gid: orderGid }

export type OrderTools = BulkTools & { seesTerms: ShopQuestion<boolean> }

const pagingOf = (parts: OrderParts): Paging => ({ first: orderPageSize.first, cost: orderPageCost(parts) })

/** The estimated time of pages for this number of orders, in milliseconds. */
export const ordersMs = (client: ShopifyClient, count: number, columns: readonly OrderColumn[]): number =>
  shopifyPagesMs(client, pagingOf(orderPartsFor(columns)), count)

/** The bulk operation for the orders, or null where pages are better. */
async function bulkFor(tools: BulkTools, query: OrderQuery, parts: OrderParts, options: WalkOptions): Promise<Bulk<ExportOrder> | null> {
  const { client } = tools
  const { signal, after, onProvisional, operation: memory } = options
  const search = orderSearchText(query)
  if (search === null) return null
  // A bulk operation fails as a whole if the shop hides any of its fields from us.
  if (hasWithheld(parts, client.withheld)) return null
  const longestMs = await worthBulkMs(tools, options, pagingOf(parts), () => countShopifyOrders(client, query, signal))
  if (longestMs === null) return null
  const read = (lines: string) => exportShopifyOrder(orderOf(lines, parts, client.store))
  const begin = bulkBeginning(memory, after, (above) => bulkOrders(parts, searchAbove(search, above)))
  return { ...tools, ...begin, longestMs, memory, read, signal, after, onProvisional }
}

/** Complete orders in ascending id order. */
export async function* walkShopifyOrders(
  tools: OrderTools,
  selection: OrderSelection,
  columns: readonly OrderColumn[],
  options: WalkOptions = {},
): AsyncGenerator<ExportOrder> {
  const parts = await visibleParts(orderPartsFor(columns), tools.seesTerms, options.signal)
  const bulk = 'query' in selection ? await bulkFor(tools, selection.query, parts, options) : null
  const pages = () => ordersOfPages(tools.client, selection, parts, options)
  yield* bulk ? bulkItems(bulk, pages) : pages()
}

async function* ordersOfPages(
  client: ShopifyClient,
  selection: OrderSelection,
  parts: OrderParts,
  { signal, atMost = Number.POSITIVE_INFINITY, after, onPage }: WalkOptions,
): AsyncGenerator<ExportOrder> {
  const walk: Walk = { client, kind: wholeOrders, variables: parts, size: orderPageSize, costOf: () => orderPageCost(parts), atMost }
  const inOrder = ascending(client.store, after)
  const first =
    'ids' in selection ? shopifyPagesByIds(walk, selection.ids, after) : pagesByQuery(walk, orderSearchText(selection.query), after)
  for await (const { nodes } of ahead(first, signal)) {
    // `splice` empties the page, which stays in memory until the next one has arrived.
    const read = allRows(client.store, shopifyOrder, nodes.splice(0))
    const orders = await withAllLines(client, read, parts, { patience: patience.export, signal })
    inOrder(orders.map(({ legacyResourceId }) => legacyResourceId))
    for (const order of drained(orders)) yield exportShopifyOrder(order)
    await onPage?.()
  }
}
