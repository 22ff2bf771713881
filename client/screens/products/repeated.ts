import type { Repeated } from '#client/schedules/draft.ts'
import { limits } from '#shared/limits.ts'
import { productFields } from '#shared/product-fields.ts'
import type { ProductFilters } from '#shared/products.ts'

/** The export of all products that the filters let through, with all fields and as many products as one file can have. */
export const repeatedProducts = (storeId: string, filter: ProductFilters): Repeated => ({
  type: 'product_export',
  request: { storeId, config: { fields: [...productFields], filter, maxItemsPerFile: limits.maxItems.max } },
})
