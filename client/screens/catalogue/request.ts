import { inUse } from '#client/ui/filters-in-use.ts'
import type { CatalogueSearch } from '#shared/catalogue-search.ts'
import type { CatalogueFilters, CatalogueSearchRequest } from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import type { Store } from '#shared/stores.ts'

/** The stores that the address names, as far as the viewer may read them. */
export const chosenIn = (stores: readonly Store[], asked: readonly string[]): Store[] => stores.filter(({ id }) => asked.includes(id))

/** The server searches without accents, so they do not make a word longer. */
const lettersIn = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').length

/** Whether no word of a search is long enough to be searched for. */
export function isTooShort(search: string): boolean {
  const words = search.split(/\s+/).filter(Boolean)
  return words.length > 0 && words.every((word) => lettersIn(word) < limits.catalogue.wordLength)
}

/** The filters in use. */
export const toCatalogueFilters = ({ status, stock, vendor, productType, tag }: CatalogueSearch): CatalogueFilters =>
  inUse<CatalogueFilters>({ status, stock, vendor, productType, tag })

/** The call for a URL. A search that is too short is left out, so that the list does not vanish under the first letters. */
export function toCatalogueRequest(stores: readonly Store[], search: CatalogueSearch): CatalogueSearchRequest {
  const storeIds = chosenIn(stores, search.stores).map(({ id }) => id)
  const cursor = search.trail.at(-1)
  return {
    ...(storeIds.length > 0 && { storeIds }),
    search: isTooShort(search.search) ? '' : search.search.trim(),
    filters: toCatalogueFilters(search),
    sortKey: search.sortKey,
    reverse: search.reverse,
    limit: search.limit,
    ...(cursor !== undefined && { cursor }),
  }
}

/** The same for all pages of one list. A change of the key clears the selection. */
export const catalogueListKey = (stores: readonly Store[], search: CatalogueSearch): string =>
  JSON.stringify(toCatalogueRequest(stores, { ...search, trail: [] }))
