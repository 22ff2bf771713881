import { z } from 'zod'
import { limits } from '#shared/limits.ts'

const prefix = 'market:'

/** The values of a market, and their names in the headers of Shopify's own product CSV. */
const valueNames = { included: 'Included', price: 'Price', compareAtPrice: 'Compare At Price' } as const
export const MarketValue = z.enum(['included', 'price', 'compareAtPrice'])
export type MarketValue = z.infer<typeof MarketValue>

/** Shopify's own form of handles. */
const Handle = z.string().regex(/^[a-z0-9-]{1,255}$/)

/** A column of a product export: a value of a market by the market's handle. */
export const MarketColumn = z.templateLiteral([prefix, Handle, '.', MarketValue])
export type MarketColumn = z.infer<typeof MarketColumn>

export const isMarketColumn = (column: string): column is MarketColumn => MarketColumn.safeParse(column).success

const endOfHandle = (column: MarketColumn) => column.lastIndexOf('.')
export const marketHandle = (column: MarketColumn): string => column.slice(prefix.length, endOfHandle(column))
export const marketValue = (column: MarketColumn): MarketValue => MarketValue.parse(column.slice(endOfHandle(column) + 1))

/** The handles of the markets among the columns, in order, optionally only of those with one of these values. */
export const marketHandles = (columns: readonly string[], ...values: readonly MarketValue[]): string[] => [
  ...new Set(
    columns
      .filter(isMarketColumn)
      .filter((column) => values.length === 0 || values.includes(marketValue(column)))
      .map(marketHandle),
  ),
]

/** Whether an export may have this many markets. */
export const hasRoomForMarkets = (columns: readonly string[]): boolean => marketHandles(columns).length <= limits.exportMarkets

/** The header in Shopify's own product CSV. Where the market is unknown, its handle takes the place of its name. */
export const marketHeader = (column: MarketColumn, name = marketHandle(column)): string => `${valueNames[marketValue(column)]} / ${name}`
