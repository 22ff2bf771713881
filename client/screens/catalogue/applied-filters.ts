import type { FilterWording } from '#client/format/filter-words.ts'
import { chipsInUse, countInUse } from '#client/ui/filters-in-use.ts'
import type { CatalogueSearch } from '#shared/catalogue-search.ts'
import type { Store } from '#shared/stores.ts'

/** The filters that have chips and count for the badge. The status stands on the tabs, and the search in its field. */
export const catalogueFilterFields = ['stores', 'stock', 'vendor', 'productType', 'tag'] as const
export type CatalogueFilterField = (typeof catalogueFilterFields)[number]

export const noCatalogueFilters = {
  stores: [],
  status: undefined,
  search: '',
  stock: undefined,
  vendor: [],
  productType: [],
  tag: [],
} satisfies Partial<CatalogueSearch>

const stockWords: Readonly<Record<string, string>> = { in: 'In stock', out: 'Out of stock' }
export const stockChoices = [
  { value: '', label: 'Any' },
  { value: 'in', label: 'In stock' },
  { value: 'out', label: 'Out of stock' },
] as const

export const catalogueFilterWords = {
  stores: { name: 'Store' },
  stock: { name: 'Stock', say: (value: string) => stockWords[value] ?? value },
  vendor: { name: 'Vendor' },
  productType: { name: 'Type' },
  tag: { name: 'Tag' },
} satisfies Record<CatalogueFilterField, FilterWording>

export const countCatalogueFilters = (search: CatalogueSearch): number => countInUse(catalogueFilterWords, search)

/** Whether anything narrows the list. */
export const isCatalogueNarrowed = (search: CatalogueSearch): boolean =>
  countCatalogueFilters(search) > 0 || search.status !== undefined || search.search.trim() !== ''

/** A chip for each value in use. */
export function catalogueFilterChips(search: CatalogueSearch, stores: readonly Store[]) {
  const names = new Map(stores.map(({ id, name }) => [id, name]))
  const known = { ...search, stores: search.stores.filter((id) => names.has(id)) }
  return chipsInUse({ ...catalogueFilterWords, stores: { name: 'Store', say: (id) => names.get(id) ?? id } }, known)
}
