import { isShopify } from './shop.ts'
import type { Shop } from './shop.ts'
import { answerGraphql } from './shopify/execute.ts'
import { NEWEST } from './shopify/schema.ts'

/** Reads all data that a shop caches: its schema, its products and orders, and their indexes. */
const FIRST_QUESTION = `{
  products(first: 1, sortKey: CREATED_AT) { nodes { id } }
  orders(first: 1, sortKey: CREATED_AT) { nodes { id } }
}`

/** Makes a shop generate the data of its first request. */
export async function warmShop(shop: Shop): Promise<void> {
  shop.catalogue()
  shop.orders()
  if (isShopify(shop)) await answerGraphql(shop, NEWEST, { query: FIRST_QUESTION, variables: {}, operationName: undefined })
}
