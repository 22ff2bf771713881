import type { ListColumn } from '#shared/list-layout.ts'
import type { Traits } from '#shared/platforms.ts'
import { traits } from '#shared/platforms.ts'
import type { ProductFilters, ProductInclude, ProductListRequest, ProductListResponse, ProductSearch } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { inUse } from '#client/ui/filters-in-use.ts'
import type { ProductFilterField } from './applied-filters.ts'

type PlatformStore = Pick<Store, 'id' | 'platform'>
/** The filters whose number of values depends on the platform. */
export type ChoiceField = ProductFilterField & keyof Traits['filters']
type ChoiceFilters = Pick<ProductSearch, ChoiceField>

/** The columns whose values the shop sends only on request. */
const included: Partial<Record<ListColumn<'products'>, ProductInclude>> = { price: 'prices', stock: 'prices', skus: 'skus' }

/** What the rows have to include for these columns. */
const includedFor = (columns: readonly ListColumn<'products'>[]): ProductInclude[] => [
  ...new Set(columns.flatMap((column) => included[column] ?? [])),
]

const atMost = { none: 0, one: 1, many: Number.POSITIVE_INFINITY } as const

/** Keeps only as many values of each choice as the platform accepts. ShopBase shops accept one. */
export function trimToTraits({ tag, collection, productType }: ChoiceFilters, { filters }: Traits): ChoiceFilters {
  return {
    tag: tag.slice(0, atMost[filters.tag]),
    collection: collection.slice(0, atMost[filters.collection]),
    productType: productType.slice(0, atMost[filters.productType]),
  }
}

/** The search for another store. Collections are dropped, because they belong to one store. */
export const searchIn = (store: PlatformStore, search: ProductSearch): ProductSearch => ({
  ...search,
  ...trimToTraits({ ...search, collection: [] }, traits[store.platform]),
  store: store.id,
})

/** The filters in use, as the list and the export send them. */
export function toProductFilters(store: PlatformStore, search: ProductSearch): ProductFilters {
  const { status, createdAfter, createdBefore } = search
  const choices = trimToTraits(search, traits[store.platform])
  return inUse<Pick<ProductFilters, ProductFilterField>>({ search: search.search.trim(), status, ...choices, createdAfter, createdBefore })
}

/** The list call for a URL. The sort is left out for platforms that cannot sort. The page has the platform's own kind of cursor. */
export function toProductRequest(
  store: PlatformStore,
  search: ProductSearch,
  columns: readonly ListColumn<'products'>[],
): ProductListRequest {
  const { sortable, paging } = traits[store.platform]
  const position = search.trail.at(-1)
  const include = includedFor(columns)
  return {
    storeId: store.id,
    filters: toProductFilters(store, search),
    limit: search.limit,
    ...(include.length > 0 && { include }),
    ...(sortable && { sortKey: search.sortKey, reverse: search.reverse }),
    ...(position !== undefined && (paging === 'endCursor' ? { cursor: position } : { sinceId: position })),
  }
}

/** The cursor of the next page, or `null` on the last page. */
export function nextPosition({ hasNextPage, endCursor, lastProductId }: ProductListResponse['pageInfo']): string | null {
  return hasNextPage ? (endCursor ?? lastProductId ?? null) : null
}

/** The same for all pages of one list. A change of the key clears the selection. */
export const productListKey = (store: PlatformStore, search: ProductSearch): string =>
  JSON.stringify([search.tab, toProductRequest(store, { ...search, trail: [] }, [])])
