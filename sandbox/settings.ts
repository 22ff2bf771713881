import { z } from 'zod'
import { HIDDEN_PERSONS } from './shopify/personal.ts'

const Text = z.string().min(1)

const common = {
  /** The public host the product knows the shop by: north.myshopify.com. */
  host: Text,
  name: Text,
  /** Three letters, ISO 4217. */
  currency: z.string().length(3),
  /** IANA zone. */
  timezone: Text,
  /** How many products the shop sells. */
  products: z.int().min(0),
  /** How many orders it has had; a few pages of them, if it is not said. */
  orders: z.int().min(0).optional(),
  /** Handles of the fulfilment services that keep some of the goods; without them the shop ships everything itself. */
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
    /** The shop keeps product costs from the app: `InventoryItem.unitCost` is denied, the rest answered. */
    hidesCosts: z.boolean().optional(),
    /** The shop keeps customers' data from the app, in one of Shopify's ways. */
    hidesPersons: z.enum(HIDDEN_PERSONS).optional(),
  }),
  z.strictObject({ ...common, platform: z.literal('shopbase'), credentials: z.strictObject({ apiKey: Text, password: Text }) }),
])
export type ShopSettings = z.infer<typeof ShopSettings>
export type ShopifySettings = Extract<ShopSettings, { platform: 'shopify' }>
export type ShopbaseSettings = Extract<ShopSettings, { platform: 'shopbase' }>

/** `available`: what is in it at first, if it is not full. */
const CostBucket = z.strictObject({
  maximumAvailable: z.number().positive(),
  restoreRate: z.number().positive(),
  available: z.number().min(0).optional(),
})

/** What can be changed while a shop runs. */
export const Tuning = z.strictObject({
  /** Milliseconds that each answer waits, beyond the work itself. */
  latencyMs: z.number().min(0).optional(),
  /** How long Shopify's bulk operations take, in milliseconds of the shop's time. */
  bulkMs: z.number().min(0).optional(),
  /** How Shopify's bulk operations end; "failedPartly" leaves half of the lines behind. */
  bulkEnd: z.enum(['completed', 'failed', 'failedPartly', 'canceled', 'expired']).optional(),
  /** The most that Shopify lets one query cost. */
  queryLimit: z.int().positive().optional(),
  /** Whether an operation that was carried out before leaves the same file, whatever changed since: that of a large shop takes a minute to write. */
  reusesBulkFiles: z.boolean().optional(),
  /** How fast Shopify's storage sends what they wrote; as fast as it can, if it is not said. */
  fileBytesPerSecond: z.number().positive().optional(),
  /** Shopify's query cost bucket: off, its default (2000 points, 100 a second), or another plan's. */
  costBucket: z.union([z.boolean(), CostBucket]).optional(),
  /** ShopBase's call bucket: off, its default (30 calls, 2 a second), or another. */
  callBucket: z.union([z.boolean(), z.strictObject({ size: z.number().positive(), leakRate: z.number().positive() })]).optional(),
  /** How many seconds pass for the shop in one real second: buckets fill and tokens expire by it. */
  clockSpeed: z.number().positive().optional(),
  /** Whether answers are compressed when the client accepts it. */
  gzip: z.boolean().optional(),
  /** Replaces the granted scopes, as when the merchant takes one back. */
  scopes: z.array(Text).optional(),
})
export type Tuning = z.infer<typeof Tuning>
