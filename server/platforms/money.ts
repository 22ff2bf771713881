/** A decimal amount as text, with at least the two decimals that people expect: "7.5" is "7.50", "1234.567" stays. */
export function decimalText(amount: string): string {
  const [, whole, fraction] = /^(-?\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  return whole === undefined ? amount : `${whole}.${(fraction ?? '').padEnd(2, '0')}`
}

/** A JSON number as decimal text without binary noise: 19.9 is "19.90", 0.1 + 0.2 is "0.30". Fifteen digits are always exact. */
export function decimalOf(amount: number): string {
  return decimalText(String(Number(amount.toPrecision(15))))
}
