import { orderFilterWords } from '#client/format/filter-words.ts'
import { chipsInUse, countInUse } from '#client/ui/filters-in-use.ts'
import type { OrderFilters } from '#shared/orders.ts'
import type { OrderPatch, OrderSearch, OrderTab } from '#shared/order-search.ts'

/** The API's filters that the screen offers. A new filter of the API is added to the tables over these names, or left out here. */
export type OrderFilterField = Exclude<keyof OrderFilters, 'updatedAfter'>

/** One removable chip: its label, and the change that removes it. */
export type OrderChip = { field: Exclude<OrderFilterField, 'search'>; key: string; label: string; patch: OrderPatch }

export const noOrderFilters = {
  tab: 'all',
  search: '',
  financialStatus: undefined,
  fulfillmentStatus: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
} as const satisfies OrderPatch & Record<OrderFilterField, unknown>

const { updatedAfter: _updatedAfter, ...wordings } = orderFilterWords

/** The number on the badge, which leaves the search text out: one for each field in use. The statuses of a tab and the search text do not count. */
export const countOrderFilters = (search: OrderSearch): number => countInUse(wordings, search)

/** The active tab. No tab is active while a status is chosen by hand. */
export const activeOrderTab = ({ tab, financialStatus, fulfillmentStatus }: OrderSearch): OrderTab | null =>
  financialStatus || fulfillmentStatus ? null : tab

/** Choosing a tab drops the statuses chosen by hand. Dates and search stay. */
export const orderTabPatch = (tab: OrderTab): OrderPatch => ({ tab, financialStatus: undefined, fulfillmentStatus: undefined })

/** Choosing a status by hand leaves the tab and its statuses. */
export const statusPatch = (status: Pick<OrderPatch, 'financialStatus' | 'fulfillmentStatus'>): OrderPatch => ({ ...status, tab: 'all' })

/** A chip for each filter in use. */
export const orderFilterChips = (search: OrderSearch): OrderChip[] => chipsInUse(wordings, search)
