import { lineTotal, linesOf, sent } from './order-lines.ts'
import { amount, units } from './order-money.ts'
import { orderCount, orderId } from './order-plan.ts'
import type { OrderGrowing } from './order-plan.ts'
import type {
  CatalogueAddress,
  CatalogueCustomer,
  CatalogueFinancialStatus,
  CatalogueFulfillmentStatus,
  CatalogueOrder,
} from './order-record.ts'
import { fulfillmentsOf, outstandingOf, PAID, transactionsOf } from './order-steps.ts'
import { paymentTermsOf } from './order-terms.ts'
import { taxLinesOf } from './order-taxes.ts'
import { BUYERS, CODES, GATEWAYS, ORDER_TAGS, POSTAL_ADDRESSES, SHIPPING_METHODS, SOURCES } from './order-words.ts'

const TWO_YEARS_S = 2 * 365 * 24 * 3600
const HOUR_S = 3600

const FINANCIAL: readonly [CatalogueFinancialStatus, ...CatalogueFinancialStatus[]] = [
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'PENDING',
  'PENDING',
  'REFUNDED',
  'VOIDED',
  'AUTHORIZED',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
]
const FULFILLMENT: readonly [CatalogueFulfillmentStatus, ...CatalogueFulfillmentStatus[]] = [
  'FULFILLED',
  'FULFILLED',
  'FULFILLED',
  'UNFULFILLED',
  'UNFULFILLED',
  'PARTIALLY_FULFILLED',
]

/** The random part of an order. The rest is computed. Amounts are in the currency's smallest units. */
export type OrderDraft = {
  createdAt: number
  currency: string
  lineCount: number
  financialStatus: CatalogueFinancialStatus
  fulfillmentStatus: CatalogueFulfillmentStatus
  isGuest: boolean
  orderDiscount: number
  shipping: number
}

/** Spreads the orders evenly over two years. An order may be some hours older than the previous one, as imported orders are. */
function timeOf({ index, random, plan, today }: OrderGrowing): number {
  const share = (index + 1) / orderCount(plan)
  return today - (Math.floor(TWO_YEARS_S * (1 - share)) + random.int(8 * HOUR_S)) * 1000
}

export function draftOf(growing: OrderGrowing): OrderDraft {
  const { random, plan } = growing
  return {
    createdAt: timeOf(growing),
    currency: plan.currency,
    lineCount: 1 + random.int(3),
    financialStatus: random.pick(FINANCIAL),
    fulfillmentStatus: random.pick(FULFILLMENT),
    isGuest: random.chance(0.08),
    orderDiscount: random.chance(0.15) ? 100 + random.int(900) : 0,
    shipping: random.chance(0.3) ? 0 : 499,
  }
}

function customerOf({ random, plan }: OrderGrowing): CatalogueCustomer {
  const [firstName, lastName] = random.pick(BUYERS)
  const number = random.int(500)
  const email = random.chance(0.9) ? `buyer${number}@example.com` : null
  return {
    id: orderId(plan.platform, 'customer', number),
    firstName,
    lastName,
    email,
    phone: random.chance(0.3) ? '+84 28 3822 1234' : null,
  }
}

function addressOf({ random }: OrderGrowing, customer: CatalogueCustomer | null): CatalogueAddress {
  return {
    ...random.pick(POSTAL_ADDRESSES),
    firstName: customer?.firstName ?? 'Somebody',
    lastName: customer?.lastName ?? 'Unknown',
    company: random.chance(0.2) ? 'Acme, Inc.' : null,
    phone: random.chance(0.4) ? '0905 123 456' : null,
  }
}

function moneyOf(lines: CatalogueOrder['lines'], { currency, orderDiscount, shipping, financialStatus }: OrderDraft) {
  const goods = lines.reduce((sum, line) => sum + lineTotal(line, currency), 0)
  const discount = Math.min(orderDiscount, goods)
  const subtotal = goods - discount
  const taxes = Math.round(subtotal * 0.08)
  const total = subtotal + shipping + taxes
  const lineDiscounts = lines.reduce((sum, line) => sum + units(line.discount, currency), 0)
  const refunded = financialStatus === 'REFUNDED' ? total : financialStatus === 'PARTIALLY_REFUNDED' ? Math.floor(total / 3) : 0
  const text = (smallest: number) => amount(smallest, currency)
  return {
    subtotal: text(subtotal),
    shipping: text(shipping),
    taxes: text(taxes),
    total: text(total),
    discounts: text(discount + lineDiscounts),
    refunded: text(refunded),
  }
}

function wordsOf({ random }: OrderGrowing, draft: OrderDraft) {
  return {
    discountCodes: draft.orderDiscount > 0 ? random.some(CODES, 1) : [],
    tags: random.some(ORDER_TAGS, random.int(3)),
    note: random.chance(0.1) ? 'Please ring twice.' : null,
    noteAttributes: random.chance(0.1) ? [{ key: 'gift', value: 'yes' }] : [],
    source: random.pick(SOURCES),
    shippingMethod: random.pick(SHIPPING_METHODS),
    riskLevel: random.chance(0.9) ? ('LOW' as const) : random.pick(['NONE', 'MEDIUM', 'HIGH'] as const),
    acceptsMarketing: random.chance(0.4),
  }
}

/** Completes an order from its draft: sums add up, and payments and parcels match its statuses. */
export function orderOf(growing: OrderGrowing, draft: OrderDraft): CatalogueOrder {
  const { plan, index, random } = growing
  const lines = sent(linesOf(growing, draft.lineCount, draft.currency), draft.fulfillmentStatus)
  const money = moneyOf(lines, draft)
  const customer = draft.isGuest ? null : customerOf(growing)
  const shippingAddress = addressOf(growing, customer)
  const gateway = random.pick(GATEWAYS)
  const { createdAt, currency, financialStatus, fulfillmentStatus } = draft
  return {
    id: orderId(plan.platform, 'order', index),
    number: 1001 + index,
    name: `#${1001 + index}`,
    createdAt,
    updatedAt: createdAt + 3 * HOUR_S * 1000,
    cancelledAt: financialStatus === 'VOIDED' ? createdAt + 2 * HOUR_S * 1000 : null,
    closedAt: fulfillmentStatus === 'FULFILLED' && financialStatus === 'PAID' ? createdAt + 48 * HOUR_S * 1000 : null,
    currency,
    presentment: null,
    ...money,
    taxLines: taxLinesOf(index, money.taxes, currency),
    duties: null,
    outstanding: outstandingOf(draft, money.total),
    paymentTerms: paymentTermsOf(index, draft),
    ...wordsOf(growing, draft),
    financialStatus,
    fulfillmentStatus,
    customer,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    gateways: PAID.has(financialStatus) || financialStatus === 'AUTHORIZED' ? [gateway] : [],
    transactions: transactionsOf(growing, draft, money, gateway),
    fulfillments: fulfillmentsOf(growing, draft),
    shippingAddress,
    billingAddress: random.chance(0.7) ? shippingAddress : addressOf(growing, customer),
    lines,
  }
}
