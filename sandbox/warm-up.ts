import { isShopify } from './shop.ts'
import type { Shop } from './shop.ts'
import { answerGraphql } from './shopify/execute.ts'
import { NEWEST } from './shopify/schema.ts'

/** Touches all that a shop keeps once it was asked: its schema, its products and orders, and the indexes over them. */
const FIRST_QUESTION = `{
  products(first: 1, sortKey: CREATED_AT) { nodes { id } }
  orders(first: 1, sortKey: CREATED_AT) { nodes { id } }
}`

/** Has a shop grow what it grows at its first question. */
export async function warmShop(shop: Shop): Promise<void> {
  shop.catalogue()
  shop.orders()
  if (isShopify(shop)) await answerGraphql(shop, NEWEST, { query: FIRST_QUESTION, variables: {}, operationName: undefined })
}
