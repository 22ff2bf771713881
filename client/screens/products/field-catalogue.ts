import type { ColumnCatalogue } from '#client/export/column-catalogue.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'

export const fieldCatalogue: ColumnCatalogue<ProductField> = {
  columns: productFields,
  allLabel: 'Select All',
  defaults: productFields,
  labelOf: (field) => field,
  groups: [{ title: '', columns: productFields }],
}
