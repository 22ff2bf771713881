import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { orderSorts, sortDirections, type OrderSort } from '#shared/order-sorts.ts'
import type { OrderFilters, OrderListRequest } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import { inUse } from '#client/ui/filters-in-use.ts'
import { activeOrderTab, noOrderFilters, type OrderFilterField } from './applied-filters.ts'
import { orderTabs, type OrderSearch } from '#shared/order-search.ts'

type PlatformStore = Pick<Store, 'id' | 'platform'>

/** The stores whose orders are shown: those asked for that there are, or the remembered one, or the first. */
export function chosenStores<One extends PlatformStore>(
  stores: readonly One[],
  asked: OrderSearch['stores'],
  remembered = stores[0],
): One[] {
  const chosen = asked === 'all' ? stores : stores.filter(({ id }) => asked.includes(id))
  return (chosen.length > 0 ? chosen : stores.filter((store) => store === remembered)).slice(0, limits.storesAtOnce)
}

/** The sorts that all the stores support. */
export const sortsOf = (stores: readonly PlatformStore[]) =>
  orderSorts.filter(({ key }) => stores.every(({ platform }) => traits[platform].orders.sorts.includes(key)))

/** The sort asked for, or by date where one of the stores cannot do it. */
export function sortIn(stores: readonly PlatformStore[], sortBy: OrderSort): OrderSort {
  return sortsOf(stores).some(({ key }) => key === sortBy) ? sortBy : 'createdAt'
}

/** The sort after the header of a column is pressed: the other direction, or a new sort with the newest or highest, or "A" first. */
export function sortByHeader(pressed: string, { sortBy, sortOrder }: Pick<OrderSearch, 'sortBy' | 'sortOrder'>) {
  const sort = orderSorts.find(({ key }) => key === pressed)
  if (!sort) return {}
  const first = sort.kind === 'text' ? 'asc' : 'desc'
  const other = sortOrder === 'asc' ? 'desc' : 'asc'
  return { sortBy: sort.key, sortOrder: sort.key === sortBy ? other : first } as const
}

/** The labels of the two directions of a sort. */
export function directionsOf(sortBy: OrderSort): { label: string; reverse: boolean }[] {
  const kind = orderSorts.find(({ key }) => key === sortBy)?.kind ?? 'text'
  const { asc, desc } = sortDirections[kind]
  return [
    { label: asc, reverse: false },
    { label: desc, reverse: true },
  ]
}

/** The limits of a search in these stores: a sentence for each platform concerned. */
export function searchNotes(stores: readonly PlatformStore[]): string[] {
  const platforms = [...new Set(stores.map(({ platform }) => platform))]
  return platforms.flatMap((platform) => {
    const { label, orders } = traits[platform]
    return orders.search === 'email' ? [messages.orders.emailOnly(label)] : []
  })
}

/** The filters in use, with the statuses of the active tab. */
export function toOrderFilters(search: OrderSearch): OrderFilters {
  const { financialStatus, fulfillmentStatus, createdAfter, createdBefore } = search
  const active = activeOrderTab(search)
  const preset: Pick<OrderFilters, 'financialStatus' | 'fulfillmentStatus'> =
    orderTabs.find(({ value }) => value === active)?.statuses ?? {}
  return inUse<Pick<OrderFilters, OrderFilterField>>({
    search: search.search.trim(),
    financialStatus: financialStatus ? [financialStatus] : preset.financialStatus,
    fulfillmentStatus: fulfillmentStatus ? [fulfillmentStatus] : preset.fulfillmentStatus,
    createdAfter,
    createdBefore,
  })
}

/** The list call behind a URL. */
export function toOrderRequest(stores: readonly PlatformStore[], search: OrderSearch): OrderListRequest {
  const cursor = search.trail.at(-1)
  return {
    storeIds: stores.map(({ id }) => id),
    ...toOrderFilters(search),
    sortBy: sortIn(stores, search.sortBy),
    sortOrder: search.sortOrder,
    limit: limits.defaultPageSize,
    ...(cursor !== undefined && { cursor }),
  }
}

/** Whether something narrows the list that can be let go of. */
export const isNarrowed = (search: OrderSearch): boolean =>
  JSON.stringify(toOrderFilters(search)) !== JSON.stringify(toOrderFilters({ ...search, ...noOrderFilters }))

/** Equal for all pages of one list: whatever makes it differ also clears the selection. */
export const orderListKey = (stores: readonly PlatformStore[], search: OrderSearch): string =>
  JSON.stringify([activeOrderTab(search), toOrderRequest(stores, { ...search, trail: [] })])
