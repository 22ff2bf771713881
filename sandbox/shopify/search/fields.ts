import type { CatalogueProduct } from '../../catalogue/record.ts'
import { inventoryTotal } from '../product-index.ts'
import type { Comparator, Term } from './tokens.ts'
import { timeOf } from './times.ts'

/** What a search term needs to know of the shop. */
export type SearchPlace = { readonly timezone: string; readonly now: number }
export type Test = (product: CatalogueProduct) => boolean
/** Makes a term's test; null when the value cannot be one of the field's. */
export type Field = (term: Term, place: SearchPlace) => Test | null

/** Lower-case words: letters, digits and marks of any script, everything else parts them. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu) ?? []
}

/** The wanted words stand in the text one after the other; the last may be a beginning only. */
function holds(words: readonly string[], wanted: readonly string[], isPrefix: boolean): boolean {
  if (wanted.length === 0) return false
  return words.some((_, from) =>
    wanted.every((word, n) =>
      isPrefix && n === wanted.length - 1 ? (words[from + n]?.startsWith(word) ?? false) : words[from + n] === word,
    ),
  )
}

const worded = new WeakMap<CatalogueProduct, readonly string[][]>()

/** The words of everything that a search without a field looks through, kept because each keystroke asks again. */
function wordsOfProduct(product: CatalogueProduct): readonly string[][] {
  const known = worded.get(product)
  if (known) return known
  const texts = [
    product.title,
    product.vendor,
    product.productType,
    product.handle,
    ...product.tags,
    ...product.variants.flatMap(({ sku, barcode, title }) => [sku ?? '', barcode ?? '', title]),
  ]
  const words = texts.map(wordsOf)
  worded.set(product, words)
  return words
}

/** Text without a field: title, vendor, type, handle, tags, and the variants' titles, SKUs and barcodes. */
export function anyText(term: Term): Test {
  const wanted = wordsOf(term.value)
  return (product) => wordsOfProduct(product).some((words) => holds(words, wanted, term.isPrefix))
}

function compares(comparator: Comparator, left: number | bigint, right: number | bigint): boolean {
  if (comparator === '=') return left === right
  if (comparator === '<') return left < right
  if (comparator === '<=') return left <= right
  return comparator === '>' ? left > right : left >= right
}

const words =
  (read: (product: CatalogueProduct) => string): Field =>
  (term) => {
    const wanted = wordsOf(term.value)
    return (product) => holds(wordsOf(read(product)), wanted, term.isPrefix)
  }

function sameText(term: Term): (text: string) => boolean {
  const wanted = term.value.toLowerCase()
  if (term.isPrefix) return (text) => text !== '' && text.toLowerCase().startsWith(wanted)
  return (text) => text.toLowerCase() === wanted
}

/** Whole values, without regard to case. */
const exact =
  (read: (product: CatalogueProduct) => readonly (string | null)[]): Field =>
  (term) => {
    const matches = sameText(term)
    return (product) => read(product).some((text) => text !== null && matches(text))
  }

/** Like exact, but an unquoted value may list several, parted by commas. */
const listed =
  (read: (product: CatalogueProduct) => string): Field =>
  (term) => {
    const tests = (term.isPhrase ? [term.value] : term.value.split(',')).map((value) => sameText({ ...term, value: value.trim() }))
    return (product) => tests.some((matches) => matches(read(product)))
  }

const ids =
  (read: (product: CatalogueProduct) => readonly string[]): Field =>
  (term) => {
    if (!/^\d+$/.test(term.value)) return null
    const wanted = BigInt(term.value)
    return (product) => read(product).some((id) => compares(term.comparator, BigInt(id), wanted))
  }

const numbers =
  (read: (product: CatalogueProduct) => readonly number[]): Field =>
  (term) => {
    const wanted = Number(term.value)
    if (term.value.trim() === '' || Number.isNaN(wanted)) return null
    return (product) => read(product).some((value) => compares(term.comparator, value, wanted))
  }

const yesNo =
  (read: (product: CatalogueProduct) => boolean): Field =>
  ({ value }) => {
    if (value !== 'true' && value !== 'false') return null
    return (product) => read(product) === (value === 'true')
  }

const time =
  (read: (product: CatalogueProduct) => number | null): Field =>
  (term, place) => {
    const wanted = timeOf(term.value, place.timezone, place.now)
    if (!wanted) return null
    const passes = (at: number) => {
      if (term.comparator === '=') return at >= wanted.start && at < wanted.end
      if (term.comparator === '<') return at < wanted.start
      if (term.comparator === '>=') return at >= wanted.start
      return term.comparator === '<=' ? at < Math.max(wanted.end, wanted.start + 1) : at >= wanted.end
    }
    return (product) => {
      const at = read(product)
      return at !== null && passes(at)
    }
  }

const isDefault = (product: CatalogueProduct) => product.options.length === 1 && product.options[0]?.name === 'Title'

const PUBLISHED = { published: true, visible: true, unpublished: false, unavailable: false }
const isPublishedWord = (value: string): value is keyof typeof PUBLISHED => value in PUBLISHED

/** The filters of `products` that the sandbox knows. Any other field is ignored with a warning, as Shopify ignores one that it does not know. */
export const PRODUCT_FIELDS: Readonly<Record<string, Field>> = {
  title: words((product) => product.title),
  handle: listed((product) => product.handle),
  status: listed((product) => product.status),
  product_type: listed((product) => product.productType),
  vendor: exact((product) => [product.vendor]),
  tag: exact((product) => product.tags),
  tag_not: (term) => {
    const matches = sameText(term)
    return (product) => !product.tags.some(matches)
  },
  sku: exact((product) => product.variants.map((variant) => variant.sku)),
  barcode: exact((product) => product.variants.map((variant) => variant.barcode)),
  variant_title: exact((product) => product.variants.map((variant) => variant.title)),
  category_id: exact((product) => [product.category?.id ?? null]),
  id: ids((product) => [product.id]),
  variant_id: ids((product) => product.variants.map((variant) => variant.id)),
  collection_id: ids((product) => product.collectionIds),
  inventory_total: numbers((product) => [inventoryTotal(product)]),
  price: numbers((product) => product.variants.map((variant) => Number(variant.price))),
  gift_card: yesNo((product) => product.isGiftCard),
  has_only_default_variant: yesNo(isDefault),
  created_at: time((product) => product.createdAt),
  updated_at: time((product) => product.updatedAt),
  published_at: time((product) => product.publishedAt),
  published_status: ({ value }) => {
    if (value === 'online_store_channel' || value === 'any') return () => true
    if (!isPublishedWord(value)) return null
    return (product) => (product.publishedAt !== null) === PUBLISHED[value]
  },
}
