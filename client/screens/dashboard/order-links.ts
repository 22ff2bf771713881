import { overdueBefore } from '#shared/order-figures.ts'
import type { OrderPatch } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'

/** The search of the orders screen for one store. */
export const ordersFrom = (storeId: string, search: OrderPatch = {}): OrderPatch => ({ stores: [storeId], ...search })

/** The search for the orders of a store that wait for more than three days. `now` in ms. */
export const overdueOrders = ({ id, timezone }: Store, now: number): OrderPatch =>
  ordersFrom(id, { tab: 'unfulfilled', createdBefore: overdueBefore(new Date(now), timezone) })
