import { plainFields, type ProductColumn, type ProductField } from '#shared/product-fields.ts'
import { AppError } from '#shared/errors.ts'
import { isMarketColumn, marketHandle } from '#shared/market-columns.ts'
import type { Market } from '#shared/markets.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { costProbe } from '#server/platforms/shopify/documents.ts'
import { askedOnce, type ShopQuestion } from '#server/platforms/shopify/asked-once.ts'
import { readMarkets } from './markets.ts'
import { readServices, type Service } from '#server/platforms/shopify/services.ts'

/** A permission that an app can lack even with sufficient scopes (recorded answer; shopify.dev, "InventoryItem.unitCost"). */
const PERMISSION = 'view product costs'

async function probe(client: ShopifyClient, signal?: AbortSignal): Promise<boolean> {
  try {
    await client.raw(costProbe, {}, { patience: patience.interactive, signal })
    return true
  } catch (error) {
    if (error instanceof AppError && error.cause === PERMISSION) return false
    throw error
  }
}

/**
 * The data that a shop shows only to some apps: the costs of its products, its fulfilment services and its markets. A connection requests
 * each of them once.
 */
export type Insight = {
  seesCosts: ShopQuestion<boolean>
  services: ShopQuestion<readonly Service[] | null>
  markets: ShopQuestion<readonly Market[] | null>
}

export function insightOf(client: ShopifyClient): Insight {
  return {
    seesCosts: askedOnce((signal) => probe(client, signal)),
    services: askedOnce((signal) => readServices(client, signal)),
    markets: askedOnce((signal) => readMarkets(client, signal)),
  }
}

/**
 * The visible columns, and the shop's fulfilment services and markets. `services` is null where they are hidden. Both are empty where no
 * column needs them. Columns of markets that are hidden or that the shop does not have are not visible.
 */
export type Shown = { columns: readonly ProductColumn[]; services: readonly Service[] | null; markets: readonly Market[] }

/** The columns whose values the shop shows. Makes a request only for columns that may be hidden. */
export async function shownOf(columns: readonly ProductColumn[], insight: Insight, signal?: AbortSignal): Promise<Shown> {
  const [seesCosts, services, markets] = await Promise.all([
    columns.includes('Cost per item') ? insight.seesCosts(signal) : true,
    columns.includes('Variant Fulfillment Service') ? insight.services(signal) : [],
    columns.some(isMarketColumn) ? insight.markets(signal) : [],
  ])
  const known = new Set(markets?.map(({ handle }) => handle))
  const hidden: ReadonlySet<ProductColumn> = new Set([
    ...(seesCosts ? [] : (['Cost per item'] as const)),
    ...(services ? [] : (['Variant Fulfillment Service'] as const)),
  ])
  const isShown = (column: ProductColumn) => !hidden.has(column) && (!isMarketColumn(column) || known.has(marketHandle(column)))
  return { columns: columns.filter(isShown), services, markets: markets ?? [] }
}

/** The fields whose values the shop hides from us. */
export async function hiddenFields(columns: readonly ProductColumn[], insight: Insight, signal?: AbortSignal): Promise<ProductField[]> {
  const { columns: shown } = await shownOf(columns, insight, signal)
  return plainFields(columns).filter((field) => !shown.includes(field))
}
