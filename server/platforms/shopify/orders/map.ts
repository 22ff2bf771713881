import type { OrderAddress, OrderLine } from '#shared/orders.ts'
import { moneyText } from '#server/platforms/money.ts'
import type { ExportOrder } from '#server/platforms/port.ts'
import { numberOf } from '#server/platforms/shopify/gid.ts'
import type {
  ShopifyAddress,
  ShopifyLine,
  ShopifyOrder,
  ShopifyParcel,
  ShopifyPaymentTerms,
  ShopifyTaxLine,
  ShopifyTransaction,
} from './wire.ts'

/** Prefers codes to names, like Shopify's own order CSV. */
export function addressOf(wire: ShopifyAddress | null | undefined): OrderAddress | null {
  if (!wire) return null
  const { provinceCode, countryCodeV2, ...address } = wire
  return { ...address, province: provinceCode ?? wire.province, country: countryCodeV2 ?? wire.country }
}

/** Shopify's CSV has "partial" for PARTIALLY_FULFILLED of the API. */
export function fulfillmentStatusOf(status: string | null): string {
  if (status === null) return 'unfulfilled'
  return status === 'PARTIALLY_FULFILLED' ? 'partial' : status.toLowerCase()
}

const isSuccess = ({ status }: { status: string }) => status === 'SUCCESS'
/** The latest of ISO times in the same zone. */
const latest = (times: readonly (string | null)[]) =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null

/** A paid order stays paid after a refund. */
const PAID = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/** Shopify has no such field. This is the time of the last payment, once the order is fully paid. */
function paidAt({ displayFinancialStatus, transactions = [] }: ShopifyOrder): string | null {
  if (displayFinancialStatus === null || !PAID.has(displayFinancialStatus)) return null
  const payments = transactions.filter((one) => isSuccess(one) && (one.kind === 'SALE' || one.kind === 'CAPTURE'))
  return latest(payments.map(({ processedAt }) => processedAt))
}

/** Shopify has no such field. This is the time when the last parcel was sent, once all of them are sent. */
function fulfilledAt({ displayFulfillmentStatus, fulfillments = [] }: ShopifyOrder): string | null {
  if (displayFulfillmentStatus !== 'FULFILLED') return null
  return latest(fulfillments.filter(isSuccess).map(({ createdAt }) => createdAt))
}

function references(transactions: readonly ShopifyTransaction[]): string[] {
  const payments = transactions.filter((one) => isSuccess(one) && one.kind !== 'REFUND' && one.kind !== 'VOID')
  return [...new Set(payments.flatMap(({ paymentId }) => paymentId ?? []))]
}

const RISKS = ['PENDING', 'NONE', 'LOW', 'MEDIUM', 'HIGH']

/** The highest risk level of all assessments. */
function riskOf({ risk }: ShopifyOrder): string | null {
  const levels = risk?.assessments.map(({ riskLevel }) => RISKS.indexOf(riskLevel)) ?? []
  return RISKS[Math.max(-1, ...levels)]?.toLowerCase() ?? null
}

function sentStatus({ quantity, unfulfilledQuantity }: ShopifyLine): OrderLine['fulfillmentStatus'] {
  if (unfulfilledQuantity === 0) return 'fulfilled'
  return unfulfilledQuantity < quantity ? 'partial' : 'pending'
}

function lineOf(wire: ShopifyLine, currency: string): OrderLine {
  const { id, name, quantity, sku, vendor, requiresShipping, taxable } = wire
  const compareAtPrice = wire.variant?.compareAtPrice ?? null
  return {
    id: numberOf(id),
    name,
    quantity,
    sku,
    vendor,
    requiresShipping,
    taxable,
    price: moneyText(wire.originalUnitPriceSet, currency),
    compareAtPrice: compareAtPrice && moneyText(compareAtPrice, currency),
    fulfillmentStatus: sentStatus(wire),
    discount: moneyText(wire.totalDiscountSet, currency),
    image: wire.image ? { url: wire.image.url, alt: wire.image.altText || null } : null,
  }
}

const paymentOf = ({ kind, status, formattedGateway, processedAt, amountSet }: ShopifyTransaction, currency: string) => ({
  kind: kind.toLowerCase(),
  status: status.toLowerCase(),
  gateway: formattedGateway,
  at: processedAt,
  amount: moneyText(amountSet, currency),
})

const parcelOf = ({ status, createdAt, trackingInfo }: ShopifyParcel) => ({
  status: status.toLowerCase(),
  createdAt,
  tracking: trackingInfo,
})

function moneyOf(wire: ShopifyOrder) {
  const text = (amount: string | null) => moneyText(amount ?? '0', wire.currencyCode)
  return {
    currency: wire.currencyCode,
    subtotal: text(wire.subtotalPriceSet),
    shipping: text(wire.totalShippingPriceSet),
    taxes: text(wire.totalTaxSet),
    total: text(wire.totalPriceSet),
    discountAmount: text(wire.totalDiscountsSet),
    refundedAmount: text(wire.totalRefundedSet),
  }
}

function buyerOf({ customer, email, phone, customerAcceptsMarketing }: ShopifyOrder) {
  return {
    customer: customer?.displayName === undefined ? null : { name: customer.displayName },
    email: email ?? customer?.defaultEmailAddress?.emailAddress ?? null,
    phone: phone ?? customer?.defaultPhoneNumber?.phoneNumber ?? null,
    acceptsMarketing: customerAcceptsMarketing,
  }
}

/** With its rate, as in Shopify's own CSV: "VAT 19%". */
const taxOf = ({ title, ratePercentage, priceSet }: ShopifyTaxLine, currency: string) => ({
  name: ratePercentage === null ? title : `${title} ${ratePercentage}%`,
  amount: moneyText(priceSet, currency),
})

/** The next payment is the first unpaid one. */
function termsOf({ paymentTermsName, paymentSchedules }: ShopifyPaymentTerms) {
  const due = paymentSchedules.nodes.flatMap(({ dueAt, completedAt }) => (completedAt === null && dueAt !== null ? dueAt : []))
  return { name: paymentTermsName, nextDueAt: due.toSorted()[0] ?? null }
}

function filedOf({ totalOutstandingSet, originalTotalDutiesSet, taxLines = [], currencyCode, ...wire }: ShopifyOrder) {
  const text = (amount: string | null | undefined) => (amount ? moneyText(amount, currencyCode) : null)
  return {
    outstanding: text(totalOutstandingSet),
    duties: text(originalTotalDutiesSet),
    taxLines: taxLines.map((line) => taxOf(line, currencyCode)),
    billingProvinceName: wire.billingAddress?.province ?? null,
    shippingProvinceName: wire.shippingAddress?.province ?? null,
    paymentTerms: wire.paymentTerms ? termsOf(wire.paymentTerms) : null,
  }
}

/** Maps a Shopify order to our model. Pure. */
export function exportShopifyOrder(wire: ShopifyOrder): ExportOrder {
  const { transactions = [], lineItems } = wire
  return {
    platformOrderId: wire.legacyResourceId,
    orderName: wire.name,
    createdAt: wire.createdAt,
    updatedAt: wire.updatedAt ?? null,
    cancelledAt: wire.cancelledAt,
    paidAt: paidAt(wire),
    fulfilledAt: fulfilledAt(wire),
    ...buyerOf(wire),
    ...moneyOf(wire),
    ...filedOf(wire),
    financialStatus: wire.displayFinancialStatus?.toLowerCase() ?? null,
    fulfillmentStatus: fulfillmentStatusOf(wire.displayFulfillmentStatus),
    discountCodes: wire.discountCodes,
    note: wire.note,
    noteAttributes: wire.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? '' })),
    tags: wire.tags,
    channel: wire.sourceName,
    paymentMethods: wire.paymentGatewayNames,
    paymentReferences: references(transactions),
    shippingMethod: wire.shippingLine?.title ?? null,
    shippingAddress: addressOf(wire.shippingAddress),
    billingAddress: addressOf(wire.billingAddress),
    riskLevel: riskOf(wire),
    payments: transactions.map((transaction) => paymentOf(transaction, wire.currencyCode)),
    fulfillments: (wire.fulfillments ?? []).map(parcelOf),
    lineItems: (lineItems?.nodes ?? []).map((line) => lineOf(line, wire.currencyCode)),
    lineItemsCount: lineItems?.nodes.length ?? 0,
  }
}
