// The fields of an order, for all requests: pages, single orders and bulk operations.
import type { OrderParts } from './parts.ts'

export const address = 'name company address1 address2 city zip province provinceCode country countryCodeV2 phone'
export const amount = '{ shopMoney { amount } }'

/** Writes a field that depends on a part: with a directive, or only if the part is requested. */
type Write = (part: keyof OrderParts, field: string, selection?: string) => string

/** For documents with variables. */
export const underDirective: Write = (part, field, selection = '') => `${field} @include(if: $${part}) ${selection}`
/** For documents without variables. */
export const whereWanted =
  (parts: OrderParts): Write =>
  (part, field, selection = '') =>
    parts[part] ? `${field} ${selection}` : ''

/** The payment terms without their payments, and a payment. A bulk operation needs the ids of both. */
export const termsFields = 'id paymentTermsName'
export const scheduleFields = 'id dueAt completedAt'

/** The pictures have the size of the panel's thumbnails (40 CSS px, doubled for dense screens). */
export const lineFields = (write: Write): string => `id name quantity unfulfilledQuantity sku vendor requiresShipping taxable
  originalUnitPriceSet ${amount}
  totalDiscountSet ${amount}
  ${write('variants', 'variant', '{ compareAtPrice }')}
  ${write('pictures', 'image', '{ url(transform: { maxWidth: 80, maxHeight: 80 }) altText }')}`

/** All fields except those with lists of their own: the line items and the payment terms. */
export const orderFields = (
  write: Write,
): string => `legacyResourceId name createdAt updatedAt cancelledAt currencyCode note tags customerAcceptsMarketing sourceName
  displayFinancialStatus displayFulfillmentStatus discountCodes paymentGatewayNames
  customAttributes { key value }
  subtotalPriceSet ${amount} totalShippingPriceSet ${amount} totalTaxSet ${amount} totalPriceSet ${amount}
  totalDiscountsSet ${amount} totalRefundedSet ${amount}
  ${write('email', 'email')} ${write('phone', 'phone')}
  ${write(
    'customer',
    'customer',
    `{ ${write('name', 'displayName')} ${write('email', 'defaultEmailAddress', '{ emailAddress }')} ${write('phone', 'defaultPhoneNumber', '{ phoneNumber }')} }`,
  )}
  ${write('payments', 'transactions(first: 250)', `{ kind status formattedGateway paymentId processedAt amountSet ${amount} }`)}
  ${write('parcels', 'fulfillments(first: 250)', '{ status createdAt trackingInfo(first: 10) { company number url } }')}
  shippingLine { title }
  ${write('risk', 'risk', '{ assessments { riskLevel } }')}
  ${write('taxes', 'taxLines', `{ title ratePercentage priceSet ${amount} }`)}
  ${write('balance', 'totalOutstandingSet', amount)} ${write('balance', 'originalTotalDutiesSet', amount)}
  ${write('billing', 'billingAddress', `{ ${address} }`)}
  ${write('shipping', 'shippingAddress', `{ ${address} }`)}`
