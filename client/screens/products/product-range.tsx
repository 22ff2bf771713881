import { api } from '#client/api.ts'
import { ListRange, type RangeOfList } from '#client/ui/list-range.tsx'
import { limits } from '#shared/limits.ts'
import type { ProductFilters } from '#shared/products.ts'

type Props = RangeOfList & { storeId: string; filters: ProductFilters }

/** Which of all matching products are shown. The shop counts them after the page is there, so that no row waits for it. */
export function ProductRange({ storeId, filters, ...range }: Props) {
  const { data } = api.products.count.useQuery({ storeId, filters }, { staleTime: limits.keptCounts.ttlMs, retry: false })
  return <ListRange {...range} count={data?.count} />
}
