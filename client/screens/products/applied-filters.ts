import { productFilterWords } from '#client/format/filter-words.ts'
import { chipsInUse, countInUse } from '#client/ui/filters-in-use.ts'
import { ProductStatus, type ProductFilters, type ProductMetadata, type ProductSearch, type productTabs } from '#shared/products.ts'

export type ProductSearchPatch = Partial<Omit<ProductSearch, 'trail'>>
export type ProductTab = (typeof productTabs)[number]

/** The API's filters that the screen offers. A new filter of the API is added to the tables over these names, or left out here. */
export type ProductFilterField = Exclude<keyof ProductFilters, 'vendor' | 'updatedAfter'>

/** One removable chip: its label, and the change that removes it. */
export type Chip = { field: Exclude<ProductFilterField, 'search'>; key: string; label: string; patch: ProductSearchPatch }

export const noProductFilters = {
  tab: 'all',
  search: '',
  status: undefined,
  tag: [],
  collection: [],
  productType: [],
  createdAfter: undefined,
  createdBefore: undefined,
} as const satisfies ProductSearchPatch & Record<ProductFilterField, unknown>

/** The filters that have chips and count for the badge: all except the search text. */
const { vendor: _vendor, updatedAfter: _updatedAfter, ...wordings } = productFilterWords

/** The number on the badge: one for each field in use. Each of the two dates counts. */
export const countProductFilters = (search: ProductSearch): number => countInUse(wordings, search)

/** The active tab. A status tab is active only while its status is the filter. */
export const activeProductTab = ({ tab, status }: ProductSearch): ProductTab => (tab === status ? tab : 'all')

/** All keeps the chosen status. Every other tab sets it. */
export function productTabPatch(tab: ProductTab): ProductSearchPatch {
  const status = ProductStatus.safeParse(tab).data
  return status ? { tab, status } : { tab }
}

/** A chip for each value in use. Collections have their titles as soon as these are known. */
export function productFilterChips(search: ProductSearch, collections: ProductMetadata['collections']): Chip[] {
  const titles = new Map(collections.map(({ id, title }) => [id, title]))
  const collection = { ...wordings.collection, say: (id: string) => titles.get(id) ?? id }
  return chipsInUse({ ...wordings, collection }, search).map((chip) => ({
    ...chip,
    patch: { tab: activeProductTab({ ...search, ...chip.patch }), ...chip.patch },
  }))
}
