import type { ClashMember } from '#shared/clash-rules.ts'
import { unitsOf } from '#shared/price-units.ts'

export type PriceSpan = { min: number; max: number }

/**
 * What the rules need to know of a store's variants with one code. It is as large for a million variants as for two: of each value, two different
 * ones are kept, because more say nothing more about whether any differ.
 */
export type StoreFacts = {
  variants: number
  /** Those of products that are not archived. What follows is of these, but for statuses and SKUs. */
  sold: number
  hasActive: boolean
  prices: PriceSpan | null
  titles: Set<string>
  barcodes: Set<string>
  hasStock: Set<boolean>
  statuses: Set<string>
  skus: Set<string | null>
}

/** By the store, in the order in which they were seen. */
export type ClashFacts = Map<string, StoreFacts>

const archived = 'archived'

const nothing = (): StoreFacts => ({
  variants: 0,
  sold: 0,
  hasActive: false,
  prices: null,
  titles: new Set(),
  barcodes: new Set(),
  hasStock: new Set(),
  statuses: new Set(),
  skus: new Set(),
})

function keep<T>(values: Set<T>, value: T) {
  if (values.size < 2) values.add(value)
}

function spanWith(span: PriceSpan | null, price: string): PriceSpan | null {
  const units = unitsOf(price)
  if (units === null) return span
  return span ? { min: Math.min(span.min, units), max: Math.max(span.max, units) } : { min: units, max: units }
}

/** What looks the same is the same: letters with their accents composed or apart, and any number of blanks. */
const asSeen = (title: string) => title.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

function addSold(facts: StoreFacts, { title, barcode, price, stock }: ClashMember) {
  facts.sold += 1
  facts.prices = spanWith(facts.prices, price)
  keep(facts.titles, asSeen(title))
  if (barcode) keep(facts.barcodes, barcode)
  keep(facts.hasStock, stock === null || stock > 0)
}

/** Adds a variant to what is known about those with its code. */
export function addFacts(all: ClashFacts, member: ClashMember) {
  const facts = all.get(member.storeId) ?? nothing()
  all.set(member.storeId, facts)
  facts.variants += 1
  facts.hasActive ||= member.status === 'active'
  keep(facts.statuses, member.status)
  keep(facts.skus, member.sku)
  if (member.status !== archived) addSold(facts, member)
}

export function factsOf(members: readonly ClashMember[]): ClashFacts {
  const facts: ClashFacts = new Map()
  for (const member of members) addFacts(facts, member)
  return facts
}
