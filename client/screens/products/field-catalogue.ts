import type { ColumnCatalogue } from '#client/export/column-catalogue.ts'
import { messages } from '#shared/messages.ts'
import { furtherProductFields, productFields, type ProductField } from '#shared/product-fields.ts'

export const fieldCatalogue: ColumnCatalogue<ProductField> = {
  columns: productFields,
  allLabel: 'Select All',
  defaults: productFields,
  labelOf: (field) => field,
  heading: 'h3',
  groups: [
    { title: '', columns: productFields },
    { title: messages.export.furtherColumns, columns: furtherProductFields },
  ],
}
