import type { CountResponse } from '#shared/counts.ts'
import type { OrderCountRequest } from '#shared/orders.ts'
import type { Deps } from '#server/deps.ts'
import { patience } from '#server/platforms/retry.ts'
import { canSearch, toOrderQuery } from '#server/orders/query.ts'
import { shopOf, type StoreRow } from '#server/stores/service.ts'

/**
 * The number of orders that match in all stores, at most a minute old. Stores that cannot search for the text have none, as in the list.
 * Throws the error of the first shop that fails, because a sum without it would be wrong.
 */
export async function countOrders(
  deps: Deps,
  stores: readonly StoreRow[],
  request: OrderCountRequest,
  signal: AbortSignal,
): Promise<CountResponse> {
  const searched = stores.filter(({ platform }) => canSearch(platform, request.search))
  const counts = await Promise.all(
    searched.map((store) => {
      const query = toOrderQuery(store, request)
      return deps.keptCounts.of(store, { orders: query }, () =>
        shopOf(deps, store, { patience: patience.counts }).countOrders(query, { signal }),
      )
    }),
  )
  return { count: counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0) }
}
