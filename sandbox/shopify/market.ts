import { isIncludedIn, marketPriceOf, markets } from '../catalogue/markets.ts'
import type { CatalogueMarket, Region } from '../catalogue/markets.ts'
import type { CatalogueProduct } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { decimal } from './order.ts'
import type { PlacedVariant } from './variant.ts'
import { allowSorts, gid, notEmulated, requireScope } from './world.ts'
import type { Fields, World } from './world.ts'

type Market = CatalogueMarket & { readonly id: string }
type MarketArgs = PageArgs & { type?: string | null; query?: string | null; sortKey?: string | null }
/** The buyer's place. A country is the only one that the sandbox emulates. */
type ContextArgs = { context: { country?: string | null } }
type PlacedRegion = { readonly region: Region; readonly market: Market; readonly position: number }

const further = ({ shop }: World): CatalogueMarket[] =>
  Array.from({ length: shop.settings.moreMarkets ?? 0 }, (_, n) => ({
    handle: `more-${n}`,
    name: `More ${n}`,
    status: 'ACTIVE',
    type: 'REGION',
    regions: [{ kind: 'country', code: 'NO', name: 'Norway' }],
    currency: 'NOK',
    rate: 10,
  }))

function marketsOf(world: World): Market[] {
  const { lacksMarkets = [] } = world.shop.settings
  return [...markets.filter(({ handle }) => !lacksMarkets.includes(handle)), ...further(world)].map((market, n) => ({
    ...market,
    id: String(n + 1),
  }))
}

/** The active market of a buyer; undefined for one who is in none, and sees the shop's own prices. */
function marketAt({ country }: ContextArgs['context'], world: World): Market | undefined {
  if (country == null) throw notEmulated('contexts without a country')
  return marketsOf(world).find(
    ({ status, regions }) => status === 'ACTIVE' && regions.some(({ kind, code }) => kind === 'country' && code === country),
  )
}

export const marketQueries: Fields<unknown, MarketArgs> = {
  markets: (_source, { type, query, sortKey, ...args }, world, info) => {
    requireScope(world, 'read_markets', info)
    allowSorts(sortKey, 'NAME')
    if (query != null) throw notEmulated('searching markets')
    return connectionOf(
      listingOf(
        marketsOf(world)
          .filter((market) => type == null || market.type === type)
          .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        ({ id }) => id,
        ({ name }) => name,
      ),
      args,
    )
  },
}

export const marketFields: Fields<Market> = {
  id: ({ id }) => gid('Market', id),
  conditions: (market) => market,
  currencySettings: ({ currency }) => ({
    baseCurrency: { currencyCode: currency, enabled: true },
    localCurrencies: false,
    roundingEnabled: true,
  }),
}

export const conditionFields: Fields<Market> = {
  conditionTypes: ({ type }) => [type],
  regionsCondition: (market) => (market.type === 'REGION' ? market : null),
}

export const regionConditionFields: Fields<Market, PageArgs> = {
  applicationLevel: () => 'SPECIFIED',
  regions: (market, args) =>
    connectionOf(
      listingOf(
        market.regions.map((region, n): PlacedRegion & Pick<Region, 'kind'> => ({ region, market, position: n + 1, kind: region.kind })),
        ({ position }) => `${market.id}0${position}`,
        ({ position }) => position,
      ),
      args,
    ),
}

export const regionFields: Fields<PlacedRegion> = {
  id: ({ region, market, position }) =>
    gid(region.kind === 'country' ? 'MarketRegionCountry' : 'MarketRegionSubdivision', `${market.id}0${position}`),
  name: ({ region }) => region.name,
  code: ({ region }) => region.code,
  currency: ({ market }) => ({ currencyCode: market.currency, enabled: true }),
}

export const variantPricing: Fields<PlacedVariant, ContextArgs> = {
  contextualPricing: ({ variant }, { context }, world) => {
    const market = marketAt(context, world)
    const { price, compareAtPrice } = market ? marketPriceOf(variant, market) : variant
    const money = (amount: string) => ({ amount: decimal(amount), currencyCode: market?.currency ?? world.shop.settings.currency })
    return { price: money(price), compareAtPrice: compareAtPrice === null ? null : money(compareAtPrice) }
  },
}

export const productPublication: Fields<CatalogueProduct, ContextArgs> = {
  publishedInContext: (product, { context }, world) => {
    const market = marketAt(context, world)
    return market ? isIncludedIn(product, market) : product.publishedAt !== null
  },
}
