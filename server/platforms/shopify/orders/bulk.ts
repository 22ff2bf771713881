import { oneRow } from '#server/platforms/rows.ts'
import { completePage, familyIn, isOf } from '#server/platforms/shopify/bulk/family.ts'
import { lineFields, orderFields, scheduleFields, termsFields, whereWanted } from './fields.ts'
import type { OrderParts } from './parts.ts'
import { shopifyOrder, type ShopifyOrder } from './wire.ts'

/**
 * The query of a bulk operation: the orders of a search, with the requested parts. Bulk queries take no variables, so the search is a
 * string literal in the text. JSON escapes are valid in GraphQL.
 */
export function bulkOrders(parts: OrderParts, search: string): string {
  const write = whereWanted(parts)
  return `{ orders(sortKey: ID${search === '' ? '' : `, query: ${JSON.stringify(search)}`}) { edges { node {
  id ${orderFields(write)}
  ${write('terms', 'paymentTerms', `{ ${termsFields} paymentSchedules { edges { node { ${scheduleFields} } } } }`)}
  ${parts.lines ? `lineItems { edges { node { ${lineFields(write)} } } }` : ''}
} } } }`
}

const isLine = isOf('LineItem')
const isSchedule = isOf('PaymentSchedule')

/**
 * Builds an order from its lines, in the form of a page. Shopify does not say whether a payment's parent is the order or its terms, but the
 * lines are those of one order, and so are all payments among them.
 */
export function orderOf(lines: string, parts: OrderParts, store: string): ShopifyOrder {
  const { root, children } = familyIn(lines, store)
  const all = [...children.values()].flat()
  const lineItems = { nodes: all.filter(isLine), pageInfo: completePage }
  const terms = root['paymentTerms']
  const paymentTerms = terms ? { ...terms, paymentSchedules: { nodes: all.filter(isSchedule) } } : null
  return oneRow(store, shopifyOrder, { ...root, ...(parts.lines && { lineItems }), ...(parts.terms && { paymentTerms }) })
}
