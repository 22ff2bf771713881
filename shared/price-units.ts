const decimal = /^(-?)(\d+)(?:\.(\d*))?$/
const fraction = 4

/** A price in ten-thousandths of its currency's unit. null: it is no decimal number. Higher ones than a number can hold are equal. */
export function unitsOf(price: string): number | null {
  const [, sign = '', whole, part = ''] = decimal.exec(price.trim()) ?? []
  if (whole === undefined) return null
  const units = Number(`${whole}${part.slice(0, fraction).padEnd(fraction, '0')}`)
  const limited = Math.min(units, Number.MAX_SAFE_INTEGER)
  return sign === '-' && limited !== 0 ? -limited : limited
}
