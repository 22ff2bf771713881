type Decimal = `${number}`
const isDecimal = (text: string): text is Decimal => /^-?\d+(\.\d+)?$/.test(text)
const isCurrency = (code: string) => /^[A-Z]{3}$/.test(code)

const fractionOf = (amount: string) => amount.split('.')[1] ?? ''

/** An amount as people write it, with exactly the digits it came with: "19.90" in EUR is "€19.90". */
export function formatMoney(amount: string, currency: string): string {
  if (!isDecimal(amount) || !isCurrency(currency)) return `${amount} ${currency}`.trim()
  const digits = fractionOf(amount).length
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount)
}

export const isZero = (amount: string): boolean => Number(amount) === 0

/** A decimal text as a whole number of its smallest unit, of which one is 10^-digits. */
const scaled = (amount: string, digits: number) => BigInt(amount.replace('.', '') + '0'.repeat(digits - fractionOf(amount).length))

function unscaled(sum: bigint, digits: number): string {
  const text = String(sum < 0n ? -sum : sum).padStart(digits + 1, '0')
  const whole = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text
  return sum < 0n ? `-${whole}` : whole
}

/** The exact sum of decimal texts, with as many digits as the longest of them has. */
export function sumMoney(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => fractionOf(amount).length))
  return unscaled(
    amounts.filter(isDecimal).reduce((total, amount) => total + scaled(amount, digits), 0n),
    digits,
  )
}

/** The exact price of several pieces. Null if the price is no decimal text. */
export function timesMoney(price: string, pieces: number): string | null {
  const digits = fractionOf(price).length
  return isDecimal(price) ? unscaled(scaled(price, digits) * BigInt(pieces), digits) : null
}

/** One total for each currency, in the order in which the currencies first appear. */
export function totalsByCurrency(orders: readonly { total: string; currency: string }[]): { currency: string; total: string }[] {
  const amounts = new Map<string, string[]>()
  for (const { currency, total } of orders) amounts.set(currency, [...(amounts.get(currency) ?? []), total])
  return [...amounts].map(([currency, totals]) => ({ currency, total: sumMoney(totals) }))
}
