// The currencies that the codes of each store were compared with. Prices of one currency are compared only, so that another one of a store makes
// clashes of codes that nobody has written since.
import type { ClashRule } from '#shared/clash-rules.ts'

/** `currency`: null before the first comparison; '' for one in which the store had none. */
export type ComparedStore = { number: number; store: string; currency: string | null }

/** The stores whose currency is another one than before, with that. `isCompared`: whether their codes were compared with the one before. */
export const changedCurrencies = (stores: readonly ComparedStore[], currencies: ClashRule['currencies']) =>
  stores.flatMap(({ number, store, currency: before }) => {
    const currency = currencies.get(store) ?? ''
    return currency === before ? [] : [{ number, currency, isCompared: before !== null }]
  })
