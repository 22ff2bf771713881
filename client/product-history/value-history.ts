import type { CatalogueChange } from '#shared/catalogue-changes.ts'

/** A value from an instant (ms) on. null: there was none. */
type Step = { at: number; value: number | null }
/** What a value was before its first known change, and what it was from each change on, oldest first. */
export type ValueHistory = { before: number | null; steps: readonly Step[] }

type Change = Pick<CatalogueChange, 'kind' | 'variant' | 'before' | 'after' | 'at'>
/** A variant as it is now. */
export type PricedVariant = { title: string; sku: string | null; price: string }

const numberOf = (text: string | null) => (text === null ? null : Number(text))

/** The stock of a product, from its changes. `changes`: newest first. null: it has not changed. */
export function stockHistory(changes: readonly Change[]): ValueHistory | null {
  const oldestFirst = changes.filter(({ kind }) => kind === 'stock').toReversed()
  const [first] = oldestFirst
  if (!first) return null
  return { before: numberOf(first.before), steps: oldestFirst.map(({ at, after }) => ({ at: Date.parse(at), value: numberOf(after) })) }
}

/** Of changes, newest first, those since a price last changed in another currency: amounts of several are not one price. */
export function changesIn<One extends Pick<CatalogueChange, 'kind' | 'currency'>>(currency: string, changes: readonly One[]): One[] {
  const other = changes.findIndex((change) => change.kind === 'price' && change.currency !== currency)
  return changes.slice(0, other < 0 ? undefined : other)
}

const lowest = (prices: readonly number[]) => (prices.length === 0 ? null : Math.min(...prices))

/** The variants that a change of price is about, by their places: the one that it names, and so many others with the same price. */
function changedBy({ variant, after }: Change, variants: readonly PricedVariant[], prices: readonly number[]): number[] | null {
  const [, name = '', others] = /^(.*?)(?: \(\+(\d+)\))?$/s.exec(variant ?? '') ?? []
  const count = 1 + Number(others ?? 0)
  const alike = [...variants.keys()].filter((place) => prices[place] === Number(after))
  if (alike.length === count) return alike
  const named = alike.filter((place) => (variants[place]?.sku || variants[place]?.title || '') === name)
  return count === 1 && named.length === 1 ? named : null
}

/** The prices before some changes of the same instant. null: it cannot be told which variants they are about. */
function pricesBefore(changes: readonly Change[], variants: readonly PricedVariant[], prices: readonly number[]): number[] | null {
  const earlier = [...prices]
  for (const change of changes) {
    const places = changedBy(change, variants, prices)
    if (!places) return null
    for (const place of places) earlier[place] = Number(change.before)
  }
  return earlier
}

/**
 * The lowest price of a product's variants, from what they are now and the changes backwards from there, as far as it is certain which
 * variants a change is about. `changes`: newest first. null: it has not changed.
 */
export function priceHistory(changes: readonly Change[], variants: readonly PricedVariant[]): ValueHistory | null {
  let prices = variants.map(({ price }) => Number(price))
  const steps: Step[] = []
  const ofPrice = changes.filter(({ kind }) => kind === 'price')
  for (const at of new Set(ofPrice.map((change) => change.at))) {
    const together = ofPrice.filter((change) => change.at === at)
    const earlier = pricesBefore(together, variants, prices)
    if (!earlier) break
    steps.unshift({ at: Date.parse(at), value: lowest(prices) })
    prices = earlier
  }
  return steps.length === 0 ? null : { before: lowest(prices), steps }
}
