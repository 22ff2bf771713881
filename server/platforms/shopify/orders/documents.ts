import type { Document } from '#server/platforms/shopify/document.ts'
import { address, amount, lineFields, orderFields, scheduleFields, termsFields, underDirective } from './fields.ts'
import { termsFirst } from './parts.ts'

/**
 * Requests the cursor of each row, because a merged list of several shops may continue after any of them. No order has more than 500 line
 * items.
 */
export const orderList: Document = {
  name: 'OrderList',
  cost: 180,
  text: `query OrderList($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys, $reverse: Boolean) {
  currentAppInstallation { accessScopes { handle } }
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    edges {
      cursor
      node {
        legacyResourceId name number createdAt updatedAt currencyCode sourceName displayFinancialStatus displayFulfillmentStatus
        totalPriceSet ${amount}
        customer { displayName }
        shippingAddress { ${address} }
        lineItems(first: 250) { nodes { name quantity sku } pageInfo { hasNextPage endCursor } }
      }
    }
    pageInfo { hasNextPage }
  }
}`,
}

/**
 * One order with the personal fields only. The answer shows which of them the shop hides from us. Without the scope for customers, the
 * customer is not requested.
 */
export const personProbe: Document = {
  name: 'PersonProbe',
  cost: 6,
  text: `query PersonProbe($customer: Boolean!) {
  orders(first: 1, sortKey: CREATED_AT, reverse: true) {
    nodes {
      email phone
      customer @include(if: $customer) { displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
      billingAddress { ${address} }
      shippingAddress { ${address} }
    }
  }
}`,
}

/** Without a limit, the count is exact. */
export const orderCount: Document = {
  name: 'OrderCount',
  cost: 10,
  text: `query OrderCount($query: String) {
  ordersCount(query: $query, limit: null) { count }
}`,
}

/** Several counts in one call: the queries `q0`, `q1` and so on, the counts `c0`, `c1` and so on. */
export function orderCounts(size: number): Document {
  const each = Array.from({ length: size }, (_, index) => index)
  return {
    name: 'OrderCounts',
    cost: 10 * size,
    text: `query OrderCounts(${each.map((index) => `$q${index}: String`).join(', ')}) {
  ${each.map((index) => `c${index}: ordersCount(query: $q${index}, limit: null) { count }`).join('\n  ')}
}`,
  }
}

export const oldestOrder: Document = {
  name: 'OldestOrder',
  cost: 3,
  text: `query OldestOrder($query: String) {
  orders(first: 1, query: $query, sortKey: CREATED_AT) { nodes { legacyResourceId name createdAt } }
}`,
}

/** The ids, of up to 250, that are orders visible to us. */
export const orderIds: Document = {
  name: 'OrderIds',
  cost: 1,
  text: `query OrderIds($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Order { legacyResourceId } }
}`,
}

const lineFragment = `fragment ExportLine on LineItem {
  ${lineFields(underDirective)}
}`

const linesFragment = `fragment ExportLines on Order {
  lineItems(first: $linesFirst, after: $linesAfter) @include(if: $lines) {
    nodes { ...ExportLine }
    pageInfo { hasNextPage endCursor }
  }
}
${lineFragment}`

// All fields that any column needs. A flag of `parts.ts` includes each part.
const orderFragment = `fragment ExportOrder on Order {
  ${orderFields(underDirective)}
  ${underDirective('terms', 'paymentTerms', `{ ${termsFields} paymentSchedules(first: ${termsFirst}) { nodes { ${scheduleFields} } } }`)}
  ...ExportLines
}
${linesFragment}`

const linesVariables = '$lines: Boolean!, $linesFirst: Int!, $linesAfter: String, $variants: Boolean!, $pictures: Boolean!'
const orderVariables = `$customer: Boolean!, $name: Boolean!, $email: Boolean!, $phone: Boolean!, $billing: Boolean!, $shipping: Boolean!,
  $payments: Boolean!, $parcels: Boolean!, $risk: Boolean!, $taxes: Boolean!, $balance: Boolean!, $terms: Boolean!,
  ${linesVariables}`

/** One page of complete orders, in ascending id order. */
export const orderExportPage: Document = {
  name: 'OrderExportPage',
  cost: 387,
  text: `query OrderExportPage($first: Int!, $after: String, $query: String, ${orderVariables}) {
  orders(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { ...ExportOrder }
    pageInfo { hasNextPage endCursor }
  }
}
${orderFragment}`,
}

/** Complete orders by their ids. */
export const orderExportByIds: Document = {
  name: 'OrderExportByIds',
  cost: 35,
  text: `query OrderExportByIds($ids: [ID!]!, ${orderVariables}) {
  nodes(ids: $ids) { ...ExportOrder }
}
${orderFragment}`,
}

/** One order with all parts that we read. */
export const wholeOrder: Document = {
  name: 'WholeOrder',
  cost: 47,
  text: `query WholeOrder($id: ID!, ${orderVariables}) {
  order(id: $id) { ...ExportOrder }
}
${orderFragment}`,
}

/** The line items of an order that did not fit on its page. */
export const orderLines: Document = {
  name: 'OrderLines',
  cost: 36,
  text: `query OrderLines($id: ID!, ${linesVariables}) {
  order(id: $id) { ...ExportLines }
}
${linesFragment}`,
}
