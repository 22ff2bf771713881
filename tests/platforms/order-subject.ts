// The expected orders of the sandbox's catalogue on each platform, computed independently of the connectors.
import type { ExportOrder } from '#server/platforms/port.ts'
import type { CatalogueAddress, CatalogueLine, CatalogueOrder } from '#sandbox/catalogue/order-record.ts'

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z'))
const latest = (times: readonly number[]) => (times.length === 0 ? null : Math.max(...times))

function address(given: CatalogueAddress | null) {
  return (
    given && {
      name: `${given.firstName} ${given.lastName}`,
      company: given.company,
      address1: given.address1,
      address2: given.address2,
      city: given.city,
      zip: given.zip,
      province: given.provinceCode,
      country: given.countryCode,
      phone: given.phone,
    }
  )
}

const sent = (order: CatalogueOrder) =>
  ({ UNFULFILLED: 'unfulfilled', PARTIALLY_FULFILLED: 'partial', FULFILLED: 'fulfilled', ON_HOLD: 'on_hold' })[order.fulfillmentStatus]

/** The fulfilment status that the list's filters match: an order on hold counts as unfulfilled. */
export const sentFilter = (order: CatalogueOrder) => (sent(order) === 'on_hold' ? 'unfulfilled' : sent(order))

/** The amount with the currency's decimal places, unless that would lose digits. */
function money(text: string, currency: string) {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  const rounded = Number(text).toFixed(digits)
  return Number(rounded) === Number(text) ? rounded : text
}

function line(given: CatalogueLine, currency: string): ExportOrder['lineItems'][number] {
  const left = given.quantity - given.fulfilledQuantity
  return {
    id: given.id,
    name: given.variantTitle === null ? given.title : `${given.title} - ${given.variantTitle}`,
    quantity: given.quantity,
    price: given.price,
    compareAtPrice: given.variant?.compareAtPrice ? money(given.variant.compareAtPrice, currency) : null,
    sku: given.sku,
    vendor: given.vendor,
    requiresShipping: given.requiresShipping,
    taxable: given.taxable,
    fulfillmentStatus: left === 0 ? 'fulfilled' : left < given.quantity ? 'partial' : 'pending',
    discount: given.discount,
    image: given.image && { url: given.image.url, alt: given.image.alt || null },
  }
}

const isPaid = ({ financialStatus }: CatalogueOrder) => ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(financialStatus)
const paid = ({ transactions }: CatalogueOrder) =>
  transactions.filter(({ kind, status }) => status === 'SUCCESS' && (kind === 'SALE' || kind === 'CAPTURE')).map(({ at }) => at)
const parcels = ({ fulfillments }: CatalogueOrder) => fulfillments.filter(({ status }) => status === 'SUCCESS').map(({ at }) => at)

const nextDueAt = (payments: NonNullable<CatalogueOrder['paymentTerms']>['payments']) => {
  const due = payments.flatMap((payment) => (payment.completedAt === null && payment.dueAt !== null ? payment.dueAt : []))
  return due.length === 0 ? null : iso(Math.min(...due))
}

function customerName({ customer }: CatalogueOrder): string | null {
  if (!customer) return null
  return [customer.firstName, customer.lastName].filter(Boolean).join(' ') || (customer.email ?? '')
}

export function shopifyOrder(order: CatalogueOrder): ExportOrder {
  const name = customerName(order)
  const cash = (text: string) => money(text, order.currency)
  return {
    platformOrderId: order.id,
    orderName: order.name,
    createdAt: iso(order.createdAt) ?? '',
    updatedAt: iso(order.updatedAt),
    cancelledAt: iso(order.cancelledAt),
    paidAt: isPaid(order) ? iso(latest(paid(order))) : null,
    fulfilledAt: order.fulfillmentStatus === 'FULFILLED' ? iso(latest(parcels(order))) : null,
    customer: name === null ? null : { name },
    email: order.email ?? order.customer?.email ?? null,
    phone: order.phone ?? order.customer?.phone ?? null,
    acceptsMarketing: order.acceptsMarketing,
    currency: order.currency,
    subtotal: cash(order.subtotal),
    shipping: cash(order.shipping),
    taxes: cash(order.taxes),
    total: cash(order.total),
    outstanding: cash(order.outstanding),
    duties: order.duties && cash(order.duties),
    taxLines: order.taxLines.map(({ title, rate, amount }) => ({
      name: rate === null ? title : `${title} ${rate}%`,
      amount: cash(amount),
    })),
    billingProvinceName: order.billingAddress?.province ?? null,
    shippingProvinceName: order.shippingAddress?.province ?? null,
    paymentTerms: order.paymentTerms && { name: order.paymentTerms.name, nextDueAt: nextDueAt(order.paymentTerms.payments) },
    discountAmount: cash(order.discounts),
    refundedAmount: cash(order.refunded),
    financialStatus: order.financialStatus.toLowerCase(),
    fulfillmentStatus: sent(order),
    discountCodes: [...order.discountCodes],
    note: order.note,
    noteAttributes: order.noteAttributes.map(({ key, value }) => ({ name: key, value })),
    tags: [...order.tags],
    channel: order.source,
    paymentMethods: [...order.gateways],
    paymentReferences: order.transactions
      .filter(({ kind, status }) => status === 'SUCCESS' && ['AUTHORIZATION', 'SALE', 'CAPTURE'].includes(kind))
      .map(({ paymentId }) => paymentId ?? ''),
    shippingMethod: order.shippingMethod,
    shippingAddress: address(order.shippingAddress),
    billingAddress: address(order.billingAddress),
    riskLevel: order.riskLevel.toLowerCase(),
    payments: order.transactions.map(({ kind, status, gateway, at, amount }) => ({
      kind: kind.toLowerCase(),
      status: status.toLowerCase(),
      gateway,
      at: iso(at),
      amount,
    })),
    fulfillments: order.fulfillments.map(({ status, at, tracking }) => ({
      status: status.toLowerCase(),
      createdAt: iso(at) ?? '',
      tracking: tracking ? [tracking] : [],
    })),
    lineItems: order.lines.map((one) => line(one, order.currency)),
    lineItemsCount: order.lines.length,
  }
}

const withMilliseconds = (time: string | null) => time && time.replace(/Z$/, '.000Z')

/** The same orders on ShopBase, without what the platform lacks. `payments` come with a single order only. */
export function shopbaseOrder(order: CatalogueOrder): ExportOrder {
  const known = shopifyOrder(order)
  const { financialStatus } = known
  return {
    ...known,
    createdAt: withMilliseconds(known.createdAt) ?? '',
    updatedAt: withMilliseconds(known.updatedAt),
    cancelledAt: withMilliseconds(known.cancelledAt),
    // ShopBase sends when an order was processed, but not when each payment arrived.
    paidAt: isPaid(order) ? withMilliseconds(known.createdAt) : null,
    fulfilledAt: withMilliseconds(known.fulfilledAt),
    financialStatus,
    fulfillmentStatus: order.fulfillmentStatus === 'ON_HOLD' ? 'processing' : known.fulfillmentStatus,
    outstanding: null,
    duties: null,
    taxLines: order.taxLines.map(({ title, amount }) => ({ name: title, amount: money(amount, order.currency) })),
    paymentTerms: null,
    paymentReferences: [],
    riskLevel: order.riskLevel === 'HIGH' ? 'high' : 'low',
    payments: [],
    fulfillments: known.fulfillments.map((parcel) => ({ ...parcel, createdAt: withMilliseconds(parcel.createdAt) })),
    lineItems: known.lineItems.map((item) => ({
      ...item,
      id: null,
      compareAtPrice: null,
      image: item.image && { url: item.image.url, alt: null },
    })),
  }
}
