import type { Traits } from '#shared/platforms.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductFilters, ProductListRequest, ProductListResponse, ProductSearch } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'

type PlatformStore = Pick<Store, 'id' | 'platform'>
type ChoiceFilters = Pick<ProductSearch, 'tag' | 'collection' | 'productType'>

const atMost = { none: 0, one: 1, many: Number.POSITIVE_INFINITY } as const

/** Leaves of each choice only as many values as the platform takes at once (SPEC 2: ShopBase shops take one). */
export function trimToTraits({ tag, collection, productType }: ChoiceFilters, { filters }: Traits): ChoiceFilters {
  return {
    tag: tag.slice(0, atMost[filters.tag]),
    collection: collection.slice(0, atMost[filters.collection]),
    productType: productType.slice(0, atMost[filters.productType]),
  }
}

/** What is left of the search in another store: collections belong to the store they were chosen in. */
export const searchIn = (store: PlatformStore, search: ProductSearch): ProductSearch => ({
  ...search,
  ...trimToTraits({ ...search, collection: [] }, traits[store.platform]),
  store: store.id,
})

/** The filters that are in use, as the list and the export send them; what is not set stays away. */
export function toProductFilters(store: PlatformStore, search: ProductSearch): ProductFilters {
  const { tag, collection, productType } = trimToTraits(search, traits[store.platform])
  const text = search.search.trim()
  return {
    ...(text && { search: text }),
    ...(search.status && { status: search.status }),
    ...(tag.length > 0 && { tag }),
    ...(collection.length > 0 && { collection }),
    ...(productType.length > 0 && { productType }),
    ...(search.createdAfter && { createdAfter: search.createdAfter }),
    ...(search.createdBefore && { createdBefore: search.createdBefore }),
  }
}

/** The list call behind a URL: shops that cannot be sorted get no sort, and the page is spelt as the platform pages. */
export function toProductRequest(store: PlatformStore, search: ProductSearch): ProductListRequest {
  const { sortable, paging } = traits[store.platform]
  const position = search.trail.at(-1)
  return {
    storeId: store.id,
    filters: toProductFilters(store, search),
    limit: search.limit,
    ...(sortable && { sortKey: search.sortKey, reverse: search.reverse }),
    ...(position !== undefined && (paging === 'endCursor' ? { cursor: position } : { sinceId: position })),
  }
}

/** Where the next page begins, or `null` on the last one. */
export function nextPosition({ hasNextPage, endCursor, lastProductId }: ProductListResponse['pageInfo']): string | null {
  return hasNextPage ? (endCursor ?? lastProductId ?? null) : null
}

/** Equal for all pages of one list: whatever makes it differ also clears the selection. */
export const productListKey = (store: PlatformStore, search: ProductSearch): string =>
  JSON.stringify([search.tab, toProductRequest(store, { ...search, trail: [] })])
