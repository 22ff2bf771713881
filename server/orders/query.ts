import { messages } from '#shared/messages.ts'
import { orderSorts, type OrderSort } from '#shared/order-sorts.ts'
import type { OrderFilters } from '#shared/orders.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import { endOfDay, startOfDay, wholeSecond } from '#server/stores/time-range.ts'
import { translateFilters, type FilterTable } from '#server/platforms/filter-table.ts'
import type { OrderQuery } from '#server/platforms/port.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'

type Asked = { platform: Platform; timezone: string }

/** Refuses a sort that one of the platforms does not support. Sorting only the loaded page would be wrong. */
export function checkSort(stores: readonly Asked[], sortBy: OrderSort) {
  const unable = stores.find(({ platform }) => !traits[platform].orders.sorts.includes(sortBy))
  const name = orderSorts.find((sort) => sort.key === sortBy)?.label ?? sortBy
  if (unable) refuseField('sortBy', messages.orders.sortUnsupported(traits[unable.platform].label, name))
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** Whether the platform can search for this text. */
export function canSearch(platform: Platform, search: string | undefined): boolean {
  const typed = search?.trim()
  return !typed || traits[platform].orders.search === 'text' || isEmail(typed)
}

/**
 * Days are whole days in the store's zone, both inclusive. An order matches if it has any of several values. An empty filter is left out.
 */
const termsIn = (timezone: string): FilterTable<OrderFilters, OrderQuery> => ({
  search: (typed) => (typed.trim() ? { search: typed.trim() } : {}),
  financialStatus: (financialStatus) => (financialStatus.length > 0 ? { financialStatus } : {}),
  fulfillmentStatus: (fulfillmentStatus) => (fulfillmentStatus.length > 0 ? { fulfillmentStatus } : {}),
  createdAfter: (day) => ({ createdFrom: startOfDay(day, timezone) }),
  createdBefore: (day) => ({ createdUntil: endOfDay(day, timezone) }),
  updatedAfter: (instant) => ({ updatedFrom: wholeSecond(instant) }),
})

/** The filters of a request in the form that connectors take. Days are in the store's zone. */
export function toOrderQuery({ timezone }: Asked, filters: OrderFilters): OrderQuery {
  return Object.assign({}, ...translateFilters(termsIn(timezone), filters))
}
