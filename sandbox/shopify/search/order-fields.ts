import type { CatalogueOrder } from '../../catalogue/order-record.ts'
import { displayName } from '../order-index.ts'
import { exact, ids, listed, numbers, sameText, time } from './kinds.ts'
import type { Field, Searchable } from './kinds.ts'

/** Shopify's search values for the fulfilment status, which differ from the displayed ones. */
const SENT: Readonly<Record<string, readonly CatalogueOrder['fulfillmentStatus'][]>> = {
  unshipped: ['UNFULFILLED', 'ON_HOLD'],
  // The wider of its two meanings, as in REST: unfulfilled or partially fulfilled.
  unfulfilled: ['UNFULFILLED', 'ON_HOLD', 'PARTIALLY_FULFILLED'],
  partial: ['PARTIALLY_FULFILLED'],
  shipped: ['FULFILLED'],
  fulfilled: ['FULFILLED'],
  on_hold: ['ON_HOLD'],
}

const FIELDS: Readonly<Record<string, Field<CatalogueOrder>>> = {
  // "1494" finds "#1494" too.
  name: exact((order) => [order.name, order.name.replace(/^#/, '')]),
  email: exact((order) => [order.email]),
  id: ids((order) => [order.id]),
  customer_id: ids((order) => (order.customer ? [order.customer.id] : [])),
  financial_status: listed((order) => order.financialStatus),
  fulfillment_status: ({ value }) => {
    const statuses = Object.hasOwn(SENT, value.toLowerCase()) ? SENT[value.toLowerCase()] : undefined
    return statuses ? (order) => statuses.includes(order.fulfillmentStatus) : null
  },
  status: ({ value }) => {
    if (value === 'cancelled') return (order) => order.cancelledAt !== null
    if (value === 'closed') return (order) => order.closedAt !== null
    if (value === 'open') return (order) => order.closedAt === null && order.cancelledAt === null
    return value === 'not_closed' ? (order) => order.closedAt === null : null
  },
  created_at: time((order) => order.createdAt),
  processed_at: time((order) => order.createdAt),
  updated_at: time((order) => order.updatedAt),
  tag: exact((order) => order.tags),
  tag_not: (term) => {
    const matches = sameText(term)
    return (order) => !order.tags.some(matches)
  },
  sku: exact((order) => order.lines.map((line) => line.sku)),
  source_name: exact((order) => [order.source]),
  gateway: exact((order) => order.gateways),
  discount_code: exact((order) => order.discountCodes),
  risk_level: exact((order) => [order.riskLevel]),
  current_total_price: numbers((order) => [Number(order.total)]),
}

/** Orders. A search without a field looks through their name, buyer and lines. */
export const ORDER_SEARCH: Searchable<CatalogueOrder> = {
  fields: FIELDS,
  texts: (order) => [
    order.name,
    order.email ?? '',
    displayName(order),
    order.shippingAddress?.city ?? '',
    ...order.tags,
    ...order.lines.flatMap((line) => [line.title, line.sku ?? '']),
  ],
}
