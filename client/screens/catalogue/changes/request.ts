import { localMidnight } from '#client/format/local-midnight.ts'
import type { CatalogueChangesCsvRequest, CatalogueChangesRequest } from '#shared/catalogue-changes.ts'
import type { CatalogueChangesSearch } from '#shared/catalogue-changes-search.ts'
import type { Store } from '#shared/stores.ts'
import { chosenIn } from '#client/screens/catalogue/request.ts'

/** The stores that are asked for. Undefined: all that the viewer may read. */
function storeIdsOf(stores: readonly Store[], { stores: asked, of }: CatalogueChangesSearch): string[] | undefined {
  if (of !== undefined) return of.split(':').slice(0, 1)
  const chosen = chosenIn(stores, asked)
  return chosen.length > 0 ? chosen.map(({ id }) => id) : undefined
}

/** Which changes a URL asks for. */
export function toChangesFilter(stores: readonly Store[], search: CatalogueChangesSearch): CatalogueChangesCsvRequest {
  const { kinds, from, to, of } = search
  const storeIds = storeIdsOf(stores, search)
  const productId = of?.split(':')[1]
  return {
    ...(storeIds && { storeIds }),
    ...(kinds.length > 0 && { kinds }),
    ...(productId !== undefined && { productId }),
    ...(from !== undefined && { from: localMidnight(from) }),
    // The server's `until` is exclusive.
    ...(to !== undefined && { until: localMidnight(to, 1) }),
  }
}

/** The call for a URL: one page of them. */
export function toChangesRequest(stores: readonly Store[], search: CatalogueChangesSearch): CatalogueChangesRequest {
  const cursor = search.trail.at(-1)
  return { ...toChangesFilter(stores, search), limit: search.limit, ...(cursor !== undefined && { cursor }) }
}
