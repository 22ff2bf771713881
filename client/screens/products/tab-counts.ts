import { productTabs, type ProductSearch } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { activeProductTab, noProductFilters, productTabPatch } from './applied-filters.ts'
import { useProductCount, useProductCounts } from './product-count.ts'
import { toProductFilters } from './request.ts'

/**
 * The numbers of products on the tabs. Empty while a filter other than the tab's narrows the list. "All" has none while a status is
 * chosen, because it keeps that status.
 */
export function useProductTabCounts(store: Store, search: ProductSearch): ReadonlyMap<string, number> {
  const filtersOf = (one: ProductSearch) => toProductFilters(store, one)
  const ofTab = (tab: (typeof productTabs)[number]) => filtersOf({ ...search, ...noProductFilters, ...productTabPatch(tab) })
  const shown = filtersOf(search)
  const isFiltered = JSON.stringify(shown) !== JSON.stringify(ofTab(activeProductTab(search)))
  // The count of the list itself goes first. It is asked for where the range is shown.
  const own = useProductCount({ storeId: store.id, filters: shown }, false)
  const tabs = isFiltered || typeof own !== 'number' ? [] : productTabs.filter((tab) => tab !== 'all' || search.status === undefined)
  const counts = useProductCounts(tabs.map((tab) => ({ storeId: store.id, filters: ofTab(tab) })))
  return new Map(tabs.flatMap((tab, index) => (typeof counts[index] === 'number' ? [[tab, counts[index]]] : [])))
}
