// Products and variants as both databases keep them.
import { createHash } from 'node:crypto'
import type { CopyFilters, CopyProduct, CopySearch, CopyVariant, FoundProduct } from '#drizzle/catalogue/copy.ts'
import type { Dialect } from '#drizzle/dialect.ts'
import { foldText } from '#shared/fold-text.ts'
import { unitsOf } from '#shared/price-units.ts'

/** How many SKUs a list shows, and among how many variants they are searched for. */
export const shownSkus = { atMost: 10, among: 20 } as const

/**
 * The table of changes, which cannot be read from a shop again. It stays where the other tables of the copy are of another form, so its own form is
 * in its name.
 */
export const changesTable = 'changes_2'

/** Variants with one code that are read in one statement. */
export const membersAtOnce = 2_000

/** When a search goes which way, and what is done at once. Tests set others than `usualBounds`, so that a few products go all ways. */
export type CopyBounds = {
  /** So many matches are taken and sorted. Of more, the indexes of the sort are walked: the more there are, the sooner a page is full. */
  sortedAtMost: number
  /** Looking into the index of one more store costs as much as reading so many products of other stores in the index of all. */
  rowsOfOneStore: number
  /** Rows that one statement of SQLite looks at, at most, so that other calls do not wait for long. */
  rowsAtOnce: number
  /** Rows that SQLite walks before it looks for another way to the page. */
  walkedFirst: number
  /** Row ids of which SQLite takes all that may be wanted, at most. */
  knownAtMost: number
  /** So many of these are read and sorted. Of more, the index of the sort is walked past all others. */
  sortedOfKnown: number
  /** Entries of an index that one statement of SQLite looks at, at most. Each costs a tenth of a row. */
  entriesAtOnce: number
  /** Products of a store whose codes are all to be compared that are looked at in one transaction, so that others can write between. */
  comparedAtOnce: number
}
const bounds = {
  rowsOfOneStore: 15,
  rowsAtOnce: 2_000,
  walkedFirst: 2_000,
  knownAtMost: 100_000,
  sortedOfKnown: 20_000,
  entriesAtOnce: 25_000,
  comparedAtOnce: 200,
}
/** On SQLite, nothing else runs while matches are sorted. */
export const usualBounds: Record<Dialect, CopyBounds> = {
  sqlite: { ...bounds, sortedAtMost: 1_000 },
  postgres: { ...bounds, sortedAtMost: 5_000 },
}

/**
 * Whether a product is in stock although the sum of its variants is not above 0: few are, and both databases have an index of them. A query repeats
 * the condition of an index.
 */
export const isLeft = (row = ''): string => `${row}stock <= 0 and not ${row}is_out`

/** Separates the parts of the searched text. No folded word contains it. */
const separator = '\n'

export type KeptProduct = {
  productId: string
  title: string
  handle: string
  image: string | null
  status: string
  vendor: string
  productType: string
  /** JSON. */
  tags: string
  created: number | null
  updated: number | null
  priceMin: string | null
  priceMax: string | null
  /** What lists are sorted by. null: it is empty. */
  titleKey: string | null
  statusKey: string | null
  vendorKey: string | null
  typeKey: string | null
  price: number | null
  stock: number | null
  /** Whether all variants are counted, and none has a unit left. The sum tells less: one may lack what another has. */
  isOut: boolean
  /** What is searched: the folded title, vendor, handle, SKUs, barcodes and tags, in this order. */
  text: string
  /** Equal for equal products, below 2^48. */
  digest: number
  variants: CopyVariant[]
}

/** Postgres refuses the character 0 and halves of surrogates in texts. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A value of a filter. One text can be written as several sequences of characters, and platforms give different ones. */
const filtered = (text: string): string => storable(text).normalize('NFC')

/** The key that sorts ids by their number: their length as a letter, then their digits. */
export const idKey = (productId: string): string => `${String.fromCharCode(97 + productId.length)}${productId}`

function pricesOf(variants: readonly CopyVariant[]) {
  const priced = variants.map((variant) => ({ text: variant.price, units: unitsOf(variant.price) }))
  const sorted = priced.filter((price) => price.units !== null).toSorted((one, other) => (one.units ?? 0) - (other.units ?? 0))
  const [least = priced[0], most = priced[0]] = [sorted.at(0), sorted.at(-1)]
  return { priceMin: least?.text ?? null, priceMax: most?.text ?? null, price: least?.units ?? null }
}

function stockOf(variants: readonly CopyVariant[]): number | null {
  const counted = variants.flatMap(({ stock }) => stock ?? [])
  return counted.length === 0 ? null : counted.reduce((sum, stock) => sum + stock, 0)
}

const isOut = (variants: readonly CopyVariant[]): boolean =>
  variants.length > 0 && variants.every(({ stock }) => stock !== null && stock <= 0)

/** Postgres refuses longer keys in an index. */
export const keyLength = 400

const cut = (text: string) => (text.length <= keyLength ? text : Array.from(text).slice(0, keyLength).join(''))

/** What texts are sorted by: their beginning, folded. null: it is empty. */
export const keyOf = (text: string): string | null => cut(foldText(text)) || null

function searchedText({ title, vendor, handle, tags, variants }: Pick<CopyProduct, 'title' | 'vendor' | 'handle' | 'tags' | 'variants'>) {
  const codes = [...variants.map(({ sku }) => sku), ...variants.map(({ barcode }) => barcode), ...tags].flatMap((code) => code ?? [])
  const rest = [...new Set(codes.map(foldText))].filter((code) => code !== '')
  return [foldText(title), foldText(vendor), foldText(handle), ...rest].join(separator)
}

const orNull = (text: string | null) => (text === null ? null : storable(text))

/** A code by which variants are compared. Blanks around it are no part of it. */
const codeOf = (text: string | null) => (text === null ? null : storable(text).trim())

const storableVariant = (variant: CopyVariant): CopyVariant => ({
  id: storable(variant.id),
  title: storable(variant.title),
  sku: codeOf(variant.sku),
  barcode: codeOf(variant.barcode),
  price: storable(variant.price),
  compareAtPrice: orNull(variant.compareAtPrice),
  stock: variant.stock,
})

function digestOf(content: unknown): number {
  return createHash('sha256').update(JSON.stringify(content)).digest().readUIntBE(0, 6)
}

export function keptProduct(product: CopyProduct): KeptProduct {
  const { createdAt: created, updatedAt: updated } = product
  const variants = product.variants.map(storableVariant)
  const [title, vendor, handle] = [storable(product.title), filtered(product.vendor), storable(product.handle)]
  const tags = product.tags.map(filtered)
  const [image, status, productType] = [orNull(product.image), storable(product.status), filtered(product.productType)]
  return {
    productId: product.productId,
    title,
    handle,
    image,
    status,
    vendor,
    productType,
    created,
    updated,
    variants,
    tags: JSON.stringify(tags),
    ...pricesOf(variants),
    stock: stockOf(variants),
    isOut: isOut(variants),
    titleKey: keyOf(title),
    statusKey: keyOf(status),
    vendorKey: keyOf(vendor),
    typeKey: keyOf(productType),
    text: searchedText({ title, vendor, handle, tags, variants }),
    digest: digestOf([title, handle, image, status, vendor, productType, tags, created, updated, variants.map(Object.values)]),
  }
}

const none = -1

/** When a product was changed and read. */
export type Version = { updated: number | null; readAt: number }

/** Whether what is there stays. */
export function isNewer(kept: Version, given: Version): boolean {
  const [was, is] = [kept.updated ?? none, given.updated ?? none]
  return was > is || (was === is && kept.readAt > given.readAt)
}

/** Each product once, the latest of those that were read at once. */
export function newestOf(products: readonly KeptProduct[]): KeptProduct[] {
  const newest = new Map<string, KeptProduct>()
  for (const product of products)
    if ((newest.get(product.productId)?.updated ?? none) <= (product.updated ?? none)) newest.set(product.productId, product)
  return [...newest.values()]
}

/** A row that both databases return for a list. */
export type ShownRow = {
  store: string
  product_id: string
  title: string
  handle: string
  image: string | null
  status: string
  vendor: string
  type: string
  tags: string
  created: number | null
  updated: number | null
  price_min: string | null
  price_max: string | null
  stock: number | null
  variants: number
}

/** @param skus those of the first variants, in order. */
export const foundProduct = (row: ShownRow, skus: readonly (string | null)[]): FoundProduct => ({
  storeId: row.store,
  productId: row.product_id,
  title: row.title,
  handle: row.handle,
  image: row.image,
  status: row.status,
  vendor: row.vendor,
  productType: row.type,
  tags: JSON.parse(row.tags) as string[],
  createdAt: row.created,
  updatedAt: row.updated,
  priceMin: row.price_min,
  priceMax: row.price_max,
  stock: row.stock,
  skus: [...new Set(skus.flatMap((sku) => sku || []))].slice(0, shownSkus.atMost),
  variantCount: row.variants,
})

/** What can be shared with other products: each code once, without empty ones, and without those that no shop takes. */
export const sharedCodes = (codes: readonly (string | null)[]): string[] => [
  ...new Set(codes.flatMap((code) => (code !== null && code !== '' && code.length <= keyLength ? code : []))),
]

/** The filters as the rows keep their values. */
export const storableFilters = ({ status, vendor, productType, tag, stock }: CopyFilters): CopyFilters => ({
  status: status?.map(storable),
  vendor: vendor?.map(filtered),
  productType: productType?.map(filtered),
  tag: tag?.map(filtered),
  stock,
})

/** What is searched for, with each store and each word once. Null: nothing can be found, because no text contains the character 0. */
export function plainSearch<T extends Pick<CopySearch, 'storeIds' | 'words' | 'filters'>>(search: T): T | null {
  const words = [...new Set(search.words)].filter((word) => word !== '')
  if (words.some((word) => word.includes('\0') || !word.isWellFormed())) return null
  return { ...search, words, storeIds: [...new Set(search.storeIds)], filters: storableFilters(search.filters) }
}
