import { z } from 'zod'
import { CatalogueSort } from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { Trail } from '#shared/paging.ts'
import { ProductStatus } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'

const values = z.array(z.string().min(1).max(255)).max(limits.filterValues).default([]).catch([])

/** The URL of the list of all stores' products. Every field has a fallback, so that an invalid link still opens the screen. */
export const CatalogueSearch = z.object({
  /** Empty: all that the person may read. */
  stores: z.array(StoreId).max(limits.assignments).default([]).catch([]),
  /** Without it, products of every status. The tabs choose it. */
  status: ProductStatus.optional().catch(undefined),
  search: z.string().max(limits.searchLength).default('').catch(''),
  stock: z.enum(['in', 'out']).optional().catch(undefined),
  vendor: values,
  productType: values,
  tag: values,
  sortKey: CatalogueSort.default('created').catch('created'),
  reverse: z.boolean().default(true).catch(true),
  limit: z
    .literal([...limits.pageSizes])
    .default(limits.defaultPageSize)
    .catch(limits.defaultPageSize),
  trail: Trail.default([]).catch([]),
  /** The product in the panel: the store's id and the product's, joined by a colon. */
  product: z
    .string()
    .regex(/^[^:]{1,64}:\d{1,20}$/)
    .optional()
    .catch(undefined),
})
export type CatalogueSearch = z.infer<typeof CatalogueSearch>
