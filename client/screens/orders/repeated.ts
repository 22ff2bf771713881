import type { Repeated } from '#client/schedules/draft.ts'
import { defaultOrderColumns } from '#shared/order-columns.ts'
import type { OrderFilters } from '#shared/orders.ts'

/** The export of all orders that the filters let through, with the usual columns. */
export const repeatedOrders = (storeIds: readonly string[], filters: OrderFilters): Repeated => ({
  type: 'order_export',
  request: { storeIds: [...storeIds], columns: [...defaultOrderColumns], filters },
})
