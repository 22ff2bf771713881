import type { CatalogueProduct } from '../catalogue/record.ts'
import { isPublished } from './documents.ts'

export type Test<Row> = (row: Row) => boolean
/** Makes a parameter's test; null for an invalid value. */
export type Filter<Row> = (value: string) => Test<Row> | null

/** An invalid parameter. */
export type BadParameter = { readonly parameter: string; readonly reason: string }

const DOCUMENTED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/

/** The milliseconds of Unix seconds or of a documented time ("2014-04-25T16:15:47-04:00"); NaN for anything else. */
function timeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  return DOCUMENTED_TIME.test(text) ? Date.parse(text) : Number.NaN
}

export const same =
  <Row>(read: (row: Row) => string): Filter<Row> =>
  (value) =>
  (row) =>
    read(row).toLowerCase() === value.toLowerCase()

export const bound =
  <Row>(read: (row: Row) => number | null, isLower: boolean): Filter<Row> =>
  (value) => {
    const limit = timeOf(value)
    if (Number.isNaN(limit)) return null
    return (row) => {
      const at = read(row)
      return at !== null && (isLower ? at >= limit : at <= limit)
    }
  }

const created = (product: CatalogueProduct) => product.createdAt
const updated = (product: CatalogueProduct) => product.updatedAt
const published = (product: CatalogueProduct) => product.publishedAt

/** Filters of everything with an id. */
export const byId: Readonly<Record<string, Filter<{ readonly id: string }>>> = {
  since_id: (value) => (/^\d+$/.test(value) ? ({ id }) => BigInt(id) > BigInt(value) : null),
  ids: (value) => {
    const wanted = new Set(value.split(',').map((id) => id.trim()))
    return ({ id }) => wanted.has(id)
  },
}

/** The product filters in ShopBase's Swagger. `title` matches part of the title case-insensitively; the real rule is undocumented. */
export const PRODUCT_FILTERS: Readonly<Record<string, Filter<CatalogueProduct>>> = {
  title: (value) => (product) => product.title.toLowerCase().includes(value.toLowerCase()),
  vendor: same((product) => product.vendor),
  handle: same((product) => product.handle),
  product_type: same((product) => product.productType),
  collection_id: (value) => (/^\d+$/.test(value) ? (product) => product.collectionIds.includes(value) : null),
  ...byId,
  published_status: (value) => {
    if (value === 'any') return () => true
    return value === 'published' || value === 'unpublished' ? (product) => isPublished(product) === (value === 'published') : null
  },
  created_at_min: bound(created, true),
  created_at_max: bound(created, false),
  updated_at_min: bound(updated, true),
  updated_at_max: bound(updated, false),
  published_at_min: bound(published, true),
  published_at_max: bound(published, false),
}

/** The rows that pass every filter in the query. Unknown and empty parameters are ignored. */
export function filtered<Row>(
  rows: readonly Row[],
  filters: Readonly<Record<string, Filter<Row>>>,
  query: URLSearchParams,
): readonly Row[] | BadParameter {
  const tests: Test<Row>[] = []
  for (const [parameter, value] of query) {
    const filter = Object.hasOwn(filters, parameter) && value !== '' ? filters[parameter] : undefined
    if (!filter) continue
    const test = filter(value)
    if (!test) return { parameter, reason: `is not valid: ${value}` }
    tests.push(test)
  }
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

const SORTS: Readonly<Record<string, (product: CatalogueProduct) => string | number>> = {
  id: (product) => Number(product.id),
  title: (product) => product.title.toLowerCase(),
  vendor: (product) => product.vendor.toLowerCase(),
  product_type: (product) => product.productType.toLowerCase(),
  created_at: created,
  updated_at: updated,
}

/** Default: newest first. The real order is undocumented, so a client that relies on another order should fail here. */
export function sorted(products: readonly CatalogueProduct[], query: URLSearchParams): CatalogueProduct[] {
  const value = SORTS[query.get('sort_field') ?? 'id'] ?? SORTS['id']
  const ascending = value ? products.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0)) : [...products]
  return query.get('sort_mode') === 'asc' ? ascending : ascending.toReversed()
}
