import type {
  CatalogueAddress,
  CatalogueCustomer,
  CatalogueFulfillment,
  CatalogueLine,
  CatalogueOrder,
  CataloguePayment,
  CataloguePaymentTerms,
  CatalogueTransaction,
} from '../catalogue/order-record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { displayName } from './order-index.ts'
import { dateTime, gid, requireScope } from './world.ts'
import type { Fields } from './world.ts'

/** Shopify's Decimal drops trailing zeros, down to one decimal place: "55.0", "104.5". */
export function decimal(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.replace(/0+$/, '') || '0'}`
}

type Priced = Pick<CatalogueOrder, 'currency' | 'presentment'>

/** An amount in the shop's currency and in the buyer's. */
function bag({ currency, presentment }: Priced, amount: string) {
  const shopMoney = { amount: decimal(amount), currencyCode: currency }
  if (!presentment) return { shopMoney, presentmentMoney: shopMoney }
  const shown = decimal((Number(amount) * presentment.rate).toFixed(2))
  return { shopMoney, presentmentMoney: { amount: shown, currencyCode: presentment.currency } }
}

/** Lines need the currency of their order. */
type Line = { readonly line: CatalogueLine; readonly order: CatalogueOrder }
type Transaction = { readonly transaction: CatalogueTransaction; readonly order: CatalogueOrder }
type Buyer = { readonly customer: CatalogueCustomer; readonly order: CatalogueOrder }

const moment = (milliseconds: number | null) => (milliseconds === null ? null : dateTime(milliseconds))
const isPaid = ({ financialStatus }: CatalogueOrder) => financialStatus === 'PAID'

export const orderFields: Fields<CatalogueOrder, PageArgs> = {
  id: (order) => gid('Order', order.id),
  legacyResourceId: (order) => order.id,
  number: (order) => order.number,
  createdAt: (order) => dateTime(order.createdAt),
  processedAt: (order) => dateTime(order.createdAt),
  updatedAt: (order) => dateTime(order.updatedAt),
  cancelledAt: (order) => moment(order.cancelledAt),
  closedAt: (order) => moment(order.closedAt),
  closed: (order) => order.closedAt !== null,
  test: () => false,
  fullyPaid: isPaid,
  currencyCode: (order) => order.currency,
  presentmentCurrencyCode: (order) => order.presentment?.currency ?? order.currency,
  displayFinancialStatus: (order) => order.financialStatus,
  displayFulfillmentStatus: (order) => order.fulfillmentStatus,
  subtotalPriceSet: (order) => bag(order, order.subtotal),
  totalShippingPriceSet: (order) => bag(order, order.shipping),
  totalTaxSet: (order) => bag(order, order.taxes),
  taxLines: (order) => order.taxLines.map(({ title, rate, amount }) => ({ title, ratePercentage: rate, priceSet: bag(order, amount) })),
  totalOutstandingSet: (order) => bag(order, order.outstanding),
  originalTotalDutiesSet: (order) => order.duties && bag(order, order.duties),
  totalPriceSet: (order) => bag(order, order.total),
  totalDiscountsSet: (order) => bag(order, order.discounts),
  totalRefundedSet: (order) => bag(order, order.refunded),
  paymentTerms: (order, _args, world, info) => {
    requireScope(world, 'read_payment_terms', info)
    return order.paymentTerms && { ...order.paymentTerms, orderId: order.id }
  },
  customer: (order, _args, world, info) => {
    requireScope(world, 'read_customers', info)
    return order.customer && { customer: order.customer, order }
  },
  customerAcceptsMarketing: (order) => order.acceptsMarketing,
  customAttributes: (order) => order.noteAttributes,
  sourceName: (order) => order.source,
  paymentGatewayNames: (order) => order.gateways,
  subtotalLineItemsQuantity: (order) => order.lines.reduce((sum, line) => sum + line.quantity, 0),
  transactions: (order, { first }) => order.transactions.slice(0, first ?? undefined).map((transaction) => ({ transaction, order })),
  fulfillments: (order, { first }) => order.fulfillments.slice(0, first ?? undefined),
  shippingLine: (order) => order.shippingMethod && { title: order.shippingMethod, code: order.shippingMethod },
  risk: (order) => ({
    recommendation: order.riskLevel === 'HIGH' ? 'CANCEL' : 'ACCEPT',
    assessments: [{ riskLevel: 'NONE' }, { riskLevel: order.riskLevel }],
  }),
  lineItems: (order, args) =>
    connectionOf(
      listingOf(
        order.lines.map((line) => ({ line, order })),
        ({ line }) => line.id,
        ({ line }) => Number(line.id),
      ),
      args,
    ),
}

/** Terms and payments have no id in the catalogue: theirs follow from the order's. */
type Terms = CataloguePaymentTerms & { readonly orderId: string }
type Payment = CataloguePayment & { readonly id: string }

const paymentsOf = ({ payments, orderId }: Terms): Payment[] => payments.map((payment, n) => ({ ...payment, id: `${orderId}${n}` }))

export const paymentTermsFields: Fields<Terms, PageArgs> = {
  id: ({ orderId }) => gid('PaymentTerms', orderId),
  paymentTermsName: ({ name }) => name,
  paymentSchedules: (terms, args) =>
    connectionOf(
      listingOf(
        paymentsOf(terms),
        ({ id }) => id,
        ({ id }) => Number(id),
      ),
      args,
    ),
}

export const paymentFields: Fields<Payment> = {
  id: ({ id }) => gid('PaymentSchedule', id),
  dueAt: ({ dueAt }) => moment(dueAt),
  completedAt: ({ completedAt }) => moment(completedAt),
}

export const customerFields: Fields<Buyer> = {
  id: ({ customer }) => gid('Customer', customer.id),
  legacyResourceId: ({ customer }) => customer.id,
  displayName: ({ order }) => displayName(order),
  firstName: ({ customer }) => customer.firstName,
  lastName: ({ customer }) => customer.lastName,
  defaultEmailAddress: ({ customer }) => customer.email && { emailAddress: customer.email },
  defaultPhoneNumber: ({ customer }) => customer.phone && { phoneNumber: customer.phone },
}

export const addressFields: Fields<CatalogueAddress> = {
  name: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  countryCodeV2: ({ countryCode }) => countryCode,
}

export const transactionFields: Fields<Transaction> = {
  id: ({ transaction }) => gid('OrderTransaction', transaction.id),
  kind: ({ transaction }) => transaction.kind,
  status: ({ transaction }) => transaction.status,
  gateway: ({ transaction }) => transaction.gateway,
  formattedGateway: ({ transaction }) => transaction.gateway,
  paymentId: ({ transaction }) => transaction.paymentId,
  createdAt: ({ transaction }) => dateTime(transaction.at),
  processedAt: ({ transaction }) => dateTime(transaction.at),
  amountSet: ({ transaction, order }) => bag(order, transaction.amount),
}

export const fulfillmentFields: Fields<CatalogueFulfillment> = {
  id: (fulfillment) => gid('Fulfillment', fulfillment.id),
  createdAt: (fulfillment) => dateTime(fulfillment.at),
  displayStatus: (fulfillment) => (fulfillment.status === 'SUCCESS' ? 'FULFILLED' : 'CANCELED'),
  trackingInfo: (fulfillment) => (fulfillment.tracking ? [fulfillment.tracking] : []),
}

export const lineItemFields: Fields<Line> = {
  id: ({ line }) => gid('LineItem', line.id),
  title: ({ line }) => line.title,
  variantTitle: ({ line }) => line.variantTitle,
  name: ({ line }) => lineName(line),
  quantity: ({ line }) => line.quantity,
  currentQuantity: ({ line }) => line.currentQuantity,
  unfulfilledQuantity: ({ line }) => line.quantity - line.fulfilledQuantity,
  sku: ({ line }) => line.sku,
  vendor: ({ line }) => line.vendor,
  requiresShipping: ({ line }) => line.requiresShipping,
  taxable: ({ line }) => line.taxable,
  isGiftCard: () => false,
  image: ({ line }) => line.image,
  originalUnitPriceSet: ({ line, order }) => bag(order, line.price),
  totalDiscountSet: ({ line, order }) => bag(order, line.discount),
  // The variant's own fields have the catalogue's current values.
  variant: ({ line }, _args, { index }) => (line.variant ? (index.variantById().get(line.variant.id) ?? null) : null),
}

/** The title, followed by the variant's title where the product has several. */
export function lineName({ title, variantTitle }: CatalogueLine): string {
  return variantTitle === null ? title : `${title} - ${variantTitle}`
}
