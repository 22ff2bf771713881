import { z } from 'zod'
import type { OldestOrder, OrderQuery } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { ShopbaseOrder } from '#server/platforms/shopbase/order-wire.ts'
import { countShopbaseOrders, orderParameters } from '#server/platforms/shopbase/orders.ts'
import { PAGE_LIMIT } from '#server/platforms/shopbase/pages.ts'

/** One call for each query, one after the other, so that people's calls come between them. */
export async function shopbaseOrderCounts(client: ShopbaseClient, queries: readonly OrderQuery[], signal?: AbortSignal) {
  const counts: (number | null)[] = []
  for (const query of queries) counts.push(await countShopbaseOrders(client, query, signal))
  return counts
}

const wanted = ShopbaseOrder.pick({ id: true, name: true, created_at: true })
const NamedOrders = z.object({ orders: z.array(wanted) })

/**
 * ShopBase has no sort for orders. `null` where they do not fit on one page, because the oldest of a page may not be the oldest of all. As in
 * order-windows.ts, a short page does not prove that it has all of them.
 */
export async function oldestShopbaseOrder(client: ShopbaseClient, query: OrderQuery, signal?: AbortSignal): Promise<OldestOrder | null> {
  const fields = Object.keys(wanted.shape).join(',')
  const pageOf = async (page: number) => {
    const parameters = { ...orderParameters(query), limit: PAGE_LIMIT, page, fields }
    return (await client.get('orders', NamedOrders, parameters, { patience: patience.interactive, signal })).orders
  }
  const orders = await pageOf(1)
  const [oldest] = orders.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
  if (!oldest || orders.length >= PAGE_LIMIT) return null
  const ids = new Set(orders.map(({ id }) => id))
  if (!(await pageOf(2)).every(({ id }) => ids.has(id))) return null
  return { platformOrderId: oldest.id, orderName: oldest.name, createdAt: oldest.created_at }
}
