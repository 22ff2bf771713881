import { digits } from './order-money.ts'
import { hash } from './random.ts'
import type { CatalogueProduct, CatalogueVariant } from './record.ts'

/** A region of a market: a country (ISO 3166), or a part of one. */
export type Region = { readonly kind: 'country' | 'subdivision'; readonly code: string; readonly name: string }

/** A market of a shop. `rate`: the units of its currency for one of the shop's. Its regions are empty where it is not about regions. */
export type CatalogueMarket = {
  readonly handle: string
  readonly name: string
  readonly status: 'ACTIVE' | 'DRAFT'
  readonly type: 'REGION' | 'COMPANY_LOCATION'
  readonly regions: readonly Region[]
  readonly currency: string
  readonly rate: number
}

const country = (code: string, name: string): Region => ({ kind: 'country', code, name })
const active = { status: 'ACTIVE', type: 'REGION' } as const

/** The markets of a shop that lacks none. Two have no country: one has a part of a country, the other is for companies. */
export const markets: readonly CatalogueMarket[] = [
  {
    ...active,
    handle: 'europe',
    name: 'Europe',
    regions: [country('DE', 'Germany'), country('FR', 'France')],
    currency: 'EUR',
    rate: 0.9,
  },
  { ...active, handle: 'japan', name: 'Japan', regions: [country('JP', 'Japan')], currency: 'JPY', rate: 150 },
  {
    ...active,
    handle: 'gulf-2',
    name: 'Gulf, "duty paid"',
    regions: [{ kind: 'subdivision', code: 'DU', name: 'Dubai' }, country('KW', 'Kuwait')],
    currency: 'KWD',
    rate: 0.31,
  },
  {
    ...active,
    handle: 'brazil',
    name: 'Brazil',
    status: 'DRAFT',
    regions: [country('BR', 'Brazil')],
    currency: 'BRL',
    rate: 5.5,
  },
  {
    ...active,
    handle: 'california',
    name: 'California',
    regions: [{ kind: 'subdivision', code: 'CA', name: 'California' }],
    currency: 'USD',
    rate: 1,
  },
  { ...active, handle: 'wholesale', name: 'Wholesale', type: 'COMPANY_LOCATION', regions: [], currency: 'EUR', rate: 0.7 },
]

/** Decimal text with the digits of the market's currency. */
const inMarket = (amount: number, { rate, currency }: CatalogueMarket) => (amount * rate).toFixed(digits(currency))

export type MarketPrice = { readonly price: string; readonly compareAtPrice: string | null }

/** What a buyer in a market pays for a variant. Some variants have a price of their own there, which is not converted. */
export function marketPriceOf(variant: CatalogueVariant, market: CatalogueMarket): MarketPrice {
  const number = hash(`${variant.id} ${market.handle}`) % 12
  const own = Number(variant.price) + (number % 5 === 0 ? 7 : 0)
  return { price: inMarket(own, market), compareAtPrice: number % 3 === 0 ? null : inMarket(own * 1.25, market) }
}

/** Whether a market sells a product. Each leaves out some. */
export const isIncludedIn = (product: CatalogueProduct, { handle }: CatalogueMarket): boolean =>
  product.publishedAt !== null && hash(`${product.id} ${handle}`) % 6 !== 0
