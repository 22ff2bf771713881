import { AppError } from '#shared/errors.ts'
import { marketHandles } from '#shared/market-columns.ts'
import { marketColumns, type Market } from '#shared/markets.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { shopMarkets } from './documents.ts'
import { everyPage } from '#server/platforms/shopify/every-page.ts'
import { MarketsData, type WireMarket } from './wire.ts'

/**
 * Null for a market whose prices cannot be asked for: Shopify tells the prices that a country's buyers see, and those of a draft are not among
 * them. Null also where no column could name the market.
 */
function marketOf({ handle, name, status, conditions }: WireMarket): Market | null {
  const columns = marketColumns(handle, name)
  if (status !== 'ACTIVE' || !columns) return null
  for (const { code, currency } of conditions?.regionsCondition?.regions.nodes ?? [])
    if (code && currency) return { handle, name, country: code, currency: currency.currencyCode, columns }
  return null
}

/** The active markets of regions, by name, or `null` where the shop hides its markets from us (scope read_markets). */
export async function readMarkets(client: ShopifyClient, signal?: AbortSignal): Promise<readonly Market[] | null> {
  try {
    const pace = { patience: patience.interactive, signal }
    const found = await everyPage(client.store, async (after) => (await client.ask(shopMarkets, MarketsData, { after }, pace)).markets)
    return found
      .flatMap((market) => marketOf(market) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.handle.localeCompare(b.handle))
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_LACKS_SCOPE') return null
    throw error
  }
}

/** The markets whose values columns need: their prices, and whether they have a product. */
export type WantedMarkets = { priced: readonly Market[]; published: readonly Market[] }

export function wantedMarkets(columns: readonly string[], markets: readonly Market[]): WantedMarkets {
  const priced = new Set(marketHandles(columns, 'price', 'compareAtPrice'))
  const published = new Set(marketHandles(columns, 'included'))
  return { priced: markets.filter(({ handle }) => priced.has(handle)), published: markets.filter(({ handle }) => published.has(handle)) }
}

/** The names of the answers for the markets, with the number of each. */
export const priceAlias = 'marketPrice'
export const publicationAlias = 'inMarket'

/** The GraphQL fields of a variant that show what buyers in these countries pay. */
export const pricesText = (countries: readonly string[]): string =>
  countries
    .map((country, index) => {
      const money = '{ amount currencyCode }'
      return `${priceAlias}${index}: contextualPricing(context: { country: ${country} }) { price ${money} compareAtPrice ${money} }`
    })
    .join('\n    ')

/** The GraphQL fields of a product that show whether buyers in these countries can buy it. */
export const publicationsText = (countries: readonly string[]): string =>
  countries.map((country, index) => `${publicationAlias}${index}: publishedInContext(context: { country: ${country} })`).join('\n  ')
