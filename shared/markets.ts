import { z } from 'zod'
import { MarketColumn, marketHeader, MarketValue } from '#shared/market-columns.ts'

/** An active market of a shop. */
export const Market = z.object({
  handle: z.string(),
  name: z.string(),
  /** ISO 3166, of the market's first country. The prices are what its buyers see. */
  country: z.string(),
  /** ISO 4217, of that country's prices. */
  currency: z.string(),
  columns: z.array(
    z.object({
      /** Chooses the values in exports and templates. */
      column: MarketColumn,
      /** Of the column in files. */
      header: z.string(),
    }),
  ),
})
export type Market = z.infer<typeof Market>

/** The columns of a market; null where its handle breaks Shopify's own rules. */
export function marketColumns(handle: string, name: string): Market['columns'] | null {
  const columns = MarketValue.options.map((value) => MarketColumn.safeParse(`market:${handle}.${value}`).data)
  const named = columns.flatMap((column) => (column === undefined ? [] : [{ column, header: marketHeader(column, name) }]))
  return named.length === columns.length ? named : null
}

export const MarketsResponse = z.object({
  markets: z.array(Market),
  /** Whether the shop hides its markets from the app. Then there are none. */
  isHidden: z.boolean(),
})
export type MarketsResponse = z.infer<typeof MarketsResponse>
