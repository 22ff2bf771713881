/** Amounts are counted in the currency's smallest unit, so that sums are exact. */

const digitsOf = new Map<string, number>()

/** The currency's number of decimal places: 0 for yen and dong, 3 for Kuwaiti dinar, 2 for most others. */
export function digits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, found)
  return found
}

/** Decimal text with the currency's digits: 1990 is "19.90" in dollars and "1990" in yen. */
export function amount(smallest: number, currency: string): string {
  return (smallest / 10 ** digits(currency)).toFixed(digits(currency))
}

/** The currency's smallest units in a decimal text. Further digits are cut. */
export function units(text: string, currency: string): number {
  return Math.trunc(Math.round(Number(text) * 10 ** digits(currency)))
}
