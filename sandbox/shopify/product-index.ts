import type { Catalogue, CatalogueCollection, CatalogueProduct } from '../catalogue/record.ts'
import type { SortValue } from './cursor.ts'
import { placedVariants } from './variant.ts'
import type { PlacedVariant } from './variant.ts'

export type ProductSortKey =
  | 'CREATED_AT'
  | 'ID'
  | 'INVENTORY_TOTAL'
  | 'PRODUCT_TYPE'
  | 'PUBLISHED_AT'
  | 'RELEVANCE'
  | 'TITLE'
  | 'UPDATED_AT'
  | 'VENDOR'

/** The stock of the tracked variants. */
export function inventoryTotal(product: CatalogueProduct): number {
  return product.variants.reduce((sum, variant) => (variant.tracked ? sum + variant.inventoryQuantity : sum), 0)
}

/** The sort values of products. Text sorts case-insensitively. Ties are ordered by id, exactly, even if it exceeds a JavaScript number. */
export const PRODUCT_SORTS: Record<ProductSortKey, (product: CatalogueProduct) => SortValue> = {
  ID: (product) => Number(product.id),
  RELEVANCE: () => 1,
  TITLE: (product) => product.title.toLowerCase(),
  VENDOR: (product) => product.vendor.toLowerCase(),
  PRODUCT_TYPE: (product) => product.productType.toLowerCase(),
  CREATED_AT: (product) => product.createdAt,
  UPDATED_AT: (product) => product.updatedAt,
  PUBLISHED_AT: (product) => product.publishedAt ?? 0,
  INVENTORY_TOTAL: inventoryTotal,
}

/** Data about a catalogue that is expensive to compute for each request. */
export type ProductIndex = {
  readonly catalogue: Catalogue
  readonly productById: ReadonlyMap<string, CatalogueProduct>
  /** Computed on first use: few requests ask for a variant by its id. */
  readonly variantById: () => ReadonlyMap<string, PlacedVariant>
  readonly collectionById: ReadonlyMap<string, CatalogueCollection>
  /** All products in ascending order of the key, ties by id. */
  readonly sorted: (key: ProductSortKey) => readonly CatalogueProduct[]
  readonly membersOf: (collectionId: string) => readonly CatalogueProduct[]
  /** Distinct values, sorted case-insensitively. */
  readonly strings: (kind: 'tags' | 'types' | 'vendors') => readonly string[]
  /** The results of this catalogue's searches, newest last. */
  readonly found: Map<string, readonly CatalogueProduct[]>
}

function once<Value>(make: () => Value): () => Value {
  const made = kept((_key: 'only') => make())
  return () => made('only')
}

function kept<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

function sortBy(products: readonly CatalogueProduct[], value: (product: CatalogueProduct) => SortValue): CatalogueProduct[] {
  const valued = products.map((product) => ({ product, value: value(product) }))
  // The sort is stable and the catalogue is in id order, so ties are ordered by id.
  return valued.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)).map(({ product }) => product)
}

const lower = (text: string) => text.toLowerCase()

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
    .filter((value) => value !== '')
    .toSorted((a, b) => (lower(a) < lower(b) ? -1 : lower(a) > lower(b) ? 1 : a < b ? -1 : 1))
}

function build(catalogue: Catalogue): ProductIndex {
  const { products, collections } = catalogue
  const strings = {
    tags: () => products.flatMap((product) => product.tags),
    types: () => products.map((product) => product.productType),
    vendors: () => products.map((product) => product.vendor),
  }
  return {
    catalogue,
    productById: new Map(products.map((product) => [product.id, product])),
    variantById: once(() => new Map(products.flatMap(placedVariants).map((placed) => [placed.variant.id, placed]))),
    collectionById: new Map(collections.map((collection) => [collection.id, collection])),
    sorted: kept((key: ProductSortKey) => (key === 'ID' || key === 'RELEVANCE' ? products : sortBy(products, PRODUCT_SORTS[key]))),
    membersOf: kept((id: string) => products.filter((product) => product.collectionIds.includes(id))),
    strings: kept((kind: keyof typeof strings) => distinct(strings[kind]())),
    found: new Map(),
  }
}

const built = new WeakMap<Catalogue, ProductIndex>()

export function indexOf(catalogue: Catalogue): ProductIndex {
  const index = built.get(catalogue) ?? build(catalogue)
  built.set(catalogue, index)
  return index
}
