import { api } from '#client/api.ts'
import { ListRange, type RangeOfList } from '#client/ui/list-range.tsx'
import { limits } from '#shared/limits.ts'
import type { OrderCountRequest } from '#shared/orders.ts'

type Props = RangeOfList & { request: OrderCountRequest }

/** Which of all matching orders are shown. The shops count them after the page is there, so that no row waits for it. */
export function OrderRange({ request, ...range }: Props) {
  const { data } = api.orders.count.useQuery(request, { staleTime: limits.keptCounts.ttlMs, retry: false })
  return <ListRange {...range} count={data?.count} />
}
