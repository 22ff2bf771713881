import { oneRow } from '#server/platforms/rows.ts'
import { familyIn, completePage } from '#server/platforms/shopify/bulk/family.ts'
import { lineFields, orderFields, whereWanted } from './fields.ts'
import type { OrderParts } from './parts.ts'
import { shopifyOrder, type ShopifyOrder } from './wire.ts'

/**
 * The query that a bulk operation carries out: the orders of a search, with the parts that are wanted. It takes no variables, so the search
 * stands in its text, as a string literal; GraphQL's escapes are JSON's.
 */
export function bulkOrders(parts: OrderParts, search: string): string {
  const write = whereWanted(parts)
  return `{ orders(sortKey: ID${search === '' ? '' : `, query: ${JSON.stringify(search)}`}) { edges { node {
  id ${orderFields(write)}
  ${parts.lines ? `lineItems { edges { node { ${lineFields(write)} } } }` : ''}
} } } }`
}

/** An order from its lines, as a page would have had it. Line items are all that hangs on it. */
export function orderOf(lines: string, parts: OrderParts, store: string): ShopifyOrder {
  const { root, children } = familyIn(lines, store)
  const lineItems = { nodes: children.get(root.id) ?? [], pageInfo: completePage }
  return oneRow(store, shopifyOrder, { ...root, ...(parts.lines ? { lineItems } : {}) })
}
