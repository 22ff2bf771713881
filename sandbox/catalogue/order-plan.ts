import type { CataloguePlan, Platform } from './plan.ts'
import type { Random } from './random.ts'
import type { CatalogueProduct } from './record.ts'

/** What a shop's orders are grown from; equal plans give equal orders on the same day. */
export type OrderPlan = CataloguePlan & {
  /** How many orders. */
  readonly orders?: number | undefined
  readonly currency: string
}

/** Enough for pages, small enough to be grown for every test. */
const DEFAULT_ORDERS = 150
export const orderCount = ({ orders }: OrderPlan): number => orders ?? DEFAULT_ORDERS

/** What every order maker is given. */
export type OrderGrowing = {
  readonly plan: OrderPlan
  /** Place among the orders, from 0. */
  readonly index: number
  readonly random: Random
  readonly products: readonly CatalogueProduct[]
  /** Milliseconds since 1970: the day whose beginning is the end of the youngest orders. */
  readonly today: number
}

const FIRST_ID = { shopify: 5_000_000_000_000, shopbase: 4_000_000_000_000_000 }
const KIND = { order: 0, line: 1, transaction: 2, fulfillment: 3, customer: 4 }
/** Room for the parts of one order. */
const STRIDE = 1024

/** An id that grows with the order's place and its part's, and is met only once in a shop. */
export function orderId(platform: Platform, kind: keyof typeof KIND, index: number, part = 0): string {
  return String(FIRST_ID[platform] + KIND[kind] * 200_000_000_000 + (index + 1) * STRIDE + part)
}
