import { AppError } from '#shared/errors.ts'
import type { ProductMetadata } from '#shared/products.ts'
import type { Connect, ShopCheck } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { createClient, SCOPE, type Client } from '#server/platforms/shopbase/client.ts'
import { collectionTitles } from '#server/platforms/shopbase/collections.ts'
import { countProducts, existingProducts, listProducts } from '#server/platforms/shopbase/products.ts'
import { walkProducts } from '#server/platforms/shopbase/walk.ts'
import { CountAnswer, ShopAnswer, TagsAnswer, TypesAnswer } from '#server/platforms/shopbase/wire.ts'

/** More tags or types than any shop's filter can be used with. */
const MANY = 5_000

/** ShopBase does not list what it granted: asking for a product count shows whether products may be read. */
async function missingScopes(client: Client, signal?: AbortSignal): Promise<string[]> {
  try {
    await client.get('products/count', CountAnswer, {}, { patience: patience.interactive, signal })
    return []
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_LACKS_SCOPE') return [SCOPE]
    throw error
  }
}

async function check(client: Client, signal?: AbortSignal): Promise<ShopCheck> {
  const { name } = await client.get('shop', ShopAnswer, {}, { patience: patience.interactive, signal })
  return { shopName: name, missingScopes: await missingScopes(client, signal), seesAllOrders: true }
}

async function metadata(client: Client, signal?: AbortSignal): Promise<ProductMetadata> {
  const pace = { patience: patience.interactive, signal }
  const [{ tags }, { types }, titles] = await Promise.all([
    client.get('products/tags', TagsAnswer, { limit: MANY }, pace),
    client.get('products/types', TypesAnswer, { limit: MANY }, pace),
    collectionTitles(client, pace),
  ])
  const collections = Array.from(titles, ([id, title]) => ({ id, title }))
  return { tags, types: types.filter((type) => type !== ''), collections }
}

/** ShopBase by its REST admin (its Swagger 2.0). */
export const connectShopbase: Connect<'shopbase'> = ({ secrets }, http) => {
  const client = createClient(http, secrets)
  return {
    check: (options) => check(client, options?.signal),
    products: (query, options) => listProducts(client, query, options?.signal),
    metadata: (options) => metadata(client, options?.signal),
    countProducts: (query, options) => countProducts(client, query, options?.signal),
    existingProducts: (ids, options) => existingProducts(client, ids, options?.signal),
    walkProducts: (selection, fields, options) => walkProducts(client, selection, fields, options),
  }
}
