// The expected content of an export of orders, computed from the sandbox's catalogue without any of the product's code.
import { Temporal } from 'temporal-polyfill'
import type { CatalogueAddress, CatalogueLine, CatalogueOrder } from '#sandbox/catalogue/order-record.ts'
import { protectedCell } from './expected-csv.ts'

type ExpectedStore = { platform: 'shopify' | 'shopbase'; name: string; timezone: string }
type Cell = string | null | undefined
type Cells = Record<string, Cell>

const yesNo = (flag: boolean) => (flag ? 'yes' : 'no')
const capitalised = (word: string) => word.charAt(0) + word.slice(1).toLowerCase()
const last = (moments: readonly number[]) => (moments.length === 0 ? null : Math.max(...moments))

/** "2026-03-01 10:00:05 +0700": the local time of the shop. */
function wallTime(moment: number | null, timezone: string): Cell {
  if (moment === null) return null
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone)
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: 'second' })} ${local.offset.replace(':', '')}`
}

function paidAt({ financialStatus, transactions, createdAt }: CatalogueOrder, isShopify: boolean): number | null {
  if (!['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(financialStatus)) return null
  if (!isShopify) return createdAt
  const payments = transactions.filter(({ kind, status }) => status === 'SUCCESS' && (kind === 'SALE' || kind === 'CAPTURE'))
  return last(payments.map(({ at }) => at))
}

function fulfilledAt({ fulfillmentStatus, fulfillments }: CatalogueOrder): number | null {
  if (fulfillmentStatus !== 'FULFILLED') return null
  return last(fulfillments.filter(({ status }) => status === 'SUCCESS').map(({ at }) => at))
}

const fulfillment = {
  shopify: { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial', UNFULFILLED: 'unfulfilled', ON_HOLD: 'on_hold' },
  shopbase: { FULFILLED: 'fulfilled', PARTIALLY_FULFILLED: 'partial', UNFULFILLED: 'unfulfilled', ON_HOLD: 'processing' },
} as const

function references({ transactions }: CatalogueOrder): string {
  const payments = transactions.filter(({ kind, status }) => status === 'SUCCESS' && kind !== 'REFUND' && kind !== 'VOID')
  return [...new Set(payments.flatMap(({ paymentId }) => paymentId ?? []))].join(', ')
}

function addressCells(address: CatalogueAddress | null, prefix: string): Cells {
  if (!address) return {}
  const { firstName, lastName, company, address1, address2, city, zip, province, provinceCode, countryCode, phone } = address
  const cells = {
    name: `${firstName} ${lastName}`,
    street: [address1, address2].filter(Boolean).join(', '),
    address1,
    address2,
    company,
    city,
    zip,
    province: provinceCode ?? province,
    country: countryCode,
    phone,
  }
  return Object.fromEntries(Object.entries(cells).map(([part, value]) => [`${prefix}.${part}`, value]))
}

function buyerCells({ customer, email, phone }: CatalogueOrder): Cells {
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return {
    'customer.name': name || customer?.email,
    'customer.email': email ?? customer?.email,
    'customer.phone': phone ?? customer?.phone,
  }
}

/** The cells that identify the order on every row. */
const identityCells = (order: CatalogueOrder, { name, platform, timezone }: ExpectedStore): Cells => ({
  orderName: order.name,
  'customer.email': buyerCells(order)['customer.email'],
  createdAt: wallTime(order.createdAt, timezone),
  storeName: name,
  storePlatform: platform === 'shopify' ? 'Shopify' : 'ShopBase',
})

function orderCells(order: CatalogueOrder, { platform, timezone }: ExpectedStore): Cells {
  const isShopify = platform === 'shopify'
  return {
    ...buyerCells(order),
    financialStatus: order.financialStatus.toLowerCase(),
    paidAt: wallTime(paidAt(order, isShopify), timezone),
    fulfillmentStatus: fulfillment[platform][order.fulfillmentStatus],
    fulfilledAt: wallTime(fulfilledAt(order), timezone),
    acceptsMarketing: yesNo(order.acceptsMarketing),
    currency: order.currency,
    subtotal: order.subtotal,
    shipping: order.shipping,
    taxes: order.taxes,
    total: order.total,
    discountCode: order.discountCodes.join(', '),
    discountAmount: order.discounts,
    shippingMethod: order.shippingMethod,
    ...addressCells(order.billingAddress, 'billingAddress'),
    ...addressCells(order.shippingAddress, 'shippingAddress'),
    notes: order.note,
    noteAttributes: order.noteAttributes.map(({ key, value }) => `${key}: ${value}`).join('\n'),
    cancelledAt: wallTime(order.cancelledAt, timezone),
    paymentMethod: order.gateways.join(', '),
    paymentReference: isShopify ? references(order) : null,
    refundedAmount: order.refunded,
    orderId: order.id,
    tags: order.tags.join(', '),
    riskLevel: isShopify ? capitalised(order.riskLevel) : order.riskLevel === 'HIGH' ? 'High' : 'Low',
    source: order.source,
  }
}

/** The current price of the variant. It has the decimals of the order's currency only if its value stays the same. */
function compareAtPrice({ variant }: CatalogueLine, currency: string): Cell {
  const price = variant?.compareAtPrice
  if (!price) return null
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const written = Number(price).toFixed(digits)
  return Number(written) === Number(price) ? written : price
}

function lineCells(line: CatalogueLine, { currency }: CatalogueOrder, isShopify: boolean): Cells {
  const { title, variantTitle, quantity, fulfilledQuantity } = line
  return {
    'lineItem.quantity': String(quantity),
    'lineItem.name': variantTitle === null ? title : `${title} - ${variantTitle}`,
    'lineItem.price': line.price,
    'lineItem.compareAtPrice': isShopify ? compareAtPrice(line, currency) : null,
    'lineItem.sku': line.sku,
    'lineItem.requiresShipping': String(line.requiresShipping),
    'lineItem.taxable': String(line.taxable),
    'lineItem.fulfillmentStatus': fulfilledQuantity === quantity ? 'fulfilled' : fulfilledQuantity > 0 ? 'partial' : 'pending',
    'lineItem.vendor': line.vendor,
    'lineItem.discount': line.discount,
    'lineItem.id': isShopify ? line.id : null,
  }
}

/** The rows of one order, one per line item. The order's own fields are only on the first row. */
export function expectedOrderRows(store: ExpectedStore, order: CatalogueOrder, columns: readonly string[]): string[][] {
  return order.lines.map((line, index) => {
    const cells: Cells = {
      ...(index === 0 && orderCells(order, store)),
      ...identityCells(order, store),
      ...lineCells(line, order, store.platform === 'shopify'),
    }
    return columns.map((column) => {
      const cell = cells[column] ?? ''
      return column.endsWith('Address.zip') && /^\d+$/.test(cell) ? `'${cell}` : protectedCell(cell)
    })
  })
}
