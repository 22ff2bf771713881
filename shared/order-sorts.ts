/** The sort menu of orders: key, label and kind of value. The kind decides the labels of the two directions. */
export const orderSorts = [
  { key: 'createdAt', label: 'Date', kind: 'date' },
  { key: 'orderName', label: 'Order number', kind: 'number' },
  { key: 'total', label: 'Total', kind: 'number' },
  { key: 'customerName', label: 'Customer', kind: 'text' },
  { key: 'financialStatus', label: 'Payment status', kind: 'text' },
  { key: 'fulfillmentStatus', label: 'Fulfillment status', kind: 'text' },
] as const
export type OrderSort = (typeof orderSorts)[number]['key']
export type OrderSortKind = (typeof orderSorts)[number]['kind']

/** The labels of the two directions, by the kind of the values. */
export const sortDirections: Record<OrderSortKind, { asc: string; desc: string }> = {
  number: { asc: 'Lowest to highest', desc: 'Highest to lowest' },
  date: { asc: 'Oldest to newest', desc: 'Newest to oldest' },
  text: { asc: 'A-Z', desc: 'Z-A' },
}
