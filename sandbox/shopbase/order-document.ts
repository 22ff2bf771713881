import type {
  CatalogueAddress,
  CatalogueFulfillment,
  CatalogueLine,
  CatalogueOrder,
  CatalogueTransaction,
} from '../catalogue/order-record.ts'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
const moment = (milliseconds: number) => new Date(milliseconds).toISOString()
const numeric = (id: string) => Number(id)

/** ShopBase's answers have null in some orders and "" in others where nothing was fulfilled. The rule is unknown. */
function sentStatus({ fulfillmentStatus, number }: CatalogueOrder): string | null {
  if (fulfillmentStatus === 'FULFILLED') return 'fulfilled'
  if (fulfillmentStatus === 'PARTIALLY_FULFILLED') return 'partial'
  if (fulfillmentStatus === 'ON_HOLD') return 'processing'
  return number % 2 === 0 ? null : ''
}

function addressDocument(address: CatalogueAddress | null) {
  if (!address) return null
  const { firstName, lastName, provinceCode, countryCode, company, address2, province, zip, phone, ...rest } = address
  return {
    ...rest,
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`,
    company: company ?? '',
    address2: address2 ?? '',
    province: province ?? '',
    province_code: provinceCode ?? '',
    country_code: countryCode,
    country_name: address.country,
    zip: zip ?? '',
    phone: phone ?? '',
  }
}

/** Without an id, as in the Swagger. */
function lineDocument(line: CatalogueLine) {
  const left = line.quantity - line.fulfilledQuantity
  return {
    product_id: line.variant === null ? null : numeric(line.variant.productId),
    variant_id: line.variant === null ? null : numeric(line.variant.id),
    title: line.title,
    variant_title: line.variantTitle ?? '',
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    quantity: line.quantity,
    price: Number(line.price),
    sku: line.sku ?? '',
    vendor: line.vendor ?? '',
    requires_shipping: line.requiresShipping,
    taxable: line.taxable,
    fulfillment_status: left === 0 ? 'fulfilled' : left < line.quantity ? 'partial' : null,
    fulfillable_quantity: left,
    total_discount: Number(line.discount),
    discount_amount: Number(line.discount),
    properties: [],
    image_src: line.image?.url ?? '',
  }
}

function fulfillmentDocument({ id, at, status, tracking }: CatalogueFulfillment) {
  return {
    id: numeric(id),
    created_at: seconds(at),
    date_done: seconds(at),
    status: status === 'SUCCESS' ? 'success' : 'cancelled',
    tracking_company: tracking?.company ?? '',
    tracking_number: tracking?.number ?? '',
    tracking_url: tracking?.url ?? '',
    tracking_numbers: tracking ? [tracking.number] : [],
    tracking_urls: tracking ? [tracking.url] : [],
  }
}

export function transactionDocument({ id, kind, status, gateway, paymentId, at, amount }: CatalogueTransaction) {
  return {
    id: numeric(id),
    kind: kind.toLowerCase(),
    status: status.toLowerCase(),
    gateway,
    authorization: paymentId ?? '',
    created_at: seconds(at),
    processed_at: seconds(at),
    amount: Number(amount),
  }
}

function refundDocuments({ transactions }: CatalogueOrder) {
  const refunds = transactions.filter(({ kind }) => kind === 'REFUND')
  return refunds.map((refund) => ({
    id: numeric(refund.id) + 500,
    created_at: seconds(refund.at),
    processed_at: seconds(refund.at),
    transactions: [transactionDocument(refund)],
    refund_line_items: [],
  }))
}

function customerDocument({ customer }: CatalogueOrder) {
  if (!customer) return null
  const { id, firstName, lastName, email, phone } = customer
  return { id: numeric(id), email: email ?? '', first_name: firstName ?? '', last_name: lastName ?? '', phone: phone ?? '' }
}

function moneyFields({ subtotal, total, taxes, discounts, shipping, currency, discountCodes }: CatalogueOrder) {
  return {
    currency,
    subtotal_price: Number(subtotal),
    total_price: Number(total),
    total_tax: Number(taxes),
    total_discounts: Number(discounts),
    total_shipping: Number(shipping),
    taxes_included: false,
    discount_code:
      discountCodes.length === 0 ? null : discountCodes.map((code) => ({ code, amount: Number(discounts), type: 'fixed_amount' })),
  }
}

/** ShopBase's OrderDto: its times as ISO text, those of its parts in Unix seconds, money as numbers. */
export function orderDocument(order: CatalogueOrder) {
  return {
    id: numeric(order.id),
    name: order.name,
    order_number: order.number,
    email: order.email ?? '',
    phone: order.phone ?? '',
    created_at: moment(order.createdAt),
    processed_at: moment(order.createdAt),
    updated_at: moment(order.updatedAt),
    cancelled_at: order.cancelledAt === null ? null : moment(order.cancelledAt),
    closed_at: order.closedAt === null ? null : moment(order.closedAt),
    ...moneyFields(order),
    financial_status: order.financialStatus.toLowerCase(),
    fulfillment_status: sentStatus(order),
    note: order.note ?? '',
    note_attributes: order.noteAttributes.map(({ key, value }) => ({ name: key, value })),
    tags: order.tags.join(', '),
    source_name: order.source,
    buyer_accepts_marketing: order.acceptsMarketing,
    payment_gateway: order.gateways[0] ?? '',
    payment_gateway_names: order.gateways,
    is_risk: order.riskLevel === 'HIGH',
    billing_address: addressDocument(order.billingAddress),
    shipping_address: addressDocument(order.shippingAddress),
    shipping_lines:
      order.shippingMethod === null ? [] : [{ title: order.shippingMethod, code: order.shippingMethod, price: Number(order.shipping) }],
    tax_lines: order.taxLines.map(({ title, rate, amount }) => ({ title, rate: (rate ?? 0) / 100, price: Number(amount) })),
    line_items: order.lines.map(lineDocument),
    fulfillments: order.fulfillments.map(fulfillmentDocument),
    refunds: refundDocuments(order),
    customer: customerDocument(order),
  }
}
