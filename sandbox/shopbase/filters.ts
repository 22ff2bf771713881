import type { CatalogueProduct } from '../catalogue/record.ts'
import { isPublished } from './documents.ts'

type Test = (product: CatalogueProduct) => boolean

/** A parameter that cannot be read. */
export type BadParameter = { readonly parameter: string; readonly reason: string }

/** Unix seconds or ISO 8601, in milliseconds; NaN for anything else. */
function timeOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
}

const same =
  (read: (product: CatalogueProduct) => string) =>
  (value: string): Test =>
  (product) =>
    read(product).toLowerCase() === value.toLowerCase()

const bound =
  (read: (product: CatalogueProduct) => number | null, isLower: boolean) =>
  (value: string): Test | null => {
    const limit = timeOf(value)
    if (Number.isNaN(limit)) return null
    return (product) => {
      const at = read(product)
      return at !== null && (isLower ? at >= limit : at <= limit)
    }
  }

const created = (product: CatalogueProduct) => product.createdAt
const updated = (product: CatalogueProduct) => product.updatedAt
const published = (product: CatalogueProduct) => product.publishedAt

/** Filters that ShopBase's Swagger names for products. `title` is taken as part of the title, without regard to case: its rule is written nowhere. */
const FILTERS: Readonly<Record<string, (value: string) => Test | null>> = {
  title: (value) => (product) => product.title.toLowerCase().includes(value.toLowerCase()),
  vendor: same((product) => product.vendor),
  handle: same((product) => product.handle),
  product_type: same((product) => product.productType),
  collection_id: (value) => (/^\d+$/.test(value) ? (product) => product.collectionIds.includes(value) : null),
  since_id: (value) => (/^\d+$/.test(value) ? (product) => BigInt(product.id) > BigInt(value) : null),
  ids: (value) => {
    const wanted = new Set(value.split(',').map((id) => id.trim()))
    return (product) => wanted.has(product.id)
  },
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

/** The products that pass every filter in the query; unknown parameters are ignored, empty ones too. */
export function filtered(products: readonly CatalogueProduct[], query: URLSearchParams): readonly CatalogueProduct[] | BadParameter {
  const tests: Test[] = []
  for (const [parameter, value] of query) {
    const filter = Object.hasOwn(FILTERS, parameter) && value !== '' ? FILTERS[parameter] : undefined
    if (!filter) continue
    const test = filter(value)
    if (!test) return { parameter, reason: `is not valid: ${value}` }
    tests.push(test)
  }
  return tests.length === 0 ? products : products.filter((product) => tests.every((test) => test(product)))
}

const SORTS: Readonly<Record<string, (product: CatalogueProduct) => string | number>> = {
  id: (product) => Number(product.id),
  title: (product) => product.title.toLowerCase(),
  vendor: (product) => product.vendor.toLowerCase(),
  product_type: (product) => product.productType.toLowerCase(),
  created_at: created,
  updated_at: updated,
}

/** Newest first where no sort is asked for: the order is written nowhere, and a client that relies on another one should notice here. */
export function sorted(products: readonly CatalogueProduct[], query: URLSearchParams): CatalogueProduct[] {
  const value = SORTS[query.get('sort_field') ?? 'id'] ?? SORTS['id']
  const ascending = value ? products.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0)) : [...products]
  return query.get('sort_mode') === 'asc' ? ascending : ascending.toReversed()
}
