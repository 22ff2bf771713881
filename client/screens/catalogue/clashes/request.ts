import { CatalogueClashKind, usualClashKinds } from '#shared/clash-kinds.ts'
import { type CatalogueClashesCsvRequest, type CatalogueClashesRequest } from '#shared/catalogue-clashes.ts'
import type { CatalogueClashesSearch } from '#shared/catalogue-clashes-search.ts'
import type { Store } from '#shared/stores.ts'
import { chosenIn } from '#client/screens/catalogue/request.ts'

function kindsOf(tab: CatalogueClashesSearch['tab']): CatalogueClashKind[] {
  if (tab === 'all') return usualClashKinds
  return tab === 'ignored' ? CatalogueClashKind.options : [tab]
}

/** Which clashes a URL asks for. */
export function toClashesFilter(
  stores: readonly Store[],
  { stores: asked, tab, search }: CatalogueClashesSearch,
): CatalogueClashesCsvRequest {
  const chosen = chosenIn(stores, asked)
  return {
    ...(chosen.length > 0 && { storeIds: chosen.map(({ id }) => id) }),
    kinds: kindsOf(tab),
    search,
    ignored: tab === 'ignored',
  }
}

/** The call for a URL: one page of them. */
export function toClashesRequest(stores: readonly Store[], search: CatalogueClashesSearch): CatalogueClashesRequest {
  const cursor = search.trail.at(-1)
  return { ...toClashesFilter(stores, search), limit: search.limit, ...(cursor !== undefined && { cursor }) }
}
