/** A decimal amount as text with at least two decimals: "7.5" becomes "7.50", "1234.567" stays. */
export function decimalText(amount: string): string {
  const [, whole, fraction] = /^(-?\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  return whole === undefined ? amount : `${whole}.${(fraction ?? '').padEnd(2, '0')}`
}

/** A JSON number as decimal text without binary noise: 19.9 is "19.90", 0.1 + 0.2 is "0.30". Fifteen digits are always exact. */
export function decimalOf(amount: number): string {
  return decimalText(String(Number(amount.toPrecision(15))))
}

const knownDigits = new Map<string, number>()

/** The number of decimals of a currency (ISO 4217): 0 for yen, 3 for the Kuwaiti dinar, 2 for unknown currencies. */
export function digitsOf(currency: string): number {
  const known = knownDigits.get(currency)
  if (known !== undefined) return known
  const format = /^[A-Z]{3}$/.test(currency) ? new Intl.NumberFormat('en', { style: 'currency', currency }) : null
  const digits = format?.resolvedOptions().maximumFractionDigits ?? 2
  knownDigits.set(currency, digits)
  return digits
}

/**
 * A decimal text with the decimals of its currency: "104.5" dollars become "104.50", "1500.0" yen "1500". Decimals other than zero stay.
 */
export function moneyText(amount: string, currency: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === undefined) return amount
  const digits = digitsOf(currency)
  const said = fraction.replace(/0+$/, '')
  if (said.length > digits) return amount
  return digits === 0 ? whole : `${whole}.${said.padEnd(digits, '0')}`
}
