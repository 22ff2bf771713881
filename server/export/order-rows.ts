import { hasLineItems, orderColumn, type OrderColumn, type OrderLayout } from '#shared/order-columns.ts'
import type { OrderAddress, OrderLine } from '#shared/orders.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import type { Cell } from '#server/rows/csv.ts'
import { storeTime } from '#server/rows/local-time.ts'
import type { ExportOrder } from '#server/platforms/port.ts'

/** The store's values in the rows of an order. */
export type RowStore = { name: string; platform: Platform; timezone: string }

/** One line of the file: the order, and one of its line items where a column needs it. */
type Line = { order: ExportOrder; item: OrderLine | undefined; store: RowStore; time: (moment: string | null) => Cell }
type Read = (line: Line) => Cell | undefined

const listSeparator = ', '
const list = (texts: readonly string[]): Cell => texts.join(listSeparator) || null
const yesNo = (flag: boolean | null): Cell => (flag === null ? null : flag ? 'yes' : 'no')
const capitalised = (text: string | null): Cell => text && text.charAt(0).toUpperCase() + text.slice(1)

const ofItem =
  (read: (item: OrderLine) => Cell): Read =>
  ({ item }) =>
    item && read(item)
const shipping =
  (read: (address: OrderAddress) => Cell): Read =>
  ({ order }) =>
    order.shippingAddress && read(order.shippingAddress)
const billing =
  (read: (address: OrderAddress) => Cell): Read =>
  ({ order }) =>
    order.billingAddress && read(order.billingAddress)
const taxName =
  (at: number): Read =>
  ({ order }) =>
    order.taxLines[at]?.name
const taxValue =
  (at: number): Read =>
  ({ order }) =>
    order.taxLines[at]?.amount
const street = ({ address1, address2 }: OrderAddress): Cell => list([address1, address2].flatMap((part) => part || []))

const values: Record<OrderColumn, Read> = {
  orderName: ({ order }) => order.orderName,
  'customer.email': ({ order }) => order.email,
  financialStatus: ({ order }) => order.financialStatus,
  paidAt: ({ order, time }) => time(order.paidAt),
  fulfillmentStatus: ({ order }) => order.fulfillmentStatus,
  fulfilledAt: ({ order, time }) => time(order.fulfilledAt),
  acceptsMarketing: ({ order }) => yesNo(order.acceptsMarketing),
  currency: ({ order }) => order.currency,
  subtotal: ({ order }) => order.subtotal,
  shipping: ({ order }) => order.shipping,
  taxes: ({ order }) => order.taxes,
  total: ({ order }) => order.total,
  discountCode: ({ order }) => list(order.discountCodes),
  discountAmount: ({ order }) => order.discountAmount,
  shippingMethod: ({ order }) => order.shippingMethod,
  createdAt: ({ order, time }) => time(order.createdAt),
  'lineItem.quantity': ofItem((item) => item.quantity),
  'lineItem.name': ofItem((item) => item.name),
  'lineItem.price': ofItem((item) => item.price),
  'lineItem.compareAtPrice': ofItem((item) => item.compareAtPrice),
  'lineItem.sku': ofItem((item) => item.sku),
  'lineItem.requiresShipping': ofItem((item) => item.requiresShipping),
  'lineItem.taxable': ofItem((item) => item.taxable),
  'lineItem.fulfillmentStatus': ofItem((item) => item.fulfillmentStatus),
  'billingAddress.name': billing((address) => address.name),
  'billingAddress.street': billing(street),
  'billingAddress.address1': billing((address) => address.address1),
  'billingAddress.address2': billing((address) => address.address2),
  'billingAddress.company': billing((address) => address.company),
  'billingAddress.city': billing((address) => address.city),
  'billingAddress.zip': billing((address) => address.zip),
  'billingAddress.province': billing((address) => address.province),
  'billingAddress.country': billing((address) => address.country),
  'billingAddress.phone': billing((address) => address.phone),
  'shippingAddress.name': shipping((address) => address.name),
  'shippingAddress.street': shipping(street),
  'shippingAddress.address1': shipping((address) => address.address1),
  'shippingAddress.address2': shipping((address) => address.address2),
  'shippingAddress.company': shipping((address) => address.company),
  'shippingAddress.city': shipping((address) => address.city),
  'shippingAddress.zip': shipping((address) => address.zip),
  'shippingAddress.province': shipping((address) => address.province),
  'shippingAddress.country': shipping((address) => address.country),
  'shippingAddress.phone': shipping((address) => address.phone),
  notes: ({ order }) => order.note,
  noteAttributes: ({ order }) => order.noteAttributes.map(({ name, value }) => `${name}: ${value}`).join('\n') || null,
  cancelledAt: ({ order, time }) => time(order.cancelledAt),
  paymentMethod: ({ order }) => list(order.paymentMethods),
  paymentReference: ({ order }) => list(order.paymentReferences),
  refundedAmount: ({ order }) => order.refundedAmount,
  'lineItem.vendor': ofItem((item) => item.vendor),
  orderId: ({ order }) => order.platformOrderId,
  tags: ({ order }) => list(order.tags),
  riskLevel: ({ order }) => capitalised(order.riskLevel),
  source: ({ order }) => order.channel,
  'lineItem.discount': ofItem((item) => item.discount),
  'customer.phone': ({ order }) => order.phone,
  'customer.name': ({ order }) => order.customer?.name,
  'lineItem.id': ofItem((item) => item.id),
  storeName: ({ store }) => store.name,
  storePlatform: ({ store }) => traits[store.platform].label,
  outstandingBalance: ({ order }) => order.outstanding,
  'tax1.name': taxName(0),
  'tax1.value': taxValue(0),
  'tax2.name': taxName(1),
  'tax2.value': taxValue(1),
  'tax3.name': taxName(2),
  'tax3.value': taxValue(2),
  'tax4.name': taxName(3),
  'tax4.value': taxValue(3),
  'tax5.name': taxName(4),
  'tax5.value': taxValue(4),
  duties: ({ order }) => order.duties,
  'billingAddress.provinceName': ({ order }) => order.billingProvinceName,
  'shippingAddress.provinceName': ({ order }) => order.shippingProvinceName,
  paymentTermsName: ({ order }) => order.paymentTerms?.name,
  nextPaymentDueAt: ({ order, time }) => time(order.paymentTerms?.nextDueAt ?? null),
}

/** Shopify's own CSV repeats these on every row to identify the order. The store is repeated where there are several. */
const identity: ReadonlySet<OrderColumn> = new Set<OrderColumn>(['orderName', 'customer.email', 'createdAt', 'storeName', 'storePlatform'])

const standsOnEachRow = (column: OrderColumn) => identity.has(column) || orderColumn[column].category === 'Line Items'

/** The header of a file with these columns. */
export const orderHeader = (columns: readonly OrderColumn[]): string[] => columns.map((column) => orderColumn[column].label)

/**
 * The lines of one order: one, or one per line item where a column needs line items. With the layout `first-row`, the order's own values
 * are only on its first line, so that column totals are correct; with `repeat`, on every line. Times are in the store's zone.
 */
export function orderRows(columns: readonly OrderColumn[], layout: OrderLayout, store: RowStore): (order: ExportOrder) => Cell[][] {
  const time = storeTime(store.timezone)
  const isLong = hasLineItems(columns)
  const reads = columns.map((column) => ({ read: values[column], isRepeated: layout === 'repeat' || standsOnEachRow(column) }))
  return (order) => {
    const lines = isLong ? Math.max(1, order.lineItems.length) : 1
    return Array.from({ length: lines }, (_, index) => {
      const line: Line = { order, item: order.lineItems[index], store, time }
      return reads.map(({ read, isRepeated }) => (index === 0 || isRepeated ? (read(line) ?? null) : null))
    })
  }
}
