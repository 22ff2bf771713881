import type { Random } from './random.ts'
import type { CatalogueCollection } from './record.ts'

export type Platform = 'shopify' | 'shopbase'

/** What a catalogue is grown from; equal plans give equal catalogues. */
export type CataloguePlan = {
  readonly host: string
  readonly platform: Platform
  /** How many products. */
  readonly products: number
  /** IANA zone: some products are made at its midnight and on its clock changes. */
  readonly timezone: string
  /** Handles of the fulfilment services that keep some of the goods. */
  readonly fulfillmentServices?: readonly string[] | undefined
}

/** What every product maker is given. */
export type Growing = {
  readonly plan: CataloguePlan
  /** Place in the catalogue, from 0. */
  readonly index: number
  readonly random: Random
  readonly collections: readonly CatalogueCollection[]
}

// Real Shopify ids have 13 to 14 digits, ShopBase's 16: all below 2^53, as both send some of them as JSON numbers.
const FIRST_ID = { shopify: 8_000_000_000_000, shopbase: 1_000_000_000_000_000 }
const KIND = { product: 0, variant: 1, item: 2, media: 3, option: 4, collection: 5 }
/** Room for the parts of one product: more than its 2,048 variants. */
const STRIDE = 4096

/** An id that grows with the product's place and its part's, and is met only once in a shop. */
export function idOf(platform: Platform, kind: keyof typeof KIND, index: number, part = 0): string {
  return String(FIRST_ID[platform] + KIND[kind] * 100_000_000_000 + (index + 1) * STRIDE + part)
}
