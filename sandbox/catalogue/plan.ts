import type { Random } from './random.ts'
import type { CatalogueCollection } from './record.ts'

export type Platform = 'shopify' | 'shopbase'

/** The parameters of a catalogue. Equal plans give equal catalogues. */
export type CataloguePlan = {
  readonly host: string
  readonly platform: Platform
  /** The number of products. */
  readonly products: number
  /** The IANA zone. Some products are created at its midnight and at its clock changes. */
  readonly timezone: string
  /** The handles of the fulfilment services that stock some of the goods. */
  readonly fulfillmentServices?: readonly string[] | undefined
}

/** The input of every product generator. */
export type Growing = {
  readonly plan: CataloguePlan
  /** The index in the catalogue, from 0. */
  readonly index: number
  readonly random: Random
  readonly collections: readonly CatalogueCollection[]
}

// Real Shopify ids have 13 to 14 digits, ShopBase's 16: all below 2^53, as both send some of them as JSON numbers.
const FIRST_ID = { shopify: 8_000_000_000_000, shopbase: 1_000_000_000_000_000 }
const KIND = { product: 0, variant: 1, item: 2, media: 3, option: 4, collection: 5 }
/** The number of ids that each product reserves for its parts: more than its 2,048 variants. */
const STRIDE = 4096

/** An id that grows with the indexes of the product and of its part. It is unique in a shop. */
export function idOf(platform: Platform, kind: keyof typeof KIND, index: number, part = 0): string {
  return String(FIRST_ID[platform] + KIND[kind] * 100_000_000_000 + (index + 1) * STRIDE + part)
}
