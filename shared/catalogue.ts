import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { NextCursor } from '#shared/paging.ts'
import { ProductId } from '#shared/product-id.ts'
import { ProductStatus } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'

/** What the list of all stores' products is sorted by: key, label and initial direction. */
export const catalogueSorts = [
  { key: 'created', label: 'Created', reverse: true },
  { key: 'updated', label: 'Updated', reverse: true },
  { key: 'title', label: 'Title', reverse: false },
  { key: 'store', label: 'Store', reverse: false },
  { key: 'status', label: 'Status', reverse: false },
  { key: 'price', label: 'Price', reverse: false },
  { key: 'stock', label: 'Stock', reverse: false },
  { key: 'vendor', label: 'Vendor', reverse: false },
  { key: 'productType', label: 'Type', reverse: false },
] as const
export const CatalogueSort = z.enum(catalogueSorts.map((sort) => sort.key))
export type CatalogueSort = z.infer<typeof CatalogueSort>

const FilterValue = z.string().min(1).max(255)
const FilterValues = z.union([FilterValue.transform((value) => [value]), z.array(FilterValue).max(limits.filterValues)])

export const CatalogueFilters = z
  .strictObject({
    status: ProductStatus,
    vendor: FilterValues,
    productType: FilterValues,
    tag: FilterValues,
    /** Whether any unit is left, of products whose stock is counted. */
    stock: z.enum(['in', 'out']),
  })
  .partial()
export type CatalogueFilters = z.infer<typeof CatalogueFilters>

export const CatalogueSearchRequest = z.strictObject({
  /** Default: every store whose products the caller may read. */
  storeIds: z.array(StoreId).min(1).max(limits.assignments).optional(),
  /** Words that a product has in its title, SKUs, barcodes, vendor, tags or handle, also inside other words and without accents. */
  search: z.string().max(limits.searchLength).default(''),
  filters: CatalogueFilters.prefault({}),
  sortKey: CatalogueSort.default('created'),
  /** Default: the usual direction of the sort. */
  reverse: z.boolean().optional(),
  limit: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
  cursor: z.string().min(1).max(limits.cursorLength).optional(),
})
export type CatalogueSearchRequest = z.infer<typeof CatalogueSearchRequest>

const Instant = z.iso.datetime()
export const CatalogueProduct = z.object({
  storeId: StoreId,
  storeName: z.string(),
  productId: ProductId,
  title: z.string(),
  handle: z.string(),
  image: z.string().nullable(),
  status: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  /** In `currency`, as decimal text. Null without variants. */
  priceRange: z.object({ min: z.string(), max: z.string() }).nullable(),
  currency: z.string(),
  /** The units of all variants together. Null where the shop counts no stock. */
  stock: z.int().nullable(),
  /** Those of the first variants, each once. */
  skus: z.array(z.string()),
  variantCount: z.int(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
})
export type CatalogueProduct = z.infer<typeof CatalogueProduct>

export const CatalogueSearchResponse = z.object({
  products: z.array(CatalogueProduct),
  nextCursor: NextCursor,
  /** Counted up to `catalogueCountAtMost`; `isAtLeast`: there may be more. */
  count: z.int(),
  isAtLeast: z.boolean(),
})
export type CatalogueSearchResponse = z.infer<typeof CatalogueSearchResponse>

export const CatalogueVariant = z.object({
  id: ProductId,
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  stock: z.int().nullable(),
})
export type CatalogueVariant = z.infer<typeof CatalogueVariant>

export const ComparedProduct = CatalogueProduct.extend({ variants: z.array(CatalogueVariant) })
export type ComparedProduct = z.infer<typeof ComparedProduct>
export const SameProduct = ComparedProduct.extend({ by: z.array(z.enum(['sku', 'barcode', 'handle'])) })
export type SameProduct = z.infer<typeof SameProduct>
/** `id`: the store's id and the product's, joined by a colon. */
export const CatalogueProductRequest = z.strictObject({ id: z.string().regex(/^[^:]{1,64}:\d{1,20}$/) })
/** `same`: the products of other stores, and of this one, that share an SKU, a barcode or the handle. */
export const CatalogueProductResponse = z.object({ product: ComparedProduct, same: z.array(SameProduct) })
export type CatalogueProductResponse = z.infer<typeof CatalogueProductResponse>

/**
 * How fresh a store's copy is. `off`: no copy is kept. `waiting`: nothing is there yet. `filling`: it is read for the first time, or anew.
 * `failing`: the last attempt to read the shop failed, so the copy ages.
 */
export const CatalogueState = z.enum(['off', 'waiting', 'filling', 'ready', 'failing'])
export type CatalogueState = z.infer<typeof CatalogueState>

export const CatalogueStore = z.object({
  storeId: StoreId,
  storeName: z.string(),
  /** Whether a copy of this store is wanted. */
  isOn: z.boolean(),
  state: CatalogueState,
  products: z.int(),
  variants: z.int(),
  /** When the copy was read as a whole for the last time. */
  filledAt: Instant.nullable(),
  /** When the shop was last asked for changes, with success. The copy is as old as this. */
  checkedAt: Instant.nullable(),
  /** The last change of a product that was seen. */
  changedAt: Instant.nullable(),
  /** When all ids and update times were last compared, and how many products differed then. */
  comparedAt: Instant.nullable(),
  differences: z.int().nullable(),
  /** Why the last attempt failed. */
  problem: z.string().nullable(),
})
export type CatalogueStore = z.infer<typeof CatalogueStore>
export const CatalogueStoresRequest = z.strictObject({})
/** `isOn`: whether copies are kept at all. */
export const CatalogueStoresResponse = z.object({ isOn: z.boolean(), stores: z.array(CatalogueStore) })
export type CatalogueStoresResponse = z.infer<typeof CatalogueStoresResponse>
export const CatalogueStoreRequest = z.strictObject({ id: StoreId })
export const CatalogueStoreUpdateRequest = z.strictObject({ id: StoreId, isOn: z.boolean() })
export const CatalogueStoreResponse = z.object({ store: CatalogueStore })

/** Whether copies are kept at all. */
export const CatalogueSwitchRequest = z.strictObject({ isOn: z.boolean() })
export const CatalogueSwitchResponse = z.object({ isOn: z.boolean() })
