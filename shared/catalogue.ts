import { z } from 'zod'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import { CatalogueSort } from '#shared/catalogue-sorts.ts'
import { CopiedProductId } from '#shared/copied-product-id.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { NextCursor } from '#shared/paging.ts'
import type { Platform } from '#shared/platforms.ts'
import { ProductId } from '#shared/product-id.ts'
import { ProductStatus } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'

const FilterValue = z.string().min(1).max(limits.filterValueLength)
const refused = { error: catalogueMessages.filterValues }
const FilterValues = z.union(
  [FilterValue.transform((value) => [value]), z.array(FilterValue).min(1, refused).max(limits.filterValues, refused)],
  refused,
)

export const CatalogueFilters = z
  .strictObject({
    status: ProductStatus,
    vendor: FilterValues,
    productType: FilterValues,
    tag: FilterValues,
    /** `out`: all variants are counted, and none has a unit left. `in`: all others. */
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

/** Asked for, but without a complete copy: it is not kept, or read for the first time. What these stores have is missing from the answer. */
export const IncompleteStores = z.array(z.object({ storeId: StoreId, storeName: z.string() }))
export type IncompleteStores = z.infer<typeof IncompleteStores>

/**
 * What an answer says of the copies that it is made of. `asOf`: of the oldest of them, when its shop was last asked for changes. null: none of them is
 * complete.
 */
export const CopiesUsed = z.object({ asOf: Instant.nullable(), incomplete: IncompleteStores })
export type CopiesUsed = z.infer<typeof CopiesUsed>

export const CatalogueSearchResponse = z.object({
  products: z.array(CatalogueProduct),
  nextCursor: NextCursor,
  ...CopiesUsed.shape,
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

/** `asOf`: when the shop was last asked for changes. null: the copy is not complete. */
export const ComparedProduct = CatalogueProduct.extend({ variants: z.array(CatalogueVariant), asOf: Instant.nullable() })
export type ComparedProduct = z.infer<typeof ComparedProduct>
export const SameProduct = ComparedProduct.extend({ by: z.array(z.enum(['sku', 'barcode', 'handle'])) })
export type SameProduct = z.infer<typeof SameProduct>
/** `id`: the store's id and the product's, joined by a colon. */
export const CatalogueProductRequest = z.strictObject({ id: CopiedProductId })
/** `same`: the products of other stores, and of this one, that share an SKU, a barcode or the handle, the most in common first. `hasMore`: there are others. */
export const CatalogueProductResponse = z.object({
  product: ComparedProduct,
  same: z.array(SameProduct),
  hasMore: z.boolean(),
  ...CopiesUsed.shape,
})
export type CatalogueProductResponse = z.infer<typeof CatalogueProductResponse>

/**
 * How fresh a store's copy is. `off`: no copy is kept. `waiting`: nothing is there yet. `filling`: it is read for the first time, or anew.
 * `failing`: the last attempt to read the shop failed, so the copy ages.
 */
export const CatalogueState = z.enum(['off', 'waiting', 'filling', 'ready', 'failing'])
export type CatalogueState = z.infer<typeof CatalogueState>

/**
 * Whether a shop tells us of changes itself, so that they are seen within seconds. `off`: it is not asked to. `unavailable`: it cannot, and is asked
 * for changes instead.
 */
export const CatalogueWebhooks = z.enum(['on', 'off', 'unavailable'])
export type CatalogueWebhooks = z.infer<typeof CatalogueWebhooks>

/** Where a store's shop sends its messages to. */
export const deliveryPath = ({ platform, id }: { platform: Platform; id: string }): string => `/api/v1/catalogue/webhooks/${platform}/${id}`

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
  webhooks: CatalogueWebhooks,
  /** Why the shop does not tell us of changes, or what went wrong when it was last asked to. */
  webhooksReason: z.string().nullable(),
})
export type CatalogueStore = z.infer<typeof CatalogueStore>
export const CatalogueStoresRequest = z.strictObject({})
/** How much higher, in percent, a price may be than that of another store in the same currency, before they clash. */
const PriceTolerance = z.int().min(0).max(limits.clashes.tolerance)
/** `isOn`: whether copies are kept at all. */
export const CatalogueStoresResponse = z.object({ isOn: z.boolean(), priceTolerance: PriceTolerance, stores: z.array(CatalogueStore) })
export type CatalogueStoresResponse = z.infer<typeof CatalogueStoresResponse>
export const CatalogueStoreRequest = z.strictObject({ id: StoreId })
export const CatalogueStoreUpdateRequest = z.strictObject({ id: StoreId, isOn: z.boolean() })
export const CatalogueStoreResponse = z.object({ store: CatalogueStore })

/** `isOn`: whether copies are kept at all. What is left out stays as it is. */
export const CatalogueSwitchRequest = z
  .strictObject({ isOn: z.boolean(), priceTolerance: PriceTolerance })
  .partial()
  .refine((request) => Object.keys(request).length > 0, messages.settings.nothingGiven)
export type CatalogueSwitchRequest = z.infer<typeof CatalogueSwitchRequest>
export const CatalogueSwitchResponse = z.object({ isOn: z.boolean(), priceTolerance: PriceTolerance })
export type CatalogueSwitchResponse = z.infer<typeof CatalogueSwitchResponse>
