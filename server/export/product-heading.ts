import type { ProductExportRequest } from '#shared/export.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { isMarketColumn, marketHandles, marketHeader, marketValue } from '#shared/market-columns.ts'
import { messages } from '#shared/messages.ts'
import { isMetafieldColumn, metafieldName, type MetafieldColumn, type MetafieldDefinition } from '#shared/metafields.ts'
import { traits } from '#shared/platforms.ts'
import { productHeader, type ProductColumn } from '#shared/product-fields.ts'
import { marketKind, metafieldKind, productKinds, type ColumnKind } from '#server/export/column-kinds.ts'
import type { Heading } from '#server/export/task.ts'
import type { Shop } from '#server/platforms/port.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** The definitions of the chosen metafields, by column. The shop is asked only where some are chosen. */
async function definitionsOf(shop: Shop, columns: readonly ProductColumn[], signal: AbortSignal) {
  const chosen = columns.filter(isMetafieldColumn)
  const found = chosen.length > 0 ? await shop.metafields({ signal }) : []
  const byColumn = new Map<MetafieldColumn, MetafieldDefinition>(found.map((definition) => [definition.column, definition]))
  return { byColumn, unknown: chosen.filter((column) => !byColumn.has(column)) }
}

/** The shop's markets; null where it hides them. The shop is asked only where columns of markets are chosen. */
async function marketsOf(shop: Shop, columns: readonly ProductColumn[], signal: AbortSignal) {
  return columns.some(isMarketColumn) ? shop.markets({ signal }) : []
}

/**
 * Metafields without a definition can have values from before it was deleted. On a platform without metafields, a note says so instead.
 */
async function undefinedMetafields(shop: Shop, { platform }: StoreRow, columns: readonly ProductColumn[], signal: AbortSignal) {
  if (!traits[platform].hasMetafields) return []
  const { unknown } = await definitionsOf(shop, columns, signal)
  return unknown.length > 0 ? [messages.export.metafieldsUnknown(unknown.map(metafieldName))] : []
}

/** The same for markets that the shop does not have, or hides. */
async function missingMarkets(shop: Shop, { platform }: StoreRow, columns: readonly ProductColumn[], signal: AbortSignal) {
  if (!traits[platform].hasMarkets) return []
  const markets = await marketsOf(shop, columns, signal)
  if (!markets) return [marketMessages.hidden(columns.filter(isMarketColumn).map((column) => marketHeader(column)))]
  const known = new Set(markets.map(({ handle }) => handle))
  const unknown = marketHandles(columns).filter((handle) => !known.has(handle))
  return unknown.length > 0 ? [marketMessages.unknown(unknown)] : []
}

/** What is missing of the columns that each shop names itself, as sentences. */
export async function undefinedIn(shop: Shop, store: StoreRow, columns: readonly ProductColumn[], signal: AbortSignal): Promise<string[]> {
  const missing = await Promise.all([undefinedMetafields(shop, store, columns, signal), missingMarkets(shop, store, columns, signal)])
  return missing.flat()
}

const kindOf = (column: ProductColumn, definitions: ReadonlyMap<string, MetafieldDefinition>): ColumnKind => {
  if (isMetafieldColumn(column)) return metafieldKind(definitions.get(column)?.type)
  return isMarketColumn(column) ? marketKind(marketValue(column)) : productKinds[column]
}

/**
 * The headers have the names of the metafields' definitions and of the markets. The values of metafields are numbers where their definitions
 * say so.
 */
export async function productHeading(shops: readonly Shop[], { config }: ProductExportRequest, signal: AbortSignal): Promise<Heading> {
  const { fields, headers } = config
  const [found, markets] = await Promise.all([
    Promise.all(shops.map((shop) => definitionsOf(shop, fields, signal))),
    Promise.all(shops.map((shop) => marketsOf(shop, fields, signal))),
  ])
  const definitions = new Map<string, MetafieldDefinition>(found.flatMap(({ byColumn }) => [...byColumn]))
  const names = new Map([
    ...Array.from(definitions, ([column, { name }]): [string, string] => [column, name]),
    ...markets.flatMap((all) => all ?? []).flatMap(({ name, columns }) => columns.map(({ column }): [string, string] => [column, name])),
  ])
  return { columns: productHeader(fields, headers, names), kinds: fields.map((column) => kindOf(column, definitions)) }
}
