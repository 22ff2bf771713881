import { api } from '#client/api.ts'
import { ListRange, type RangeOfList } from '#client/ui/list-range.tsx'
import { limits } from '#shared/limits.ts'
import type { ProductFilters } from '#shared/products.ts'

type Props = RangeOfList & { storeId: string; filters: ProductFilters }

/** The range of the matching products that is shown. The shop counts them in a separate call, so that rows do not wait for the count. */
export function ProductRange({ storeId, filters, ...range }: Props) {
  const { data } = api.products.count.useQuery({ storeId, filters }, { staleTime: limits.keptCounts.ttlMs, retry: false })
  return <ListRange {...range} count={data?.count} />
}
