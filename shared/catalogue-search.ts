import { z } from 'zod'
import { CatalogueSort } from '#shared/catalogue-sorts.ts'
import { CopiedProductId } from '#shared/copied-product-id.ts'
import { limits } from '#shared/limits.ts'
import { searchedPage } from '#shared/paging.ts'
import { ProductStatus } from '#shared/products.ts'
import { NamedStores } from '#shared/stores.ts'

const values = z.array(z.string().min(1).max(limits.filterValueLength)).max(limits.filterValues).default([]).catch([])

/** The URL of the list of all stores' products. Every field has a fallback, so that an invalid link still opens the screen. */
export const CatalogueSearch = z.object({
  /** Empty: all that the person may read. */
  stores: NamedStores,
  /** Without it, products of every status. The tabs choose it. */
  status: ProductStatus.optional().catch(undefined),
  search: z.string().max(limits.searchLength).default('').catch(''),
  stock: z.enum(['in', 'out']).optional().catch(undefined),
  vendor: values,
  productType: values,
  tag: values,
  sortKey: CatalogueSort.default('created').catch('created'),
  reverse: z.boolean().default(true).catch(true),
  ...searchedPage,
  /** The product in the panel: the store's id and the product's, joined by a colon. */
  product: CopiedProductId.optional().catch(undefined),
})
export type CatalogueSearch = z.infer<typeof CatalogueSearch>
