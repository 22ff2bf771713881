import { AppError } from '#shared/errors.ts'
import type { ProductMetadata } from '#shared/products.ts'
import type { Connect, ShopCheck } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { createClient, scopes, type Client } from '#server/platforms/shopbase/client.ts'
import { collectionTitles } from '#server/platforms/shopbase/collections.ts'
import { countOrders, existingOrders, getOrder, listOrders, walkOrders } from '#server/platforms/shopbase/orders.ts'
import { getProduct } from '#server/platforms/shopbase/product-detail.ts'
import { createProduct, updateProduct } from '#server/platforms/shopbase/product-edit.ts'
import { pagesMs } from '#server/platforms/shopbase/pages.ts'
import { countProducts, existingProducts, listProducts } from '#server/platforms/shopbase/products.ts'
import { createRowReader } from '#server/platforms/rows.ts'
import { walkProducts } from '#server/platforms/shopbase/walk.ts'
import { CountAnswer, ShopAnswer, TagsAnswer, TypesAnswer } from '#server/platforms/shopbase/wire.ts'

/** More tags or types than any shop's filter can be used with. */
const MANY = 5_000

/** ShopBase does not list what it granted: asking for a count shows whether the things may be read. */
async function missingScopes(client: Client, signal?: AbortSignal): Promise<string[]> {
  const missing = async (kind: keyof typeof scopes) => {
    try {
      await client.get(`${kind}/count`, CountAnswer, {}, { patience: patience.interactive, signal })
      return []
    } catch (error) {
      if (error instanceof AppError && error.code === 'STORE_LACKS_SCOPE') return [scopes[kind]]
      throw error
    }
  }
  return (await Promise.all([missing('products'), missing('orders')])).flat()
}

async function check(client: Client, signal?: AbortSignal): Promise<ShopCheck> {
  const { name, currency, iana_timezone: timezone } = await client.get('shop', ShopAnswer, {}, { patience: patience.interactive, signal })
  return { shopName: name, currency, timezone, missingScopes: await missingScopes(client, signal), seesAllOrders: true }
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
  const reader = createRowReader(http.store)
  return {
    check: (options) => check(client, options?.signal),
    notices: () => reader.notices(),
    products: (query, options) => listProducts(client, reader, query, options?.signal),
    product: (id, options) => getProduct(client, id, options?.signal),
    createProduct: (draft, options) => createProduct(client, draft, options?.signal),
    updateProduct: (id, change, options) => updateProduct(client, id, change, options?.signal),
    metadata: (options) => metadata(client, options?.signal),
    countProducts: (query, options) => countProducts(client, query, options?.signal),
    hiddenFields: async () => [],
    existingProducts: (ids, options) => existingProducts(client, ids, options?.signal),
    productsMs: async (count) => pagesMs(client, count),
    walkProducts: (selection, fields, options) => walkProducts(client, selection, fields, options),
    orders: (query, options) => listOrders(client, reader, query, options?.signal),
    order: (id, options) => getOrder(client, id, options?.signal),
    countOrders: (query, options) => countOrders(client, query, options?.signal),
    existingOrders: (ids, options) => existingOrders(client, ids, options?.signal),
    seesAllOrders: async () => true,
    inspectOrders: async () => {},
    ordersMs: (count) => pagesMs(client, count),
    walkOrders: (selection, _columns, options) => walkOrders(client, selection, options),
  }
}
