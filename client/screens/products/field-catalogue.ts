import type { ColumnCatalogue } from '#client/export/column-catalogue.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { isMarketColumn, marketHeader } from '#shared/market-columns.ts'
import type { Market } from '#shared/markets.ts'
import { messages } from '#shared/messages.ts'
import { isMetafieldColumn, metafieldHeader, type MetafieldDefinition } from '#shared/metafields.ts'
import { furtherProductFields, productFields, type ProductColumn } from '#shared/product-fields.ts'

const groupOf = (title: string, columns: readonly ProductColumn[]) => (columns.length > 0 ? [{ title, columns }] : [])

/** The columns of a product export. `metafields` and `markets`: those of the store's shop, which no button chooses. */
export function fieldCatalogue(
  metafields: readonly MetafieldDefinition[] = [],
  markets: readonly Market[] = [],
): ColumnCatalogue<ProductColumn> {
  const ofMarkets = markets.flatMap(({ columns }) => columns)
  const headers = new Map<string, string>([...metafields, ...ofMarkets].map(({ column, header }) => [column, header]))
  const labelOf = (column: ProductColumn) => {
    if (isMetafieldColumn(column)) return headers.get(column) ?? metafieldHeader(column)
    return isMarketColumn(column) ? (headers.get(column) ?? marketHeader(column)) : column
  }
  return {
    columns: productFields,
    allLabel: 'Select All',
    defaults: productFields,
    labelOf,
    heading: 'h3',
    groups: [
      { title: '', columns: productFields },
      { title: messages.export.furtherColumns, columns: furtherProductFields },
      ...groupOf(
        messages.export.metafields,
        metafields.map(({ column }) => column),
      ),
      ...groupOf(
        marketMessages.markets,
        ofMarkets.map(({ column }) => column),
      ),
    ],
  }
}
