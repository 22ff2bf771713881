import { AppError } from '#shared/errors.ts'
import { columnScopes, neededScopes } from '#shared/shop-scopes.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { ORDERS_KEPT } from '#server/platforms/failures.ts'
import type { Log } from '#server/platforms/http.ts'
import type { Connect, ShopCheck } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { createRowReader } from '#server/platforms/rows.ts'
import { BULK_AFTER_MS } from '#server/platforms/shopify/bulk/walk.ts'
import { createShopifyClient, type ShopifyClient } from '#server/platforms/shopify/client.ts'
import { shopCheck } from '#server/platforms/shopify/documents.ts'
import { hiddenFields, insightOf } from '#server/platforms/shopify/products/hidden.ts'
import { askedOnce } from '#server/platforms/shopify/asked-once.ts'
import { readMetafields } from '#server/platforms/shopify/products/metafields.ts'
import { readMetadata } from '#server/platforms/shopify/products/metadata.ts'
import { personProbe } from '#server/platforms/shopify/orders/documents.ts'
import { arePersonal, orderPartsFor } from '#server/platforms/shopify/orders/parts.ts'
import { seesTermsOf } from '#server/platforms/shopify/orders/terms.ts'
import { ordersMs, walkShopifyOrders } from '#server/platforms/shopify/orders/walk.ts'
import { oldestShopifyOrder, shopifyOrderCounts } from '#server/platforms/shopify/orders/figures.ts'
import {
  ALL_ORDERS,
  countShopifyOrders,
  existingShopifyOrders,
  getShopifyOrder,
  listShopifyOrders,
} from '#server/platforms/shopify/orders/list.ts'
import { getShopifyProduct } from '#server/platforms/shopify/products/detail.ts'
import { createShopifyProduct, updateShopifyProduct } from '#server/platforms/shopify/products/set.ts'
import { countShopifyProducts, existingShopifyProducts, listShopifyProducts } from '#server/platforms/shopify/products/list.ts'
import { grantedBy } from '#server/platforms/shopify/scopes.ts'
import { subscribeToShopify, unsubscribeFromShopify } from '#server/platforms/shopify/subscriptions.ts'
import { createTokens } from '#server/platforms/shopify/token.ts'
import { productsMs, walkShopifyProducts } from '#server/platforms/shopify/products/walk.ts'
import { withheldSentences } from '#server/platforms/shopify/withheld.ts'
import { ShopCheckData } from '#server/platforms/shopify/wire.ts'

/** Reads one order, so that the client records which customers' data the shop hides from us. */
async function inspect(client: ShopifyClient, customer: boolean, signal?: AbortSignal): Promise<void> {
  await client.raw(personProbe, { customer }, { patience: patience.interactive, signal })
}

/** The app's access, as reported by the shop. */
async function check(client: ShopifyClient, signal?: AbortSignal): Promise<ShopCheck> {
  const answer = await client.ask(shopCheck, ShopCheckData, {}, { patience: patience.interactive, signal })
  const grants = grantedBy(answer)
  return {
    shopName: answer.shop.name,
    currency: answer.shop.currencyCode,
    timezone: answer.shop.ianaTimezone,
    missingScopes: neededScopes.filter((scope) => !grants(scope)),
    missingColumnScopes: columnScopes.filter((scope) => !grants(scope)),
    seesAllOrders: grants(ALL_ORDERS),
  }
}

/** The connection test: the app's access, and one order where the app may read orders. */
async function test(client: ShopifyClient, signal?: AbortSignal): Promise<ShopCheck> {
  const found = await check(client, signal)
  const lacks = (scope: string) => found.missingScopes.includes(scope)
  if (lacks('read_orders')) return found
  try {
    await inspect(client, !lacks('read_customers'), signal)
  } catch (error) {
    // The client has recorded that the shop denies access to orders. The rest of the shop is usable.
    if (!(error instanceof AppError) || error.cause !== ORDERS_KEPT) throw error
  }
  return found
}

/**
 * A connector for Shopify's Admin GraphQL API. All connections of one connector share the tokens. Exports whose pages would wait longer
 * than `bulkAfterMs` run as bulk operations.
 */
export function shopifyConnector(clock: Clock, log: Log, bulkAfterMs = BULK_AFTER_MS): Connect<'shopify'> {
  const tokens = createTokens(clock)
  return ({ secrets }, http) => {
    const client = createShopifyClient({ http, secrets, tokens, log })
    const reader = createRowReader(http.store)
    const insight = insightOf(client)
    const seesTerms = seesTermsOf(client)
    const withheld = () => Array.from(client.withheld, (what) => withheldSentences[what])
    const definitions = askedOnce((signal) => readMetafields(client, signal))
    return {
      check: (options) => test(client, options?.signal),
      notices: () => [...client.notices(), ...withheld(), ...reader.notices()],
      withheld,
      products: (query, options) => listShopifyProducts(client, reader, query, options?.signal),
      product: (id, options) => getShopifyProduct(client, id, options?.signal),
      createProduct: (draft, options) => createShopifyProduct(client, draft, options?.signal),
      updateProduct: (id, change, options) => updateShopifyProduct(client, id, change, options?.signal),
      metadata: (options) => readMetadata(client, options?.signal),
      metafields: (options) => definitions(options?.signal),
      markets: (options) => insight.markets(options?.signal),
      countProducts: (query, options) => countShopifyProducts(client, query, options?.signal),
      hiddenFields: (columns, options) => hiddenFields(columns, insight, options?.signal),
      existingProducts: (ids, options) => existingShopifyProducts(client, ids, options?.signal),
      productsMs: (count, columns, options) => productsMs({ client, insight }, count, columns, options?.signal),
      walkProducts: (selection, columns, options) =>
        walkShopifyProducts({ client, clock, log, bulkAfterMs, insight }, selection, columns, options),
      orders: (query, options) => listShopifyOrders(client, reader, query, options?.signal),
      order: (id, options) => getShopifyOrder(client, id, options?.signal),
      countOrders: (query, options) => countShopifyOrders(client, query, options?.signal),
      orderCounts: (queries, options) => shopifyOrderCounts(client, queries, options?.signal),
      oldestOrder: (query, options) => oldestShopifyOrder(client, query, options?.signal),
      existingOrders: (ids, options) => existingShopifyOrders(client, ids, options?.signal),
      seesAllOrders: async (options) => (await check(client, options?.signal)).seesAllOrders,
      inspectOrders: async (columns, options) => {
        const parts = orderPartsFor(columns)
        if (arePersonal(parts)) await inspect(client, true, options?.signal)
        if (parts.terms) await seesTerms(options?.signal)
      },
      ordersMs: (count, columns) => ordersMs(client, count, columns),
      walkOrders: (selection, columns, options) =>
        walkShopifyOrders({ client, clock, log, bulkAfterMs, seesTerms }, selection, columns, options),
      subscribe: (address, options) => subscribeToShopify(client, address, options?.signal),
      unsubscribe: (address, options) => unsubscribeFromShopify(client, address, options?.signal),
    }
  }
}
