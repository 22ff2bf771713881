import type { OrderAddress, OrderLine } from '#shared/orders.ts'
import { moneyText } from '#server/platforms/money.ts'
import type { ExportOrder } from '#server/platforms/port.ts'
import type {
  ShopbaseAddress,
  ShopbaseLine,
  ShopbaseOrder,
  ShopbaseParcel,
  ShopbaseTransaction,
} from '#server/platforms/shopbase/order-wire.ts'

const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter((part) => part).join(' ') || null

function addressOf(wire: ShopbaseAddress | null | undefined): OrderAddress | null {
  if (!wire) return null
  const { first_name: first, last_name: last, province_code: provinceCode, country_code: countryCode, ...address } = wire
  return {
    ...address,
    name: address.name ?? joined(first, last),
    province: provinceCode ?? address.province,
    country: countryCode ?? address.country,
  }
}

/** The customer's e-mail replaces a missing name, as on Shopify. */
function customerOf({ customer }: ShopbaseOrder): { name: string } | null {
  const name = customer && (joined(customer.first_name, customer.last_name) ?? customer.email)
  return name ? { name } : null
}

const PAID = new Set(['paid', 'partially_refunded', 'refunded'])
/** ShopBase has no such field. It processes an order when it is paid. */
const paidAt = ({ financial_status: status, processed_at: at }: ShopbaseOrder) => (status !== null && PAID.has(status) ? at : null)

const isSent = ({ status }: ShopbaseParcel) => status === null || status === 'success'

/** ShopBase has no such field. This is the time when the last parcel was sent, once all of them are sent. */
function fulfilledAt({ fulfillment_status: status, fulfillments }: ShopbaseOrder): string | null {
  if (status !== 'fulfilled') return null
  const times = fulfillments.filter(isSent).map((parcel) => parcel.date_done ?? parcel.created_at)
  return (
    times
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

function lineStatus({ fulfillment_status: status }: ShopbaseLine): OrderLine['fulfillmentStatus'] {
  return status === 'fulfilled' || status === 'partial' ? status : 'pending'
}

function lineOf(wire: ShopbaseLine, currency: string): OrderLine {
  return {
    id: wire.id ?? null,
    name: wire.name ?? wire.title ?? '',
    quantity: wire.quantity,
    price: moneyText(wire.price, currency),
    compareAtPrice: null,
    sku: wire.sku,
    vendor: wire.vendor,
    requiresShipping: wire.requires_shipping,
    taxable: wire.taxable,
    fulfillmentStatus: lineStatus(wire),
    discount: moneyText(wire.total_discount, currency),
    image: wire.image_src === null ? null : { url: wire.image_src, alt: null },
  }
}

/** The sum of successful refunds. The amounts are added in millionths, which are finer than any currency, so the sum is exact. */
function refundedOf({ refunds, currency }: ShopbaseOrder): string {
  const paidBack = refunds
    .flatMap(({ transactions }) => transactions)
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
  const millionths = paidBack.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1_000_000), 0)
  return moneyText((millionths / 1_000_000).toFixed(6), currency)
}

export function paymentOf(wire: ShopbaseTransaction, currency: string): ExportOrder['payments'][number] {
  return {
    kind: wire.kind ?? '',
    status: wire.status ?? '',
    gateway: wire.gateway,
    at: wire.processed_at ?? wire.created_at,
    amount: moneyText(wire.amount, currency),
  }
}

const parcelOf = (wire: ShopbaseParcel) => ({
  status: wire.status ?? '',
  createdAt: wire.created_at,
  tracking: wire.tracking_number ? [{ company: wire.tracking_company, number: wire.tracking_number, url: wire.tracking_url }] : [],
})

function moneyOf(wire: ShopbaseOrder) {
  const text = (amount: string) => moneyText(amount, wire.currency)
  return {
    currency: wire.currency,
    subtotal: text(wire.subtotal_price),
    shipping: text(wire.total_shipping),
    taxes: text(wire.total_tax),
    total: text(wire.total_price),
    discountAmount: text(wire.total_discounts),
    refundedAmount: refundedOf(wire),
  }
}

/** The name has no rate, because its unit is not documented. */
const filedOf = ({ currency, tax_lines: taxLines, ...wire }: ShopbaseOrder) => ({
  outstanding: null,
  duties: null,
  taxLines: taxLines.map(({ title, price }) => ({ name: title, amount: moneyText(price, currency) })),
  billingProvinceName: wire.billing_address?.province ?? null,
  shippingProvinceName: wire.shipping_address?.province ?? null,
  paymentTerms: null,
})

const methodsOf = ({ payment_gateway_names: names, payment_gateway: gateway }: ShopbaseOrder) =>
  names.length === 0 && gateway !== null ? [gateway] : names

/** Maps a ShopBase order to our model. Pure. */
export function exportShopbaseOrder(wire: ShopbaseOrder): ExportOrder {
  return {
    platformOrderId: wire.id,
    orderName: wire.name,
    createdAt: wire.created_at,
    updatedAt: wire.updated_at,
    cancelledAt: wire.cancelled_at,
    paidAt: paidAt(wire),
    fulfilledAt: fulfilledAt(wire),
    customer: customerOf(wire),
    email: wire.email ?? wire.customer?.email ?? null,
    phone: wire.phone ?? wire.customer?.phone ?? null,
    acceptsMarketing: wire.buyer_accepts_marketing,
    ...moneyOf(wire),
    ...filedOf(wire),
    financialStatus: wire.financial_status,
    fulfillmentStatus: wire.fulfillment_status ?? 'unfulfilled',
    discountCodes: wire.discount_code.map(({ code }) => code),
    note: wire.note,
    noteAttributes: wire.note_attributes.map(({ name, value }) => ({ name, value: value ?? '' })),
    tags: wire.tags,
    channel: wire.source_name,
    paymentMethods: methodsOf(wire),
    paymentReferences: [],
    shippingMethod: wire.shipping_lines[0]?.title ?? null,
    shippingAddress: addressOf(wire.shipping_address),
    billingAddress: addressOf(wire.billing_address),
    riskLevel: wire.is_risk === null ? null : wire.is_risk ? 'high' : 'low',
    payments: [],
    fulfillments: wire.fulfillments.map(parcelOf),
    lineItems: wire.line_items.map((line) => lineOf(line, wire.currency)),
    lineItemsCount: wire.line_items.length,
  }
}
