import type { OldestOrder, OrderQuery } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { oldestOrder, orderCounts } from './documents.ts'
import { orderSearchText } from './search.ts'
import { OldestOrderData, OrderCountsData } from './wire.ts'

/** One call for all queries. Those that nothing can match are not sent. */
export async function shopifyOrderCounts(client: ShopifyClient, queries: readonly OrderQuery[], signal?: AbortSignal) {
  const texts = queries.map(orderSearchText)
  const sent = texts.filter((text) => text !== null)
  if (sent.length === 0) return texts.map(() => 0)
  const variables = Object.fromEntries(sent.map((text, index) => [`q${index}`, text]))
  const pace = { patience: patience.interactive, signal }
  const counts = await client.ask(orderCounts(sent.length), OrderCountsData, variables, pace)
  let index = 0
  return texts.map((text) => (text === null ? 0 : (counts[`c${index++}`]?.count ?? null)))
}

export async function oldestShopifyOrder(client: ShopifyClient, query: OrderQuery, signal?: AbortSignal): Promise<OldestOrder | null> {
  const search = orderSearchText(query)
  if (search === null) return null
  const { orders } = await client.ask(oldestOrder, OldestOrderData, { query: search }, { patience: patience.interactive, signal })
  const [order] = orders.nodes
  return order ? { platformOrderId: order.legacyResourceId, orderName: order.name, createdAt: order.createdAt } : null
}
