import { openBucket } from './bucket.ts'
import type { Bucket } from './bucket.ts'
import { catalogueOf } from './catalogue/catalogue.ts'
import type { CatalogueOrder } from './catalogue/order-record.ts'
import { newOrder, ordersOf } from './catalogue/orders.ts'
import type { Catalogue, CatalogueProduct } from './catalogue/record.ts'
import { edited, withProduct } from './catalogue/edit.ts'
import type { ProductEdit } from './catalogue/edit.ts'
import { startClock } from './clock.ts'
import type { Clock } from './clock.ts'
import { openWebhooks } from './webhooks/webhooks.ts'
import type { Webhooks } from './webhooks/webhooks.ts'
import type { ShopbaseSettings, ShopifySettings, ShopSettings, Tuning } from './settings.ts'

const COST_BUCKET: { maximumAvailable: number; restoreRate: number; available?: number | undefined } = {
  maximumAvailable: 2000,
  restoreRate: 100,
}
const QUERY_LIMIT = 1000
const CALL_BUCKET = { size: 30, leakRate: 2 }

/** One running shop: its settings and its state. */
export type Shop<Settings extends ShopSettings = ShopSettings> = {
  readonly settings: Settings
  readonly clock: Clock
  /** Generated on first use, then cached. */
  readonly catalogue: () => Catalogue
  /** The catalogue as an answer shows it: see `staleReads`. */
  readonly shown: () => Catalogue
  /** Creates a product (`null`), or changes one. `at`: milliseconds since 1970; default: now. */
  readonly saveProduct: (known: CatalogueProduct | null, edit: ProductEdit, at?: number) => CatalogueProduct
  readonly removeProduct: (id: string) => void
  /** What it tells of new, changed and removed products, and to whom. */
  readonly webhooks: Webhooks
  /** All orders so far, in ascending order of id. */
  readonly orders: () => readonly CatalogueOrder[]
  /** Places a new order now. */
  readonly placeOrder: () => CatalogueOrder
  /** `at`: milliseconds since 1970; default: now. */
  readonly changeOrder: (id: string, change: Partial<CatalogueOrder>, at?: number) => void
  readonly removeOrder: (id: string) => void
  /** Tokens that were handed out to apps, with their end in the shop's time. */
  readonly tokens: Map<string, number>
  /** Codes of approvals that were not exchanged yet, with the address that issued them. */
  readonly codes: Map<string, { host: string; endsAt: number }>
  /** Tokens that renew others, each with the address that issued it. `precedes`: the successor, whose use ends this one. */
  readonly refreshTokens: Map<string, { host: string; endsAt: number; precedes: string | null }>
  /** The only expiring token of the app at each address. */
  readonly expiringTokens: Map<string, string>
  redirectUris: readonly string[]
  isInstalled: boolean
  /** Whether tokens that never expire are refused. */
  demandsExpiring: boolean
  refusesGrant: NonNullable<Tuning['refusesGrant']> | null
  standing: NonNullable<Tuning['standing']>
  latencyMs: number
  /** How long a bulk operation takes, in the shop's time. */
  bulkMs: number
  bulkEnd: NonNullable<Tuning['bulkEnd']>
  /** The most that one of Shopify's queries may cost. */
  queryLimit: number
  /** Whether one that was carried out before leaves the same file. */
  reusesBulkFiles: boolean
  /** How fast its files are sent; null: as fast as can be. */
  fileBytesPerSecond: number | null
  gzip: boolean
  scopes: readonly string[]
  /** Shopify's query points; null when switched off. */
  costBucket: Bucket | null
  /** The share of Shopify's answers that show the catalogue as it was before its last change. */
  staleReads: number
  /** ShopBase's calls; null when switched off. */
  callBucket: Bucket | null
}

export function openShop(settings: ShopSettings): Shop {
  const clock = startClock()
  let placed: readonly CatalogueOrder[] | null = null
  const orders = () => (placed ??= ordersOf(settings))
  let changed: Catalogue | null = null
  let before: Catalogue | null = null
  let reads = 0
  // Spread evenly, and in each run alike.
  const shown = () => (before && (++reads * 0.6180339887498949) % 1 < shop.staleReads ? before : catalogue())
  const webhooks = openWebhooks(settings, clock)
  const catalogue = () => changed ?? catalogueOf(settings)
  // Their ids are never given again.
  const removed = { products: 0, orders: 0 }
  const saveProduct = (known: CatalogueProduct | null, edit: ProductEdit, at = clock.now()) => {
    const product = edited(settings.platform, catalogue().products.length + removed.products, known, edit, at)
    before = catalogue()
    changed = withProduct(before, product)
    webhooks.tell(known ? 'products/update' : 'products/create', product)
    return product
  }
  const removeProduct = (id: string) => {
    removed.products += 1
    const gone = catalogue().products.find((product) => product.id === id)
    if (gone) webhooks.tell('products/delete', gone)
    changed = { ...catalogue(), products: catalogue().products.filter((product) => product.id !== id) }
  }
  const placeOrder = () => {
    const order = newOrder(settings, orders().length + removed.orders, clock.now())
    placed = [...orders(), order]
    return order
  }
  const changeOrder = (id: string, change: Partial<CatalogueOrder>, at = clock.now()) => {
    const updatedAt = Math.floor(at / 1000) * 1000
    placed = orders().map((order) => (order.id === id ? { ...order, ...change, updatedAt } : order))
  }
  const removeOrder = (id: string) => {
    removed.orders += 1
    placed = orders().filter((order) => order.id !== id)
  }
  const shop: Shop = {
    settings,
    clock,
    catalogue,
    shown,
    staleReads: 0,
    saveProduct,
    removeProduct,
    webhooks,
    orders,
    placeOrder,
    changeOrder,
    removeOrder,
    tokens: new Map(),
    codes: new Map(),
    refreshTokens: new Map(),
    expiringTokens: new Map(),
    redirectUris: [],
    isInstalled: true,
    demandsExpiring: false,
    refusesGrant: null,
    standing: 'open',
    latencyMs: 0,
    bulkMs: 0,
    bulkEnd: 'completed',
    queryLimit: QUERY_LIMIT,
    reusesBulkFiles: false,
    fileBytesPerSecond: null,
    gzip: true,
    scopes: settings.scopes,
    costBucket: openBucket(COST_BUCKET.maximumAvailable, COST_BUCKET.restoreRate, clock),
    callBucket: openBucket(CALL_BUCKET.size, CALL_BUCKET.leakRate, clock),
  }
  return shop
}

function setInstalled(shop: Shop, isInstalled: boolean) {
  shop.isInstalled = isInstalled
  if (isInstalled) return
  for (const granted of [shop.tokens, shop.codes, shop.refreshTokens, shop.expiringTokens]) granted.clear()
}

/** Applies the changes that are given and leaves the rest; a bucket that is set starts full, where nothing else is said. */
export function tuneShop(shop: Shop, change: Tuning): void {
  if (change.latencyMs !== undefined) shop.latencyMs = change.latencyMs
  if (change.bulkMs !== undefined) shop.bulkMs = change.bulkMs
  if (change.bulkEnd !== undefined) shop.bulkEnd = change.bulkEnd
  if (change.queryLimit !== undefined) shop.queryLimit = change.queryLimit
  if (change.reusesBulkFiles !== undefined) shop.reusesBulkFiles = change.reusesBulkFiles
  if (change.fileBytesPerSecond !== undefined) shop.fileBytesPerSecond = change.fileBytesPerSecond
  if (change.gzip !== undefined) shop.gzip = change.gzip
  if (change.scopes !== undefined) shop.scopes = change.scopes
  if (change.redirectUris !== undefined) shop.redirectUris = change.redirectUris
  if (change.standing !== undefined) shop.standing = change.standing
  if (change.isInstalled !== undefined) setInstalled(shop, change.isInstalled)
  if (change.demandsExpiring !== undefined) shop.demandsExpiring = change.demandsExpiring
  if (change.refusesGrant !== undefined) shop.refusesGrant = change.refusesGrant
  if (change.staleReads !== undefined) shop.staleReads = change.staleReads
  if (change.webhooks !== undefined) shop.webhooks.tune(change.webhooks)
  if (change.clockSpeed !== undefined) shop.clock.setSpeed(change.clockSpeed)
  if (change.costBucket !== undefined) {
    const wanted = change.costBucket === true ? COST_BUCKET : change.costBucket
    shop.costBucket = wanted === false ? null : openBucket(wanted.maximumAvailable, wanted.restoreRate, shop.clock)
    if (wanted !== false) shop.costBucket?.spend(wanted.maximumAvailable - (wanted.available ?? wanted.maximumAvailable))
  }
  if (change.callBucket !== undefined) {
    const wanted = change.callBucket === true ? CALL_BUCKET : change.callBucket
    shop.callBucket = wanted === false ? null : openBucket(wanted.size, wanted.leakRate, shop.clock)
  }
}

export function isShopify(shop: Shop): shop is Shop<ShopifySettings> {
  return shop.settings.platform === 'shopify'
}

export function isShopbase(shop: Shop): shop is Shop<ShopbaseSettings> {
  return shop.settings.platform === 'shopbase'
}
