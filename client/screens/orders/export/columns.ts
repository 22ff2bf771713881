import type { ColumnCatalogue } from '#client/export/column-catalogue.ts'
import {
  defaultOrderColumns,
  furtherOrderCategory,
  furtherOrderColumns,
  orderColumn,
  orderColumnCategories,
  orderColumns,
  type OrderColumn,
} from '#shared/order-columns.ts'

export const orderCatalogue: ColumnCatalogue<OrderColumn> = {
  columns: orderColumns,
  allLabel: 'All',
  defaults: defaultOrderColumns,
  labelOf: (column) => orderColumn[column].label,
  heading: 'h4',
  groups: [
    ...orderColumnCategories.map((title) => ({
      title,
      columns: orderColumns.filter((column) => orderColumn[column].category === title),
    })),
    { title: furtherOrderCategory, columns: furtherOrderColumns },
  ],
}
