import type { CataloguePlan, Platform } from './plan.ts'
import type { Random } from './random.ts'
import type { CatalogueProduct } from './record.ts'

/** The parameters of a shop's orders. Equal plans give equal orders on the same day. */
export type OrderPlan = CataloguePlan & {
  /** The number of orders. */
  readonly orders?: number | undefined
  readonly currency: string
}

/** Enough for several pages, and fast enough to generate for every test. */
const DEFAULT_ORDERS = 150
export const orderCount = ({ orders }: OrderPlan): number => orders ?? DEFAULT_ORDERS

/** The input of every order generator. */
export type OrderGrowing = {
  readonly plan: OrderPlan
  /** The index among the orders, from 0. */
  readonly index: number
  readonly random: Random
  readonly products: readonly CatalogueProduct[]
  /** Milliseconds since 1970: the start of the current day. The youngest orders end before it. */
  readonly today: number
}

const FIRST_ID = { shopify: 5_000_000_000_000, shopbase: 4_000_000_000_000_000 }
const KIND = { order: 0, line: 1, transaction: 2, fulfillment: 3, customer: 4 }
/** The number of ids that each order reserves for its parts. */
const STRIDE = 1024

/** An id that grows with the indexes of the order and of its part. It is unique in a shop. */
export function orderId(platform: Platform, kind: keyof typeof KIND, index: number, part = 0): string {
  return String(FIRST_ID[platform] + KIND[kind] * 200_000_000_000 + (index + 1) * STRIDE + part)
}
