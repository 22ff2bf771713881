import { useOrderFigures } from '#client/figures/order-figures.ts'
import { orderTabs, type OrderSearch, type OrderTab } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'
import { isNarrowed } from './filters/request.ts'

/** The numbers of orders on the tabs, over all chosen stores. Empty while a filter narrows the list or a store has not been counted. */
export function useOrderTabCounts(stores: readonly Store[], search: OrderSearch): ReadonlyMap<string, number> {
  const isFiltered = isNarrowed({ ...search, tab: 'all' })
  const { known } = useOrderFigures(isFiltered ? [] : stores)
  const countOf = (tab: OrderTab) =>
    stores.reduce<number | null>((sum, { id }) => {
      const count = known.get(id)?.figures?.tabs[tab] ?? null
      return sum === null || count === null ? null : sum + count
    }, 0)
  if (isFiltered) return new Map()
  return new Map(
    orderTabs.flatMap(({ value }) => {
      const count = countOf(value)
      return count === null ? [] : [[value, count]]
    }),
  )
}
