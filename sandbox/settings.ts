import { z } from 'zod'
import { WebhookTuning } from './webhooks/settings.ts'
import { HIDDEN_PERSONS } from './shopify/personal.ts'

const Text = z.string().min(1)

const common = {
  /** The shop's public host in the product: north.myshopify.com. */
  host: Text,
  name: Text,
  /** Three letters, ISO 4217. */
  currency: z.string().length(3),
  /** IANA zone. */
  timezone: Text,
  /** The number of products. */
  products: z.int().min(0),
  /** The number of orders. Default: a few pages. */
  orders: z.int().min(0).optional(),
  /** The handles of the fulfilment services that stock some of the goods. Without them, the shop ships everything itself. */
  fulfillmentServices: z.array(Text).optional(),
  /** Access scopes the app was granted (Shopify), or the app's permissions (ShopBase). */
  scopes: z.array(Text),
}

/** One emulated shop. */
export const ShopSettings = z.discriminatedUnion('platform', [
  z.strictObject({
    ...common,
    platform: z.literal('shopify'),
    /** An admin token, or an app that fetches tokens of 24 hours with its id and secret. */
    credentials: z.union([z.strictObject({ accessToken: Text }), z.strictObject({ clientId: Text, clientSecret: Text })]),
    /**
     * The app that asks the shop's merchant for approval. Default: that of `credentials`. `isForeign`: it belongs to another organization, so
     * that it gets no tokens by its credentials alone.
     */
    app: z.strictObject({ clientId: Text, clientSecret: Text, isForeign: z.boolean().optional() }).optional(),
    /** Shopify denies `InventoryItem.unitCost` and answers the rest. */
    hidesCosts: z.boolean().optional(),
    /** The metafields, as `namespace.key`, that this shop never defined. Their values are missing too. */
    lacksMetafields: z.array(Text).optional(),
    /** The number of further definitions of metafields, whose values no product has. */
    moreMetafields: z.int().min(0).optional(),
    /** The handles of the markets that this shop does not have. */
    lacksMarkets: z.array(Text).optional(),
    /** The number of further markets, all of one country. */
    moreMarkets: z.int().min(0).optional(),
    /** Shopify withholds customers' data, in one of its ways. */
    hidesPersons: z.enum(HIDDEN_PERSONS).optional(),
  }),
  z.strictObject({
    ...common,
    platform: z.literal('shopbase'),
    credentials: z.strictObject({ apiKey: Text, password: Text, sharedSecret: Text.optional() }),
  }),
])
export type ShopSettings = z.infer<typeof ShopSettings>
export type ShopifySettings = Extract<ShopSettings, { platform: 'shopify' }>
export type ShopbaseSettings = Extract<ShopSettings, { platform: 'shopbase' }>

/** `available`: the initial amount. Default: full. */
const CostBucket = z.strictObject({
  maximumAvailable: z.number().positive(),
  restoreRate: z.number().positive(),
  available: z.number().min(0).optional(),
})

/** Settings that can change while a shop runs. */
export const Tuning = z.strictObject({
  /** The delay of each answer in milliseconds, in addition to the work itself. */
  latencyMs: z.number().min(0).optional(),
  /** The duration of Shopify's bulk operations, in milliseconds of the shop's time. */
  bulkMs: z.number().min(0).optional(),
  /** The end of Shopify's bulk operations. "failedPartly" leaves half of the lines. */
  bulkEnd: z.enum(['completed', 'failed', 'failedPartly', 'canceled', 'expired']).optional(),
  /** Shopify's cost limit for one query. */
  queryLimit: z.int().positive().optional(),
  /** Whether a repeated bulk operation reuses its first file, despite later changes. The file of a large shop takes a minute to write. */
  reusesBulkFiles: z.boolean().optional(),
  /** The speed of Shopify's file storage. Default: unlimited. */
  fileBytesPerSecond: z.number().positive().optional(),
  /** Shopify's query cost bucket: off, its default (2000 points, 100 a second), or another plan's. */
  costBucket: z.union([z.boolean(), CostBucket]).optional(),
  /** ShopBase's call bucket: off, its default (30 calls, 2 a second), or another. */
  callBucket: z.union([z.boolean(), z.strictObject({ size: z.number().positive(), leakRate: z.number().positive() })]).optional(),
  /** The shop's seconds per real second. Buckets and token expiry depend on it. */
  clockSpeed: z.number().positive().optional(),
  /** Whether answers are compressed when the client accepts it. */
  gzip: z.boolean().optional(),
  /** Replaces the granted scopes, for example when the merchant revokes one. */
  scopes: z.array(Text).optional(),
  /** The addresses that Shopify's app may return to, exactly. */
  redirectUris: z.array(z.url()).optional(),
  /** Whether Shopify's app is installed. Removing it ends what it was granted. */
  isInstalled: z.boolean().optional(),
  /** Whether Shopify refuses tokens that never expire, as it does those of public apps. */
  demandsExpiring: z.boolean().optional(),
  /** What Shopify's token endpoint answers to every request of the app. null: it grants. */
  refusesGrant: z.enum(['unauthorized_client', 'invalid_scope']).nullable().optional(),
  /** Shopify: frozen for an unpaid bill, locked for a breach of the terms, or closed. */
  standing: z.enum(['open', 'frozen', 'locked', 'closed']).optional(),
  /** The share of Shopify's answers that show products as they were before the last change, as a copy of its database does that is behind. */
  staleReads: z.number().min(0).max(1).optional(),
  /** How messages about changes of products go out. */
  webhooks: WebhookTuning.optional(),
})
export type Tuning = z.infer<typeof Tuning>
