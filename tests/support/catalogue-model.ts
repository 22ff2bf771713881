// A naive copy of the catalogue in memory, and random products for it.
import fc from 'fast-check'
import type {
  CatalogueCopy,
  CopyFilters,
  CopyPlace,
  CopyProduct,
  CopySearch,
  CopySort,
  FoundProduct,
  CopyReading,
} from '#drizzle/catalogue/copy.ts'
import { foldText } from '#shared/fold-text.ts'

export type Stored = CopyProduct & { storeId: string; readAt: number }

/** Few parts, so that products share words, and the signs that a database gives a meaning. */
const parts = [
  'Áo dài',
  'Đà Nẵng',
  'shirt',
  'Straße',
  '100%',
  'a_b',
  `o'clock`,
  '"size"',
  'AND',
  'NOT x*',
  'łódź',
  'x',
  '\\',
  '(red)',
  '-',
  '🧵🪡',
  'ab',
]
export const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((words) => words.join(' '))
const anyCode = fc.option(fc.constantFrom('', 'SKU-1', 'SKU-2', 'AB_%', 'ÁO-9', '4006381333931'), { nil: null })
const anyPrice = fc.constantFrom('0', '0.00', '5', '5.5', '10.00', '10.0001', '99.99', '100', '1000000.5')
const anyStock = fc.option(fc.integer({ min: -2, max: 3 }), { nil: null })
/** Whole seconds, as the shops tell them. */
const anyTime = fc.option(
  fc.integer({ min: 1, max: 6 }).map((second) => 1_700_000_000_000 + second * 1_000),
  { nil: null },
)
const anyVariant = fc.record({
  id: fc.bigInt({ min: 1n, max: 10n ** 19n }).map(String),
  title: anyText,
  sku: anyCode,
  barcode: anyCode,
  price: anyPrice,
  compareAtPrice: fc.option(anyPrice, { nil: null }),
  stock: anyStock,
})
export const modelStores = ['eins', 'zwei', 'drei', 'vier'] as const
export const anyId = fc.oneof(
  fc.integer({ min: 1, max: 30 }).map(String),
  fc.bigInt({ min: 10n ** 14n, max: 10n ** 14n + 5n }).map(String),
  fc.constantFrom('12345678901234567890', '999999999999999', '1000000000000000'),
)
export const anyProduct: fc.Arbitrary<CopyProduct> = fc.record({
  productId: anyId,
  title: anyText,
  handle: fc.constantFrom('', 'ao-dai', 'mug', 'x', 'cup_%'),
  image: fc.constantFrom(null, 'https://example.com/1.jpg'),
  status: fc.constantFrom('active', 'draft', 'archived', 'unlisted', ''),
  vendor: fc.constantFrom('', 'Acme', 'ÁCME', 'Öl', 'x', 'Zoë & Co', '\u{1f9f5}', '\uffed'),
  productType: fc.constantFrom('', 'Shirts', 'shirts', 'Mugs'),
  tags: fc.uniqueArray(fc.constantFrom('new', 'Sale', '50%', 'x', 'Đỏ', 'a,b'), { maxLength: 3 }),
  createdAt: anyTime,
  updatedAt: anyTime,
  variants: fc.array(anyVariant, { maxLength: 3 }),
})
export const anyStore = fc.constantFrom(...modelStores)
export const anyStores = fc.shuffledSubarray([...modelStores, 'keiner'], { minLength: 1 })
export const anyFilters: fc.Arbitrary<CopyFilters> = fc.record(
  {
    status: fc.subarray(['active', 'draft', 'archived', 'unlisted'], { minLength: 1 }),
    vendor: fc.subarray(['Acme', 'ÁCME', 'Öl', 'Zoë & Co', '\u{1f9f5}'], { minLength: 1 }),
    productType: fc.subarray(['Shirts', 'shirts', 'Mugs', 'None'], { minLength: 1 }),
    tag: fc.subarray(['new', 'Sale', '50%', 'x', 'Đỏ'], { minLength: 1 }),
    stock: fc.constantFrom('in', 'out'),
  },
  { requiredKeys: [] },
)
const anyWord = fc.constantFrom(
  'ao',
  'dai',
  'nang',
  'shirt',
  'hir',
  'strasse',
  '100%',
  '0%',
  'a_b',
  "o'c",
  '"size"',
  '"',
  'and',
  'not',
  'x*',
  '%',
  '_',
  '\\',
  '(red',
  'lod',
  '🧵🪡',
  'sku-1',
  'acme',
  '4006381',
  'zzz',
  '---',
)
/** One word has three characters, or there is none. */
export const anyWords = fc
  .array(anyWord, { maxLength: 3 })
  .map((words) => (words.some((word) => Array.from(word).length >= 3) ? words : []))

const units = (price: string) => Math.round(Number(price) * 10_000)
const stockOf = ({ variants }: CopyProduct) => {
  const counted = variants.flatMap(({ stock }) => stock ?? [])
  return counted.length === 0 ? null : counted.reduce((sum, stock) => sum + stock, 0)
}

const isOut = ({ variants }: CopyProduct) => variants.length > 0 && variants.every(({ stock }) => stock !== null && stock <= 0)

/** What a product is sorted by. Null: it is empty. */
export function sortValue(product: Stored, sort: CopySort, storeIds: readonly string[]): string | number | null {
  const values: Record<CopySort, string | number | null> = {
    created: product.createdAt,
    updated: product.updatedAt,
    title: foldText(product.title) || null,
    store: storeIds.indexOf(product.storeId),
    status: foldText(product.status) || null,
    price: product.variants.length === 0 ? null : Math.min(...product.variants.map(({ price }) => units(price))),
    stock: stockOf(product),
    vendor: foldText(product.vendor) || null,
    productType: foldText(product.productType) || null,
  }
  return values[sort]
}

const searched = (product: CopyProduct) =>
  [
    product.title,
    product.vendor,
    product.handle,
    ...product.tags,
    ...product.variants.flatMap(({ sku, barcode }) => [sku ?? '', barcode ?? '']),
  ].map(foldText)

export function matches(product: Stored, { storeIds, words, filters }: Pick<CopySearch, 'storeIds' | 'words' | 'filters'>): boolean {
  const { status, vendor, productType, tag, stock } = filters
  const fields = searched(product)
  return (
    storeIds.includes(product.storeId) &&
    words.every((word) => fields.some((field) => field.includes(word))) &&
    (status === undefined || status.includes(product.status)) &&
    (vendor === undefined || vendor.includes(product.vendor)) &&
    (productType === undefined || productType.includes(product.productType)) &&
    (tag === undefined || product.tags.some((one) => tag.includes(one))) &&
    (stock === undefined || isOut(product) === (stock === 'out'))
  )
}

const compare = (one: string | number | null, other: string | number | null) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))

/** The values of a sorted list, empty ones at its end. */
export function sortedValues(values: readonly (string | number | null)[], reverse: boolean): (string | number | null)[] {
  const full = values.filter((value) => value !== null).toSorted((one, other) => (reverse ? compare(other, one) : compare(one, other)))
  return [...full, ...values.filter((value) => value === null)]
}

/** All pages of a search. */
export async function allPages(copy: CatalogueCopy, search: Omit<CopySearch, 'after'>): Promise<FoundProduct[]> {
  const all: FoundProduct[] = []
  let after: CopyPlace | null = null
  do {
    const { found, next }: { found: readonly FoundProduct[]; next: CopyPlace | null } = await copy.search({ ...search, after })
    all.push(...found)
    after = next
  } while (after !== null)
  return all
}

export const nameOf = ({ storeId, productId }: { storeId: string; productId: string }) => `${storeId}:${productId}`

/** The numbers of products of each store and status. */
export function countsOf(products: readonly Stored[]) {
  const groups = Map.groupBy(products, ({ storeId, status }) => `${storeId}:${status}`)
  return Object.fromEntries(
    [...groups].map(([name, some]) => [
      name,
      {
        products: some.length,
        variants: some.reduce((sum, { variants }) => sum + variants.length, 0),
        out: some.filter(isOut).length,
      },
    ]),
  )
}

/** The copy's rules, on a map. */
export function catalogueModel() {
  const kept = new Map<string, Stored>()
  return {
    kept,
    write(storeId: string, products: readonly CopyProduct[], readAt: number) {
      for (const product of products) {
        const old = kept.get(nameOf({ storeId, productId: product.productId }))
        const [was, is] = [old?.updatedAt ?? -1, product.updatedAt ?? -1]
        if (old && (was > is || (was === is && old.readAt > readAt))) continue
        kept.set(nameOf({ storeId, productId: product.productId }), { ...product, storeId, readAt })
      }
    },
    remove(storeId: string, productIds: readonly string[], readAt: number) {
      for (const productId of productIds) {
        const name = nameOf({ storeId, productId })
        if ((kept.get(name)?.readAt ?? Infinity) <= readAt) kept.delete(name)
      }
    },
    drop(storeId: string) {
      for (const [name, product] of kept) if (product.storeId === storeId) kept.delete(name)
    },
  }
}

const anyReadAt = fc.integer({ min: 1, max: 5 })
/** What happens to a copy. */
export const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      store: anyStore,
      products: fc.array(anyProduct, { maxLength: 12 }),
      readAt: anyReadAt,
      isFirst: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      store: anyStore,
      ids: fc.array(anyId, { maxLength: 6 }),
      readAt: anyReadAt,
      isFirst: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), store: anyStore }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never

type Steppable = {
  write(store: string, products: readonly CopyProduct[], readAt: number, reading: CopyReading): unknown
  remove(store: string, ids: readonly string[], readAt: number, reading: CopyReading): unknown
  drop(store: string): unknown
}

export async function takeStep(copy: Steppable, step: Step) {
  if (step.kind === 'write') await copy.write(step.store, step.products, step.readAt, step)
  if (step.kind === 'remove') await copy.remove(step.store, step.ids, step.readAt, step)
  if (step.kind === 'drop') await copy.drop(step.store)
}
