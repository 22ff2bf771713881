import type { ColumnCatalogue } from '#client/export/column-catalogue.ts'
import { messages } from '#shared/messages.ts'
import { isMetafieldColumn, metafieldHeader, type MetafieldDefinition } from '#shared/metafields.ts'
import { furtherProductFields, productFields, type ProductColumn } from '#shared/product-fields.ts'

/** The columns of a product export. `metafields`: those that the store's shop defines, which no button chooses. */
export function fieldCatalogue(metafields: readonly MetafieldDefinition[] = []): ColumnCatalogue<ProductColumn> {
  const names = new Map<string, string>(metafields.map(({ column, name }) => [column, name]))
  return {
    columns: productFields,
    allLabel: 'Select All',
    defaults: productFields,
    labelOf: (column) => (isMetafieldColumn(column) ? metafieldHeader(column, names.get(column)) : column),
    heading: 'h3',
    groups: [
      { title: '', columns: productFields },
      { title: messages.export.furtherColumns, columns: furtherProductFields },
      ...(metafields.length > 0 ? [{ title: messages.export.metafields, columns: metafields.map(({ column }) => column) }] : []),
    ],
  }
}
