import type { ProductExportRequest } from '#shared/export.ts'
import { messages } from '#shared/messages.ts'
import { isMetafieldColumn, metafieldName, type MetafieldColumn, type MetafieldDefinition } from '#shared/metafields.ts'
import { traits } from '#shared/platforms.ts'
import { productHeader, type ProductColumn } from '#shared/product-fields.ts'
import { metafieldKind, productKinds } from '#server/export/column-kinds.ts'
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

/** Metafields without a definition can have values from before it was deleted. On a platform without metafields, a note says so. */
export async function undefinedIn(
  shop: Shop,
  { platform }: StoreRow,
  columns: readonly ProductColumn[],
  signal: AbortSignal,
): Promise<string[]> {
  if (!traits[platform].hasMetafields) return []
  const { unknown } = await definitionsOf(shop, columns, signal)
  return unknown.length > 0 ? [messages.export.metafieldsUnknown(unknown.map(metafieldName))] : []
}

/** The headers of the metafields have the names of their definitions, and their values are numbers where those say so. */
export async function productHeading(shops: readonly Shop[], { config }: ProductExportRequest, signal: AbortSignal): Promise<Heading> {
  const found = await Promise.all(shops.map((shop) => definitionsOf(shop, config.fields, signal)))
  const definitions = new Map(found.flatMap(({ byColumn }) => [...byColumn]))
  const names = new Map(Array.from(definitions, ([column, { name }]) => [column, name]))
  return {
    columns: productHeader(config.fields, config.headers, names),
    kinds: config.fields.map((column) => (isMetafieldColumn(column) ? metafieldKind(definitions.get(column)?.type) : productKinds[column])),
  }
}
