import { oneRow } from '#server/platforms/rows.ts'
import { familyIn, completePage } from '#server/platforms/shopify/bulk/family.ts'
import { lineFields, orderFields, whereWanted } from './fields.ts'
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
  ${parts.lines ? `lineItems { edges { node { ${lineFields(write)} } } }` : ''}
} } } }`
}

/** Builds an order from its lines, in the form of a page. Line items are the only children of an order. */
export function orderOf(lines: string, parts: OrderParts, store: string): ShopifyOrder {
  const { root, children } = familyIn(lines, store)
  const lineItems = { nodes: children.get(root.id) ?? [], pageInfo: completePage }
  return oneRow(store, shopifyOrder, { ...root, ...(parts.lines ? { lineItems } : {}) })
}
