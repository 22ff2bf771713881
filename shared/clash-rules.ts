import type { CatalogueClashKind } from '#shared/clash-kinds.ts'
import { factsOf, type ClashFacts, type PriceSpan, type StoreFacts } from '#shared/clash-facts.ts'

/** The codes by which products of several stores are known to be the same. */
export const clashCodes = ['sku', 'barcode'] as const
export type ClashCode = (typeof clashCodes)[number]

/** Those that the copy keeps. What is missing depends on the stores that are asked for. */
const keptKinds = ['price', 'title', 'status', 'barcode', 'double', 'stock'] as const satisfies CatalogueClashKind[]
export type KeptClash = (typeof keptKinds)[number]
const clashKinds = [...keptKinds, 'missing'] as const satisfies CatalogueClashKind[]

/** A variant with a code. */
export type ClashMember = {
  storeId: string
  productId: string
  title: string
  status: string
  variantId: string
  variant: string
  sku: string | null
  barcode: string | null
  price: string
  stock: number | null
}

/** A page of codes that may clash, by the code. `kinds`: any of these. `after`: the last code of the page before. */
export type ClashCodeQuery = { by: ClashCode; kinds: readonly CatalogueClashKind[]; after: string | null; limit: number }

/** `currencies`: of each store that is compared. `tolerance`: how much higher, in percent, a price may be than another. */
export type ClashRule = { currencies: ReadonlyMap<string, string>; tolerance: number }

/** Whether variants of different stores have different values. Of two different values, at least one differs from that of any other store. */
function differs(facts: ClashFacts, valuesOf: (facts: StoreFacts) => ReadonlySet<unknown>): boolean {
  const valued = [...facts.values()].map(valuesOf).filter(({ size }) => size > 0)
  return valued.length > 1 && new Set(valued.flatMap((values) => [...values])).size > 1
}

/**
 * The largest ratio of two prices in one currency, times 10,000 and rounded up. null: something is free in one store and not in another, or there
 * are no two.
 */
export function widestRatio(facts: ClashFacts, { currencies }: Pick<ClashRule, 'currencies'>): number | null {
  const spans = new Map<string | undefined, PriceSpan>()
  for (const [store, { prices }] of facts) {
    const currency = currencies.get(store)
    const span = spans.get(currency)
    if (prices) spans.set(currency, span ? { min: Math.min(span.min, prices.min), max: Math.max(span.max, prices.max) } : prices)
  }
  const ratios = [...spans.values()].map(({ min, max }) => (max <= min ? 0 : Math.ceil((max * 10_000) / Math.max(min, 0))))
  const widest = Math.max(0, ...ratios)
  return Number.isSafeInteger(widest) && widest > 0 ? widest : null
}

/** The stores of the currencies in which prices differ by more than the rule allows. */
export function storesApart(facts: ClashFacts, { currencies, tolerance }: ClashRule): string[] {
  const priced = [...facts].flatMap(([store, { prices }]) => (prices ? [{ store, currency: currencies.get(store), prices }] : []))
  const isHigher = (high: PriceSpan, low: PriceSpan) => high.max * 100 > low.min * (100 + tolerance)
  const isApart = (of: string | undefined) =>
    priced.some((low) =>
      priced.some((high) => high !== low && low.currency === of && high.currency === of && isHigher(high.prices, low.prices)),
    )
  const apart = new Set([...new Set(priced.map(({ currency }) => currency))].filter(isApart))
  return priced.flatMap(({ store, currency }) => (apart.has(currency) ? [store] : []))
}

/** Whether variants with one barcode are already compared because they have one SKU. */
function isOneSku(facts: ClashFacts): boolean {
  const skus = new Set([...facts.values()].flatMap((store) => [...store.skus]))
  return skus.size === 1 && Boolean([...skus][0])
}

/**
 * What does not fit among the variants with one code. A clash between some stores is also one between these and others, so what is judged for
 * all stores tells where to look for the clashes of some. Archived products are not sold: of them, only the status is compared.
 */
export function clashesAmong(by: ClashCode, facts: ClashFacts, rule: ClashRule): CatalogueClashKind[] {
  if (by === 'barcode' && isOneSku(facts)) return []
  const stores = [...facts.values()]
  const found: Record<CatalogueClashKind, boolean> = {
    price: storesApart(facts, rule).length > 0,
    title: differs(facts, ({ titles }) => titles),
    status: differs(facts, ({ statuses }) => statuses),
    barcode: by === 'sku' && differs(facts, ({ barcodes }) => barcodes),
    double: by === 'sku' && stores.some(({ sold }) => sold > 1),
    stock: differs(facts, ({ hasStock }) => hasStock),
    missing: by === 'sku' && stores.length < rule.currencies.size && stores.some(({ hasActive }) => hasActive),
  }
  return clashKinds.filter((kind) => found[kind])
}

export const clashesOf = (by: ClashCode, members: readonly ClashMember[], rule: ClashRule): CatalogueClashKind[] =>
  clashesAmong(by, factsOf(members), rule)

/** The stores that take part in a clash. Where another one takes part, it is another clash. */
export function clashingStores(kind: CatalogueClashKind, facts: ClashFacts, rule: ClashRule): string[] {
  if (kind === 'missing') return [...rule.currencies.keys()]
  if (kind === 'price') return storesApart(facts, rule)
  const least = { status: 0, double: 2 }[kind as string] ?? 1
  return [...facts].flatMap(([store, { sold }]) => (sold >= least ? [store] : []))
}

/**
 * So many variants with one code are read at once, and listed. A code of more is no code, but a placeholder; what clashes among all of its variants
 * is found where it is listed.
 */
export const comparedAtMost = 500

/** The clashes of a code over all stores, as they are kept: where to look. Of more variants than are read at once, they may be of any kind. */
export const keptClashes = (by: ClashCode, members: readonly ClashMember[], currencies: ClashRule['currencies']): KeptClash[] =>
  members.length >= comparedAtMost
    ? [...keptKinds]
    : keptKinds.filter((kind) => clashesOf(by, members, { currencies, tolerance: 0 }).includes(kind))
