import { z } from 'zod'
import type { Platform, CredentialKind } from '#shared/platforms.ts'
import type { Market } from '#shared/markets.ts'
import type { MetafieldDefinition } from '#shared/metafields.ts'
import type { ProductColumn, ProductField } from '#shared/product-fields.ts'
import type { OrderColumn } from '#shared/order-columns.ts'
import type { OrderSort } from '#shared/order-sorts.ts'
import type { FinancialStatus, FulfillmentStatus, Order, OrderDetail, SortOrder } from '#shared/orders.ts'
import type { ShopFacts } from '#shared/stores.ts'
import type { ShopHttp } from '#server/platforms/http.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import type { ListedProduct, ProductInclude, ProductMetadata, ProductSortKey, ProductStatus } from '#shared/products.ts'

/** The tokens of an approved app, which are renewed. */
export type TokenSource = {
  /** The token to use now. Throws the shop's refusals. */
  current(signal?: AbortSignal): Promise<string>
  /** The token after the one that the shop refused before its end. */
  after(refused: string, signal?: AbortSignal): Promise<string>
}

/** The decrypted secrets of each kind of credential. */
export type Secrets =
  | { kind: Extract<CredentialKind, 'accessToken'>; token: string }
  | { kind: Extract<CredentialKind, 'clientCredentials'>; clientId: string; clientSecret: string }
  | { kind: Extract<CredentialKind, 'appGrant'>; tokens: TokenSource }
  | { kind: Extract<CredentialKind, 'apiPassword'>; apiKey: string; apiPassword: string }

type SecretsOf = {
  shopify: Extract<Secrets, { kind: 'accessToken' | 'clientCredentials' | 'appGrant' }>
  shopbase: Extract<Secrets, { kind: 'apiPassword' }>
}

/** The credentials of the app that a shop knows. */
export type AppOfShop = { clientId: string; clientSecret: string }

/** The store's data that a connector needs. Messages show `name`. */
export type Connection<P extends Platform = Platform> = {
  [K in P]: { platform: K; name: string; domain: string; secrets: SecretsOf[K] }
}[P]

/** One page of a list. `next` is opaque: a cursor or a last product id. It is `null` on the last page. */
export type Page<T> = { items: T[]; next: string | null }

/**
 * Product filters without platform terms. An item matches if it has any of several values. The dates are `from <= created < until` and
 * `from <= updated`.
 */
export type ProductQuery = {
  search?: string
  status?: ProductStatus
  productType?: readonly string[]
  vendor?: readonly string[]
  tag?: readonly string[]
  collection?: readonly string[]
  createdFrom?: Date
  createdUntil?: Date
  updatedFrom?: Date
}
export type ProductPageQuery = ProductQuery & {
  limit: number
  include?: readonly ProductInclude[]
  after?: string
  sortKey?: ProductSortKey
  reverse?: boolean
}

/** Which products an export walks: those that a query matches, or those with the given ids (ascending). */
export type ProductSelection = { query: ProductQuery } | { ids: readonly string[] }

/** The data of a new product. */
export type ProductDraft = Omit<ProductCreateRequest, 'storeId'>
/** An existing image of the product (an undefined `alt` stays as it is), or a new one that the platform fetches. */
export type ImageChange = { id: string; alt: string | null | undefined } | { url: string; alt: string | null }
/** The changes of a product. Lists replace the old ones. Variants and images that stay are identified by their ids. */
export type ProductChange = Omit<
  ProductUpdateRequest,
  'storeId' | 'productId' | 'variants' | 'images' | 'removeMissing' | 'expectedUpdatedAt'
> & {
  variants?: ProductDraft['variants']
  images?: readonly ImageChange[]
  /** The existing images that `images` leaves out. Not every platform removes them by itself. */
  removedImages?: readonly string[]
}

/** What buyers in a market pay, as decimal text, and its currency (ISO 4217). */
export type MarketPrice = { price: string; compareAtPrice: string | null; currency: string }

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
  /** The amount in one unit of sale and the amount that a unit price is for, with their units ("ml"). */
  unitPrice: { total: number; totalUnit: string; base: number; baseUnit: string } | null
  /** By the handles of the requested markets. */
  marketPrices: ReadonlyMap<string, MarketPrice>
}
/** A complete product, with all of its variants and images, as the exportable fields need it. */
export type ExportProduct = {
  id: string
  /** When it was created and last changed, by the shop's clock (ISO, UTC). null where the shop does not tell. */
  createdAt: string | null
  updatedAt: string | null
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
  /** The values of the requested metafields by `namespace.key`, as the shop stores them. Those without a value are missing. */
  metafields: Readonly<Record<string, string>>
  /** Whether buyers in the requested markets can buy it, by the markets' handles. */
  inMarkets: ReadonlyMap<string, boolean>
}

/** Order filters without platform terms, like `ProductQuery`. */
export type OrderQuery = {
  search?: string
  financialStatus?: readonly FinancialStatus[]
  fulfillmentStatus?: readonly FulfillmentStatus[]
  createdFrom?: Date
  createdUntil?: Date
  updatedFrom?: Date
}
export type OrderPageQuery = OrderQuery & { limit: number; after?: string; sortBy: OrderSort; sortOrder: SortOrder }

/**
 * An order of a list. `cursor` is opaque: a page can start right after this order. `rank` is the sort value of the platform, in the form
 * that merges the lists of several shops.
 */
export type OrderWithCursor = { order: Omit<Order, 'storeId' | 'storeName'>; cursor: string; rank: string | number }
/** `seesAllOrders` is false where the shop shows only the orders of the last 60 days. */
export type OrderPage = { items: OrderWithCursor[]; hasNextPage: boolean; seesAllOrders: boolean }

/** What names an order, and its date (ISO, UTC). */
export type OldestOrder = Pick<Order, 'platformOrderId' | 'orderName' | 'createdAt'>

/** Which orders an export walks: those that a query matches, or those with the given ids. */
export type OrderSelection = { query: OrderQuery } | { ids: readonly string[] }

/** Data of an order that only files show. Amounts are decimal text like those of `OrderDetail`; null: none, or the platform has none. */
type FiledOrder = {
  outstanding: string | null
  duties: string | null
  /** `name` includes the rate if the platform sends it as a percentage: "VAT 19%". */
  taxLines: readonly { name: string; amount: string }[]
  billingProvinceName: string | null
  shippingProvinceName: string | null
  /** `nextDueAt`: when the first unpaid payment is due (ISO, UTC); null: all are paid, or none has a date yet. */
  paymentTerms: { name: string; nextDueAt: string | null } | null
}

/** A complete order, with all of its line items. */
export type ExportOrder = Omit<OrderDetail, 'storeId' | 'storeName'> & FiledOrder

/** The result of a connection test: the scopes that the shop did not grant. */
export type ShopCheck = ShopFacts & {
  shopName: string
  /** Of those that the product needs. */
  missingScopes: readonly string[]
  /** Of those that only some columns of exports need. */
  missingColumnScopes: readonly string[]
  seesAllOrders: boolean
}

type Cancel = { signal?: AbortSignal }

/** Called with `true` before the first provisional item, and with `false` once all items so far are committed. */
export type OnProvisional = (isProvisional: boolean) => void

/** The items since `onProvisional(true)` are rolled back. The walk has to restart, without `onProvisional`. */
export class RolledBack extends Error {}

/**
 * A bulk operation of a shop: its id, its query and the id that its items follow. It runs without a connection. `begunAt` is in
 * milliseconds since 1970.
 */
export const BulkOperation = z.object({ id: z.string(), query: z.string(), after: z.string().nullable(), begunAt: z.number() })
export type BulkOperation = z.infer<typeof BulkOperation>

/** Stores the bulk operation of a walk, so that the walk of a later attempt finds it again. */
export type OperationMemory = {
  known: BulkOperation | null
  keep(operation: BulkOperation): Promise<void>
  /** Whether a later attempt resumes after an abort for this reason. */
  outlives(reason: unknown): boolean
}

/**
 * `atMost`: the maximum number of items to read, where it is known. `after`: the walk starts after this id, so that an export can resume.
 * `onProvisional`: the walk may yield items before it is sure that none is missing between them, which is faster. `onPage`: called after
 * the last item of a page, because the next page may take long. `byPages`: the caller waits for the first item, so the walk uses pages
 * instead of a slower-starting bulk operation.
 */
export type WalkOptions = Cancel & {
  atMost?: number
  after?: string
  onProvisional?: OnProvisional
  onPage?: () => Promise<void>
  byPages?: boolean
  operation?: OperationMemory
}

/**
 * The operations of a shop. Every method uses platform-neutral terms and throws an `AppError` whose message names the store. `signal`
 * aborts the calls to the shop.
 */
export type Shop = {
  check(options?: Cancel): Promise<ShopCheck>
  /** Notices about the shop's answers so far, as sentences. Those of `withheld` are among them. */
  notices(): readonly string[]
  /** The data that the shop has hidden from us so far, as sentences. */
  withheld(): readonly string[]
  products(query: ProductPageQuery, options?: Cancel): Promise<Page<ListedProduct>>
  /** Never retries a create call that may have succeeded, because a product must not be created twice. */
  createProduct(draft: ProductDraft, options?: Cancel): Promise<ProductDetail>
  /** One complete product, or `null` where the shop does not have it. */
  product(id: string, options?: Cancel): Promise<ProductDetail | null>
  /** Changes the given parts. Returns `null` where the shop does not have the product. */
  updateProduct(id: string, change: ProductChange, options?: Cancel): Promise<ProductDetail | null>
  metadata(options?: Cancel): Promise<ProductMetadata>
  /** The definitions of the products' metafields, by name. Empty where the platform has none. */
  metafields(options?: Cancel): Promise<readonly MetafieldDefinition[]>
  /** The active markets whose prices can be exported, by name. `null` where the shop hides them from us; empty where the platform has none. */
  markets(options?: Cancel): Promise<readonly Market[] | null>
  /** The number of matching products, or `null` where the platform cannot count them. */
  countProducts(query: ProductQuery, options?: Cancel): Promise<number | null>
  /** The fields whose values the shop hides from us. A walk leaves them empty. */
  hiddenFields(columns: readonly ProductColumn[], options?: Cancel): Promise<readonly ProductField[]>
  /** The given ids that exist in the shop. */
  existingProducts(ids: readonly string[], options?: Cancel): Promise<ReadonlySet<string>>
  /** The estimated duration of `walkProducts` by pages, in milliseconds. It uses the rate limit that earlier calls reported. */
  productsMs(count: number, columns: readonly ProductColumn[], options?: Cancel): Promise<number>
  /**
   * Complete products in ascending id order. The walk fetches the next page while the caller uses the current one, and requests only
   * `columns`. It stops when the caller stops reading.
   */
  walkProducts(selection: ProductSelection, columns: readonly ProductColumn[], options?: WalkOptions): AsyncGenerator<ExportProduct>
  /** One page of the order list, by a sort that the platform's traits name. */
  orders(query: OrderPageQuery, options?: Cancel): Promise<OrderPage>
  /** `null` where the shop does not have the order or hides it. */
  order(id: string, options?: Cancel): Promise<ExportOrder | null>
  /** The number of matching orders, or `null` where the platform cannot count them. */
  countOrders(query: OrderQuery, options?: Cancel): Promise<number | null>
  /** The number of orders of each query, like `countOrders`, with as few calls as the platform allows. */
  orderCounts(queries: readonly OrderQuery[], options?: Cancel): Promise<readonly (number | null)[]>
  /** The first of the matching orders by date. `null` where there is none or the platform cannot find it. */
  oldestOrder(query: OrderQuery, options?: Cancel): Promise<OldestOrder | null>
  /** The given ids that exist in the shop and are visible. */
  existingOrders(ids: readonly string[], options?: Cancel): Promise<ReadonlySet<string>>
  /** False where the shop shows the orders of the last 60 days only. */
  seesAllOrders(options?: Cancel): Promise<boolean>
  /** Finds out which data of these columns the shop hides from us. `notices` reports it afterwards. */
  inspectOrders(columns: readonly OrderColumn[], options?: Cancel): Promise<void>
  /** The estimated duration of `walkOrders` by pages, in milliseconds. */
  ordersMs(count: number, columns: readonly OrderColumn[]): number
  /** Complete orders in ascending id order, like `walkProducts`. Parts that no column needs may be empty, and so may pictures. */
  walkOrders(selection: OrderSelection, columns: readonly OrderColumn[], options?: WalkOptions): AsyncGenerator<ExportOrder>
  /**
   * Has the shop tell the address of new, changed and deleted products. What is there already is kept, a subscription of ours to another host is
   * changed, and one too many is removed.
   */
  subscribe(address: string, options?: Cancel): Promise<void>
  /** Ends what `subscribe` began. */
  unsubscribe(address: string, options?: Cancel): Promise<void>
}

/** A connector: calls a shop of its platform through the given HTTP client. */
export type Connect<P extends Platform> = (connection: Connection<P>, http: ShopHttp) => Shop
