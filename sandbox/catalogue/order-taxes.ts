import { amount, units } from './order-money.ts'
import type { CatalogueTaxLine } from './order-record.ts'

/** Splits an order's taxes into one line, or into two in every third order. The sum stays. */
export function taxLinesOf(index: number, taxes: string, currency: string): CatalogueTaxLine[] {
  const all = units(taxes, currency)
  if (all === 0) return []
  if (index % 3 !== 1) return [{ title: 'VAT', rate: 8, amount: taxes }]
  const half = Math.floor(all / 2)
  return [
    { title: 'State Tax', rate: 4.5, amount: amount(half, currency) },
    { title: 'County Tax', rate: 3.5, amount: amount(all - half, currency) },
  ]
}
