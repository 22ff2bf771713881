// What is asked of an order, wherever it is asked: in pages, one by one, or by a bulk operation.
import type { OrderParts } from './parts.ts'

export const address = 'name company address1 address2 city zip province provinceCode country countryCodeV2 phone'
export const amount = '{ shopMoney { amount } }'

/** Writes a field that is there only with its part: under a directive, or not at all. */
type Write = (part: keyof OrderParts, field: string, selection?: string) => string

/** For documents that take variables. */
export const underDirective: Write = (part, field, selection = '') => `${field} @include(if: $${part}) ${selection}`
/** For those that take none. */
export const whereWanted =
  (parts: OrderParts): Write =>
  (part, field, selection = '') =>
    parts[part] ? `${field} ${selection}` : ''

export const lineFields = (write: Write): string => `id name quantity unfulfilledQuantity sku vendor requiresShipping taxable
  originalUnitPriceSet ${amount}
  totalDiscountSet ${amount}
  ${write('variants', 'variant', '{ compareAtPrice }')}`

/** All but its line items. */
export const orderFields = (
  write: Write,
): string => `legacyResourceId name createdAt cancelledAt currencyCode note tags customerAcceptsMarketing sourceName
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
  ${write('billing', 'billingAddress', `{ ${address} }`)}
  ${write('shipping', 'shippingAddress', `{ ${address} }`)}`
