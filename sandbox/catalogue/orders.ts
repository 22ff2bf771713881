import { catalogueOf } from './catalogue.ts'
import { draftOf } from './order.ts'
import { orderCount } from './order-plan.ts'
import type { OrderPlan } from './order-plan.ts'
import type { CatalogueOrder } from './order-record.ts'
import { hash, randomFrom } from './random.ts'
import { twistedOrder, uglyOrderIndex } from './ugly-orders.ts'
import type { UglyOrder } from './ugly-orders.ts'

const DAY_MS = 24 * 3_600_000

/** Orders end at the start of this day (UTC). The last 60 days, which shops show without further scopes, must contain some. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS

function growOrder(plan: OrderPlan, index: number): CatalogueOrder {
  const { products } = catalogueOf(plan)
  const growing = { plan, index, products, today: TODAY, random: randomFrom(hash(`${plan.host} order ${index}`)) }
  return twistedOrder(growing, draftOf(growing))
}

/** An additional order with number `index`, placed at that time. */
export function newOrder(plan: OrderPlan, index: number, createdAt: number): CatalogueOrder {
  const moment = Math.floor(createdAt / 1000) * 1000
  return { ...growOrder(plan, index), createdAt: moment, updatedAt: moment, cancelledAt: null, closedAt: null }
}

const grown = new Map<string, readonly CatalogueOrder[]>()

/**
 * All orders of a shop in ascending order of id. The same plan always gives the same orders on the same day, and the same objects within a
 * process.
 */
export function ordersOf(plan: OrderPlan): readonly CatalogueOrder[] {
  const count = orderCount(plan)
  const key = [plan.host, plan.platform, plan.products, count, plan.currency, plan.timezone].join(' ')
  const known = grown.get(key)
  if (known) return known
  const orders = Array.from({ length: count }, (_, index) => growOrder(plan, index))
  grown.set(key, orders)
  return orders
}

/** An awkward order by its name. They are at the start. */
export function uglyOrder(orders: readonly CatalogueOrder[], name: UglyOrder): CatalogueOrder {
  const order = orders[uglyOrderIndex(name)]
  if (!order) throw new Error(`these orders are too few to hold "${name}"`)
  return order
}
