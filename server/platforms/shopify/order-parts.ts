import { orderColumn, type OrderColumn } from '#shared/order-columns.ts'

/** The parts of an order that cost points or weight, and are asked for only where a column needs them. */
type Part = 'customer' | 'payments' | 'parcels' | 'risk' | 'lines' | 'variants'
export type OrderParts = Record<Part, boolean>

export const everyPart: OrderParts = { customer: true, payments: true, parcels: true, risk: true, lines: true, variants: true }

export function orderPartsFor(columns: readonly OrderColumn[]): OrderParts {
  const wants = (...some: OrderColumn[]) => some.some((column) => columns.includes(column))
  return {
    customer: wants('customer.name', 'customer.email', 'customer.phone'),
    payments: wants('paidAt', 'paymentReference'),
    parcels: wants('fulfilledAt'),
    risk: wants('riskLevel'),
    lines: columns.some((column) => orderColumn[column].category === 'Line Items'),
    variants: wants('lineItem.compareAtPrice'),
  }
}

/** Few orders have more than a handful of line items; those that have are completed. */
export const orderPageSize = { first: 250, linesFirst: 50 } as const
export const orderLinesSize = { linesFirst: 250 } as const
