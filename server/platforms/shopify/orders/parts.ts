import { connection, points } from '#server/platforms/shopify/products/parts.ts'
import type { Withheld } from '#server/platforms/shopify/withheld.ts'
import { orderColumn, type OrderColumn } from '#shared/order-columns.ts'

/** The parts of an order that cost points, are large or contain personal data. They are requested only for columns that need them. */
type Part =
  | 'customer'
  | 'name'
  | 'email'
  | 'phone'
  | 'billing'
  | 'shipping'
  | 'payments'
  | 'parcels'
  | 'risk'
  | 'taxes'
  | 'balance'
  | 'terms'
  | 'lines'
  | 'variants'
  | 'pictures'
export type OrderParts = Record<Part, boolean>

const personalParts = ['customer', 'billing', 'shipping'] as const

/** The parts of an order that the product shows. */
export const everyPart: OrderParts = {
  customer: true,
  name: true,
  email: true,
  phone: true,
  billing: true,
  shipping: true,
  payments: true,
  parcels: true,
  risk: true,
  taxes: true,
  balance: true,
  // Only files have them, and they need a scope of their own.
  terms: false,
  lines: true,
  variants: true,
  pictures: true,
}

export function orderPartsFor(columns: readonly OrderColumn[]): OrderParts {
  const wants = (...some: OrderColumn[]) => some.some((column) => columns.includes(column))
  return {
    customer: wants('customer.name', 'customer.email', 'customer.phone'),
    name: wants('customer.name'),
    email: wants('customer.email'),
    phone: wants('customer.phone'),
    billing: columns.some((column) => column.startsWith('billingAddress.')),
    shipping: columns.some((column) => column.startsWith('shippingAddress.')),
    payments: wants('paidAt', 'paymentReference'),
    parcels: wants('fulfilledAt'),
    risk: wants('riskLevel'),
    taxes: columns.some((column) => /^tax\d/.test(column)),
    balance: wants('outstandingBalance', 'duties'),
    terms: wants('paymentTermsName', 'nextPaymentDueAt'),
    lines: columns.some((column) => orderColumn[column].category === 'Line Items'),
    variants: wants('lineItem.compareAtPrice'),
    // No file has them.
    pictures: false,
  }
}

/** Whether these parts contain personal data. */
export const arePersonal = (wanted: OrderParts): boolean => personalParts.some((part) => wanted[part])

/** Whether the shop hides data of these parts from us. */
export const hasWithheld = (wanted: OrderParts, withheld: ReadonlySet<Withheld>): boolean =>
  Array.from(withheld).some((what) => (what === 'termsScope' ? wanted.terms : arePersonal(wanted)))

/** Terms have one payment, or two with a deposit. */
export const termsFirst = 10

/** Most orders have few line items. Orders with more than fit on the page are completed. */
export const orderPageSize = { first: 250, linesFirst: 50 } as const

/** The requested cost of a page of orders with these parts; see `pageCost` of products. */
export function orderPageCost(parts: OrderParts): number {
  const { first, linesFirst } = orderPageSize
  const customer = points(parts.customer, 1 + points(parts.email, 1) + points(parts.phone, 1))
  const rest = points(parts.payments, 1) + points(parts.parcels, 2) + points(parts.risk, 2) + points(parts.taxes, 1)
  const terms = points(parts.terms, 1 + connection(termsFirst, 1))
  const lines = points(parts.lines, connection(linesFirst, 1 + points(parts.variants, 1) + points(parts.pictures, 1)))
  // An order, its attributes and its shipping line.
  return connection(first, 3 + customer + rest + terms + lines)
}

export const orderLinesSize = { linesFirst: 250 } as const
