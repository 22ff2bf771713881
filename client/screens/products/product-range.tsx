import { ListRange, type RangeOfList } from '#client/ui/list-range.tsx'
import type { ProductFilters } from '#shared/products.ts'
import { useProductCount } from './product-count.ts'

type Props = RangeOfList & { storeId: string; filters: ProductFilters }

/** The range of the matching products that is shown. The shop counts them in a separate call, so that rows do not wait for the count. */
export const ProductRange = ({ storeId, filters, ...range }: Props) => (
  <ListRange {...range} count={useProductCount({ storeId, filters })} />
)
