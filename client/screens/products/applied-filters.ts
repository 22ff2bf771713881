import { capitalized, dayInWords } from '#client/format/words.ts'
import { ProductStatus, type ProductMetadata, type ProductSearch, type productTabs } from '#shared/products.ts'

export type ProductSearchPatch = Partial<Omit<ProductSearch, 'trail'>>
export type ProductTab = (typeof productTabs)[number]

/** One removable chip: what it says, and the change that takes it away. */
export type Chip = { key: string; label: string; patch: ProductSearchPatch }

export const noProductFilters = {
  tab: 'all',
  search: '',
  status: undefined,
  tag: [],
  collection: [],
  productType: [],
  createdAfter: undefined,
  createdBefore: undefined,
} as const satisfies ProductSearchPatch

/** One for each field in use, a date each; the search text is not counted. */
export function countProductFilters({ status, tag, collection, productType, createdAfter, createdBefore }: ProductSearch): number {
  const isUsed = [status, tag.length, collection.length, productType.length, createdAfter, createdBefore]
  return isUsed.filter(Boolean).length
}

/** The tab that is lit: one of a status only while that status is the filter. */
export const activeProductTab = ({ tab, status }: ProductSearch): ProductTab => (tab === status ? tab : 'all')

/** All keeps the chosen status; every other tab sets it (SPEC 2). */
export function productTabPatch(tab: ProductTab): ProductSearchPatch {
  const status = ProductStatus.safeParse(tab).data
  return status ? { tab, status } : { tab }
}

type ManyField = 'tag' | 'collection' | 'productType'

function chipsOf(search: ProductSearch, field: ManyField, name: string, titleOf = (value: string) => value): Chip[] {
  return search[field].map((value) => ({
    key: `${field} ${value}`,
    label: `${name}: ${titleOf(value)}`,
    patch: { [field]: search[field].filter((other) => other !== value) },
  }))
}

/** A chip for each value in use. Collections are named by their titles once these are known. */
export function productFilterChips(search: ProductSearch, collections: ProductMetadata['collections']): Chip[] {
  const { status, createdAfter, createdBefore } = search
  const titles = new Map(collections.map(({ id, title }) => [id, title]))
  return [
    ...(status ? [{ key: 'status', label: `Status: ${capitalized(status)}`, patch: { status: undefined, tab: 'all' as const } }] : []),
    ...chipsOf(search, 'tag', 'Tag'),
    ...chipsOf(search, 'collection', 'Collection', (id) => titles.get(id) ?? id),
    ...chipsOf(search, 'productType', 'Type'),
    ...(createdAfter ? [{ key: 'createdAfter', label: `From: ${dayInWords(createdAfter)}`, patch: { createdAfter: undefined } }] : []),
    ...(createdBefore ? [{ key: 'createdBefore', label: `To: ${dayInWords(createdBefore)}`, patch: { createdBefore: undefined } }] : []),
  ]
}
