import { z } from 'zod'
import { messages } from '#shared/messages.ts'

export const orderColumnCategories = [
  'Customer Info',
  'Financial Info',
  'Fulfillment Info',
  'Order Info',
  'Line Items',
  'Payment Info',
  'Shipping Info',
  'Discount Info',
  'Billing Info',
  'Risk Info',
  'Store Info',
] as const
export type OrderColumnCategory = (typeof orderColumnCategories)[number]

/** The category of the further columns. */
export const furtherOrderCategory = messages.export.furtherColumns

/**
 * The 61 specified values of an order, in the sequence and with the header names of Shopify's own order CSV. Values that Shopify's CSV
 * does not have come last.
 */
const specifiedColumn = {
  orderName: { category: 'Order Info', label: 'Name' },
  'customer.email': { category: 'Customer Info', label: 'Email' },
  financialStatus: { category: 'Financial Info', label: 'Financial Status' },
  paidAt: { category: 'Financial Info', label: 'Paid at' },
  fulfillmentStatus: { category: 'Fulfillment Info', label: 'Fulfillment Status' },
  fulfilledAt: { category: 'Fulfillment Info', label: 'Fulfilled at' },
  acceptsMarketing: { category: 'Order Info', label: 'Accepts Marketing' },
  currency: { category: 'Order Info', label: 'Currency' },
  subtotal: { category: 'Order Info', label: 'Subtotal' },
  shipping: { category: 'Shipping Info', label: 'Shipping' },
  taxes: { category: 'Order Info', label: 'Taxes' },
  total: { category: 'Order Info', label: 'Total' },
  discountCode: { category: 'Discount Info', label: 'Discount Code' },
  discountAmount: { category: 'Discount Info', label: 'Discount Amount' },
  shippingMethod: { category: 'Shipping Info', label: 'Shipping Method' },
  createdAt: { category: 'Order Info', label: 'Created at' },
  'lineItem.quantity': { category: 'Line Items', label: 'Lineitem quantity' },
  'lineItem.name': { category: 'Line Items', label: 'Lineitem name' },
  'lineItem.price': { category: 'Line Items', label: 'Lineitem price' },
  'lineItem.compareAtPrice': { category: 'Line Items', label: 'Lineitem compare at price' },
  'lineItem.sku': { category: 'Line Items', label: 'Lineitem sku' },
  'lineItem.requiresShipping': { category: 'Line Items', label: 'Lineitem requires shipping' },
  'lineItem.taxable': { category: 'Line Items', label: 'Lineitem taxable' },
  'lineItem.fulfillmentStatus': { category: 'Line Items', label: 'Lineitem fulfillment status' },
  'billingAddress.name': { category: 'Billing Info', label: 'Billing Name' },
  'billingAddress.street': { category: 'Billing Info', label: 'Billing Street' },
  'billingAddress.address1': { category: 'Billing Info', label: 'Billing Address1' },
  'billingAddress.address2': { category: 'Billing Info', label: 'Billing Address2' },
  'billingAddress.company': { category: 'Billing Info', label: 'Billing Company' },
  'billingAddress.city': { category: 'Billing Info', label: 'Billing City' },
  'billingAddress.zip': { category: 'Billing Info', label: 'Billing Zip' },
  'billingAddress.province': { category: 'Billing Info', label: 'Billing Province' },
  'billingAddress.country': { category: 'Billing Info', label: 'Billing Country' },
  'billingAddress.phone': { category: 'Billing Info', label: 'Billing Phone' },
  'shippingAddress.name': { category: 'Shipping Info', label: 'Shipping Name' },
  'shippingAddress.street': { category: 'Shipping Info', label: 'Shipping Street' },
  'shippingAddress.address1': { category: 'Shipping Info', label: 'Shipping Address1' },
  'shippingAddress.address2': { category: 'Shipping Info', label: 'Shipping Address2' },
  'shippingAddress.company': { category: 'Shipping Info', label: 'Shipping Company' },
  'shippingAddress.city': { category: 'Shipping Info', label: 'Shipping City' },
  'shippingAddress.zip': { category: 'Shipping Info', label: 'Shipping Zip' },
  'shippingAddress.province': { category: 'Shipping Info', label: 'Shipping Province' },
  'shippingAddress.country': { category: 'Shipping Info', label: 'Shipping Country' },
  'shippingAddress.phone': { category: 'Shipping Info', label: 'Shipping Phone' },
  notes: { category: 'Order Info', label: 'Notes' },
  noteAttributes: { category: 'Order Info', label: 'Note Attributes' },
  cancelledAt: { category: 'Order Info', label: 'Cancelled at' },
  paymentMethod: { category: 'Payment Info', label: 'Payment Method' },
  paymentReference: { category: 'Payment Info', label: 'Payment Reference' },
  refundedAmount: { category: 'Payment Info', label: 'Refunded Amount' },
  'lineItem.vendor': { category: 'Line Items', label: 'Vendor' },
  orderId: { category: 'Order Info', label: 'Id' },
  tags: { category: 'Order Info', label: 'Tags' },
  riskLevel: { category: 'Risk Info', label: 'Risk Level' },
  source: { category: 'Order Info', label: 'Source' },
  'lineItem.discount': { category: 'Line Items', label: 'Lineitem discount' },
  'customer.phone': { category: 'Order Info', label: 'Phone' },
  'customer.name': { category: 'Customer Info', label: 'Customer Name' },
  'lineItem.id': { category: 'Line Items', label: 'Lineitem id' },
  storeName: { category: 'Store Info', label: 'Store' },
  storePlatform: { category: 'Store Info', label: 'Platform' },
} as const satisfies Record<string, { category: OrderColumnCategory; label: string }>

/** Columns of Shopify's own order CSV beyond the 61. They are chosen one by one: no button and no default chooses them. */
const furtherColumn = {
  outstandingBalance: { category: furtherOrderCategory, label: 'Outstanding Balance' },
  'tax1.name': { category: furtherOrderCategory, label: 'Tax 1 Name' },
  'tax1.value': { category: furtherOrderCategory, label: 'Tax 1 Value' },
  'tax2.name': { category: furtherOrderCategory, label: 'Tax 2 Name' },
  'tax2.value': { category: furtherOrderCategory, label: 'Tax 2 Value' },
  'tax3.name': { category: furtherOrderCategory, label: 'Tax 3 Name' },
  'tax3.value': { category: furtherOrderCategory, label: 'Tax 3 Value' },
  'tax4.name': { category: furtherOrderCategory, label: 'Tax 4 Name' },
  'tax4.value': { category: furtherOrderCategory, label: 'Tax 4 Value' },
  'tax5.name': { category: furtherOrderCategory, label: 'Tax 5 Name' },
  'tax5.value': { category: furtherOrderCategory, label: 'Tax 5 Value' },
  duties: { category: furtherOrderCategory, label: 'Duties' },
  'billingAddress.provinceName': { category: furtherOrderCategory, label: 'Billing Province Name' },
  'shippingAddress.provinceName': { category: furtherOrderCategory, label: 'Shipping Province Name' },
  paymentTermsName: { category: furtherOrderCategory, label: 'Payment Terms Name' },
  nextPaymentDueAt: { category: furtherOrderCategory, label: 'Next Payment Due At' },
} as const satisfies Record<string, { category: typeof furtherOrderCategory; label: string }>

/** The category and the header of every column of an order export. */
export const orderColumn = { ...specifiedColumn, ...furtherColumn }

const isSpecified = (key: string): key is keyof typeof specifiedColumn => key in specifiedColumn
const isFurther = (key: string): key is keyof typeof furtherColumn => key in furtherColumn

/** The 61 columns, in their default order. */
export const orderColumns = Object.keys(specifiedColumn).filter(isSpecified)
export const furtherOrderColumns = Object.keys(furtherColumn).filter(isFurther)
export const everyOrderColumn = [...orderColumns, ...furtherOrderColumns]
export const OrderColumn = z.enum(everyOrderColumn)
export type OrderColumn = z.infer<typeof OrderColumn>

/** The headers of columns that are text although their values may consist of digits. */
export const zipLabels: ReadonlySet<string> = new Set([orderColumn['billingAddress.zip'].label, orderColumn['shippingAddress.zip'].label])

const leftOut: ReadonlySet<OrderColumn> = new Set<OrderColumn>([
  'customer.name',
  'storeName',
  'storePlatform',
  'lineItem.id',
  'shippingAddress.street',
  'billingAddress.street',
  'riskLevel',
])

/** The 54 columns that are chosen by default. */
export const defaultOrderColumns: readonly OrderColumn[] = orderColumns.filter((column) => !leftOut.has(column))

/** The layout of an order with several line items. `first-row`: as in Shopify, only the first row has its own values, so sums are right. */
export const orderLayouts = ['first-row', 'repeat'] as const
export const OrderLayout = z.enum(orderLayouts)
export type OrderLayout = z.infer<typeof OrderLayout>

/** Whether the columns need a row for each line item. */
export const hasLineItems = (columns: readonly OrderColumn[]): boolean =>
  columns.some((column) => orderColumn[column].category === 'Line Items')
