import { inTurns } from '#server/platforms/ahead.ts'
import type { ShopifyClient, ShopifyPace } from '#server/platforms/shopify/client.ts'
import { cursorBehind } from '#server/platforms/shopify/every-page.ts'
import { orderGid } from '#server/platforms/shopify/gid.ts'
import { orderLines } from './documents.ts'
import { orderLinesSize, type OrderParts } from './parts.ts'
import { OrderLinesData, type ShopifyLine } from './wire.ts'
import type { PageInfo } from '#server/platforms/shopify/wire.ts'

/** The number of orders that are completed in parallel. It is small, because the shop has other requests to serve. */
const AT_ONCE = 3

type Cut<Line> = { legacyResourceId: string; lineItems?: { nodes: Line[]; pageInfo: PageInfo } | undefined }

/** The parts of a line item that are requested only if they are needed. */
type LineParts = Pick<OrderParts, 'variants' | 'pictures'>

/** The line items from a cursor to the end. */
async function linesBehind(
  client: ShopifyClient,
  id: string,
  after: string | null,
  { variants, pictures }: LineParts,
  pace: ShopifyPace,
): Promise<ShopifyLine[]> {
  const lines: ShopifyLine[] = []
  for (let cursor = after; ;) {
    const variables = { id: orderGid(id), lines: true, variants, pictures, linesAfter: cursor, ...orderLinesSize }
    const { order } = await client.ask(orderLines, OrderLinesData, variables, pace)
    // The order was deleted after its page was read. The line items so far are returned.
    if (!order?.lineItems) return lines
    lines.push(...order.lineItems.nodes)
    cursor = cursorBehind(client.store, order.lineItems, cursor)
    if (cursor === null) return lines
  }
}

/** Completes the orders whose line items did not fit on the page. The order of the list stays. */
export async function withAllLines<Line, Order extends Cut<Line | ShopifyLine>>(
  client: ShopifyClient,
  orders: readonly Order[],
  parts: LineParts,
  pace: ShopifyPace,
): Promise<Order[]> {
  const cut = orders.filter((order) => order.lineItems?.pageInfo.hasNextPage)
  const rest = await inTurns(cut, AT_ONCE, async ({ legacyResourceId: id, lineItems }) => {
    return [id, await linesBehind(client, id, lineItems?.pageInfo.endCursor ?? null, parts, pace)] as const
  })
  const restOf = new Map(rest)
  return orders.map((order) => {
    const more = restOf.get(order.legacyResourceId)
    if (!more || !order.lineItems) return order
    return { ...order, lineItems: { ...order.lineItems, nodes: [...order.lineItems.nodes, ...more] } }
  })
}
