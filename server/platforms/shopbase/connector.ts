import { AppError } from '#shared/errors.ts'
import type { ProductMetadata } from '#shared/products.ts'
import { allOrNone } from '#server/platforms/all-or-none.ts'
import type { Connect, ShopCheck } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { createShopbaseClient, scopes, type ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { collectionTitles } from '#server/platforms/shopbase/collections.ts'
import { oldestShopbaseOrder, shopbaseOrderCounts } from '#server/platforms/shopbase/order-figures.ts'
import {
  countShopbaseOrders,
  existingShopbaseOrders,
  getShopbaseOrder,
  listShopbaseOrders,
  walkShopbaseOrders,
} from '#server/platforms/shopbase/orders.ts'
import { getShopbaseProduct } from '#server/platforms/shopbase/product-detail.ts'
import { createShopbaseProduct, updateShopbaseProduct } from '#server/platforms/shopbase/product-edit.ts'
import { shopbasePagesMs } from '#server/platforms/shopbase/pages.ts'
import { countShopbaseProducts, existingShopbaseProducts, listShopbaseProducts } from '#server/platforms/shopbase/products.ts'
import { createRowReader } from '#server/platforms/rows.ts'
import { subscribeToShopbase, unsubscribeFromShopbase } from '#server/platforms/shopbase/subscriptions.ts'
import { walkShopbaseProducts } from '#server/platforms/shopbase/walk.ts'
import { CountAnswer, ShopbaseShopAnswer, TagsAnswer, TypesAnswer } from '#server/platforms/shopbase/wire.ts'

/** The maximum number of tags or types that are requested, more than a filter can usefully show. */
const MANY = 5_000

/** ShopBase does not list the granted scopes. A request for a count shows whether the shop lets us read the items. */
async function missingScopes(client: ShopbaseClient, signal?: AbortSignal): Promise<string[]> {
  const missing = async (kind: keyof typeof scopes, until: AbortSignal) => {
    try {
      await client.get(`${kind}/count`, CountAnswer, {}, { patience: patience.interactive, signal: until })
      return []
    } catch (error) {
      if (error instanceof AppError && error.code === 'STORE_LACKS_SCOPE') return [scopes[kind]]
      throw error
    }
  }
  return (await allOrNone(signal, (until) => [missing('products', until), missing('orders', until)])).flat()
}

async function check(client: ShopbaseClient, signal?: AbortSignal): Promise<ShopCheck> {
  const {
    name,
    currency,
    iana_timezone: timezone,
  } = await client.get('shop', ShopbaseShopAnswer, {}, { patience: patience.interactive, signal })
  const gaps = { missingScopes: await missingScopes(client, signal), missingColumnScopes: [], seesAllOrders: true }
  return { shopName: name, currency, timezone, ...gaps }
}

async function metadata(client: ShopbaseClient, signal?: AbortSignal): Promise<ProductMetadata> {
  const [{ tags }, { types }, titles] = await allOrNone(signal, (until) => {
    const pace = { patience: patience.interactive, signal: until }
    return [
      client.get('products/tags', TagsAnswer, { limit: MANY }, pace),
      client.get('products/types', TypesAnswer, { limit: MANY }, pace),
      collectionTitles(client, pace),
    ]
  })
  const collections = Array.from(titles, ([id, title]) => ({ id, title }))
  return { tags, types: types.filter((type) => type !== ''), collections }
}

/** A connector for ShopBase's REST admin API (its Swagger 2.0). */
export const connectShopbase: Connect<'shopbase'> = ({ secrets }, http) => {
  const client = createShopbaseClient(http, secrets)
  const reader = createRowReader(http.store)
  return {
    check: (options) => check(client, options?.signal),
    notices: () => reader.notices(),
    // ShopBase refuses whole calls, which the connection test reports as missing scopes.
    withheld: () => [],
    products: (query, options) => listShopbaseProducts(client, reader, query, options?.signal),
    product: (id, options) => getShopbaseProduct(client, id, options?.signal),
    createProduct: (draft, options) => createShopbaseProduct(client, draft, options?.signal),
    updateProduct: (id, change, options) => updateShopbaseProduct(client, id, change, options?.signal),
    metafields: () => Promise.resolve([]),
    markets: () => Promise.resolve([]),
    metadata: (options) => metadata(client, options?.signal),
    countProducts: (query, options) => countShopbaseProducts(client, query, options?.signal),
    hiddenFields: async () => [],
    existingProducts: (ids, options) => existingShopbaseProducts(client, ids, options?.signal),
    productsMs: async (count) => shopbasePagesMs(client, count),
    walkProducts: (selection, fields, options) => walkShopbaseProducts(client, selection, fields, options),
    orders: (query, options) => listShopbaseOrders(client, reader, query, options?.signal),
    order: (id, options) => getShopbaseOrder(client, id, options?.signal),
    countOrders: (query, options) => countShopbaseOrders(client, query, options?.signal),
    orderCounts: (queries, options) => shopbaseOrderCounts(client, queries, options?.signal),
    oldestOrder: (query, options) => oldestShopbaseOrder(client, query, options?.signal),
    existingOrders: (ids, options) => existingShopbaseOrders(client, ids, options?.signal),
    seesAllOrders: async () => true,
    inspectOrders: async () => {},
    ordersMs: (count) => shopbasePagesMs(client, count),
    walkOrders: (selection, _columns, options) => walkShopbaseOrders(client, selection, options),
    subscribe: (address, options) => subscribeToShopbase(client, address, options?.signal),
    unsubscribe: (address, options) => unsubscribeFromShopbase(client, address, options?.signal),
  }
}
