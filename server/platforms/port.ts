import { z } from 'zod'
import type { Platform, CredentialKind } from '#shared/platforms.ts'
import type { ProductField } from '#shared/product-fields.ts'
import type { OrderColumn } from '#shared/order-columns.ts'
import type { OrderSort } from '#shared/order-sorts.ts'
import type { FinancialStatus, FulfillmentStatus, Order, OrderDetail, SortOrder } from '#shared/orders.ts'
import type { ShopFacts } from '#shared/stores.ts'
import type { ShopHttp } from '#server/platforms/http.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import type { Product, ProductMetadata, ProductSortKey, ProductStatus } from '#shared/products.ts'

/** The secrets of each credential, as they are once decrypted. */
export type Secrets =
  | { kind: Extract<CredentialKind, 'accessToken'>; token: string }
  | { kind: Extract<CredentialKind, 'clientCredentials'>; clientId: string; clientSecret: string }
  | { kind: Extract<CredentialKind, 'apiPassword'>; apiKey: string; apiPassword: string }

type SecretsOf = {
  shopify: Extract<Secrets, { kind: 'accessToken' | 'clientCredentials' }>
  shopbase: Extract<Secrets, { kind: 'apiPassword' }>
}

/** What a connector needs to know of a store. `name` is what messages call it. */
export type Connection<P extends Platform = Platform> = {
  [K in P]: { platform: K; name: string; domain: string; secrets: SecretsOf[K] }
}[P]

/** One page, wherever it came from. `next` is opaque: a cursor or a last product id; `null` on the last page. */
export type Page<T> = { items: T[]; next: string | null }

/** Filters in the platform-neutral form: several values mean any of them; the instants are `from <= created < until`. */
export type ProductQuery = {
  search?: string
  status?: ProductStatus
  productType?: readonly string[]
  vendor?: readonly string[]
  tag?: readonly string[]
  collection?: readonly string[]
  createdFrom?: Date
  createdUntil?: Date
}
export type ProductPageQuery = ProductQuery & { limit: number; after?: string; sortKey?: ProductSortKey; reverse?: boolean }

/** Which products an export walks: those that a query matches, or those with the given ids (ascending). */
export type ProductSelection = { query: ProductQuery } | { ids: readonly string[] }

/** A product to be made. */
export type ProductDraft = Omit<ProductCreateRequest, 'storeId'>
/** An image that the product has, whose `alt` stays where it is undefined, or one that the platform fetches. */
export type ImageChange = { id: string; alt: string | null | undefined } | { url: string; alt: string | null }
/** What is to be changed of a product. Lists replace what was there: variants and images that stay are named by their ids. */
export type ProductChange = Omit<
  ProductUpdateRequest,
  'storeId' | 'productId' | 'variants' | 'images' | 'removeMissing' | 'expectedUpdatedAt'
> & {
  variants?: ProductDraft['variants']
  images?: readonly ImageChange[]
  /** Those that `images` leaves out; not every platform removes them by itself. */
  removedImages?: readonly string[]
}

export type ExportImage = { id: string; url: string; alt: string | null }
export type ExportVariant = {
  id: string
  sku: string | null
  barcode: string | null
  /** Decimal text as the platform gives it, at least two decimals. */
  price: string
  compareAtPrice: string | null
  cost: string | null
  /** In the order of the product's options. */
  optionValues: readonly string[]
  grams: number | null
  weightUnit: string | null
  inventoryTracker: string | null
  inventoryQuantity: number | null
  inventoryPolicy: 'deny' | 'continue' | null
  fulfillmentService: string | null
  requiresShipping: boolean | null
  taxable: boolean | null
  taxCode: string | null
  image: { id: string; url: string | null } | null
}
/** A whole product, with all of its variants and images, as the exportable fields need it. */
export type ExportProduct = {
  id: string
  title: string
  handle: string
  bodyHtml: string
  vendor: string
  productType: string
  tags: readonly string[]
  category: string | null
  published: boolean
  status: string
  giftCard: boolean
  seoTitle: string | null
  seoDescription: string | null
  templateSuffix: string | null
  customOption: string | null
  collections: readonly string[]
  options: readonly { name: string; linkedTo: string | null }[]
  images: readonly ExportImage[]
  variants: readonly ExportVariant[]
}

/** Filters of orders in the platform-neutral form: several values mean any of them; the instants are `from <= created < until`. */
export type OrderQuery = {
  search?: string
  financialStatus?: readonly FinancialStatus[]
  fulfillmentStatus?: readonly FulfillmentStatus[]
  createdFrom?: Date
  createdUntil?: Date
}
export type OrderPageQuery = OrderQuery & { limit: number; after?: string; sortBy: OrderSort; sortOrder: SortOrder }

/**
 * An order at its place in a list. `place` is opaque and leads on from right behind this order, wherever its page ended; `rank` is what the
 * platform sorted it by, in the form in which lists of several shops are merged.
 */
export type OrderWithCursor = { order: Omit<Order, 'storeId' | 'storeName'>; cursor: string; rank: string | number }
/** `seesAllOrders` false: the shop shows us the last 60 days only. */
export type OrderPage = { items: OrderWithCursor[]; hasNextPage: boolean; seesAllOrders: boolean }

/** Which orders an export walks: those that a query matches, or those with the given ids. */
export type OrderSelection = { query: OrderQuery } | { ids: readonly string[] }

/** A whole order, with all of its line items. */
export type ExportOrder = Omit<OrderDetail, 'storeId' | 'storeName'>

/** What a test of the connection learns. `missingScopes` lists what the product needs and the shop did not grant. */
export type ShopCheck = ShopFacts & { shopName: string; missingScopes: readonly string[]; seesAllOrders: boolean }

type Cancel = { signal?: AbortSignal }

/** Told `true` before the first thing that may be taken back, and `false` once all that were handed out stand. */
export type OnLoose = (isLoose: boolean) => void

/** What was handed out since `onLoose(true)` does not stand: the walk has to begin anew, and without `onLoose`. */
export class RolledBack extends Error {}

/**
 * What a shop carries out for a walk while nobody has to stay connected: its id there, what it was asked, and the id behind which it
 * begins. `begunAt`: milliseconds since 1970.
 */
export const BulkOperation = z.object({ id: z.string(), query: z.string(), after: z.string().nullable(), begunAt: z.number() })
export type BulkOperation = z.infer<typeof BulkOperation>

/** Remembers the operation of a walk, so that the walk of a later attempt finds it again. */
export type OperationMemory = {
  known: BulkOperation | null
  keep(operation: BulkOperation): Promise<void>
  /** Whether a later attempt goes on where this one was aborted for such a reason. */
  outlives(reason: unknown): boolean
}

/**
 * `atMost`: how many things will be read; where that is known, no more of them are asked for. `after`: the walk begins behind
 * the one with this id, which is how an export goes on where it was. `onLoose`: things may be handed out before it is sure that none
 * is missing between them, which is sooner. `onPage`: all things of a page were handed out, and the next page may be long in coming. `byPages`:
 * somebody waits for the first thing, which an operation would keep for long.
 */
export type WalkOptions = Cancel & {
  atMost?: number
  after?: string
  onProvisional?: OnLoose
  onPage?: () => Promise<void>
  byPages?: boolean
  operation?: OperationMemory
}

/**
 * What a shop can do for us. Every method speaks our words, never the platform's, and throws an `AppError` whose message
 * names the store. `signal` stops the calls to the shop.
 */
export type Shop = {
  check(options?: Cancel): Promise<ShopCheck>
  /** What there is to be said of the shop's answers so far, in sentences. */
  notices(): readonly string[]
  products(query: ProductPageQuery, options?: Cancel): Promise<Page<Product>>
  /** Throws what is not sure to have had no effect once only: a product must not be made twice. */
  createProduct(draft: ProductDraft, options?: Cancel): Promise<ProductDetail>
  /** One whole product; `null` where the shop has no such. */
  product(id: string, options?: Cancel): Promise<ProductDetail | null>
  /** Changes what is given; `null` where the shop has no such product. */
  updateProduct(id: string, change: ProductChange, options?: Cancel): Promise<ProductDetail | null>
  metadata(options?: Cancel): Promise<ProductMetadata>
  /** How many products match; `null` where the platform cannot count that. */
  countProducts(query: ProductQuery, options?: Cancel): Promise<number | null>
  /** Those of the fields whose values the shop keeps from us; a walk leaves them empty. */
  hiddenFields(fields: readonly ProductField[], options?: Cancel): Promise<readonly ProductField[]>
  /** Those of the given ids that the shop has. */
  existingProducts(ids: readonly string[], options?: Cancel): Promise<ReadonlySet<string>>
  /** About how long `walkProducts` takes for so many products by pages, in milliseconds. Of the shop's rate limit, calls before tell how full it is. */
  productsMs(count: number, fields: readonly ProductField[], options?: Cancel): Promise<number>
  /**
   * Whole products in ascending id order, one by one; the next page is under way while one is used. `fields` says what will
   * be read of them, so that nothing else is asked for. Stop reading and the paging stops.
   */
  walkProducts(selection: ProductSelection, fields: readonly ProductField[], options?: WalkOptions): AsyncGenerator<ExportProduct>
  /** One page of the order list, by a sort that the platform's traits name. */
  orders(query: OrderPageQuery, options?: Cancel): Promise<OrderPage>
  /** `null` where the shop has, or shows, no such order. */
  order(id: string, options?: Cancel): Promise<ExportOrder | null>
  /** How many orders match; `null` where the platform cannot count that. */
  countOrders(query: OrderQuery, options?: Cancel): Promise<number | null>
  /** Those of the given ids that the shop has, and shows. */
  existingOrders(ids: readonly string[], options?: Cancel): Promise<ReadonlySet<string>>
  /** False where the shop shows the orders of the last 60 days only. */
  seesAllOrders(options?: Cancel): Promise<boolean>
  /** Has a look at what the shop keeps from us of what these columns show; `notices` tells it afterwards. */
  inspectOrders(columns: readonly OrderColumn[], options?: Cancel): Promise<void>
  /** About how long `walkOrders` takes for so many orders by pages, in milliseconds. */
  ordersMs(count: number, columns: readonly OrderColumn[]): number
  /** Whole orders in ascending id order, like `walkProducts`. Parts that no column needs may be empty. */
  walkOrders(selection: OrderSelection, columns: readonly OrderColumn[], options?: WalkOptions): AsyncGenerator<ExportOrder>
}

/** A connector: speaks to a shop of its platform through the way given. */
export type Connect<P extends Platform> = (connection: Connection<P>, http: ShopHttp) => Shop
