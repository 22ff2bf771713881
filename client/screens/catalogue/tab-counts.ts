import { api } from '#client/api.ts'
import type { CatalogueSearch } from '#shared/catalogue-search.ts'
import { limits } from '#shared/limits.ts'
import { productStatuses } from '#shared/products.ts'
import { statusesOfShops } from '#shared/shop-statuses.ts'
import { isCatalogueNarrowed } from './applied-filters.ts'
import { useCopies } from './copies.ts'
import { useCatalogueStores } from './search.ts'

const none: ReadonlyMap<string, number> = new Map()

/**
 * The numbers of products on the tabs, over the shown stores. They are kept by store and status: there are none where anything else narrows
 * the list, nor while a shop is being read.
 */
export function useCatalogueTabCounts(search: CatalogueSearch): ReadonlyMap<string, number> {
  const { shown } = useCatalogueStores()
  const { isOn, isFilling } = useCopies()
  const isCounted = isOn === true && !isFilling && !isCatalogueNarrowed({ ...search, stores: [], status: undefined })
  const { data } = api.products.catalogue.summary.useQuery({ productsOnly: true }, { enabled: isCounted, staleTime: limits.freshMs })
  if (!isCounted || !data) return none
  const counts = new Map<string, number>([['all', 0]])
  const add = (tab: string, count: number) => counts.set(tab, (counts.get(tab) ?? 0) + count)
  for (const { storeId, statuses } of data.stores) {
    if (!shown.some(({ id }) => id === storeId)) continue
    for (const { status, products } of statuses) {
      add('all', products)
      const tab = productStatuses.find((one) => statusesOfShops[one].includes(status))
      if (tab) add(tab, products)
    }
  }
  return counts
}
