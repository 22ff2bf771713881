import type { OrderColumn } from '#shared/order-columns.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import type { JobType } from '#shared/jobs.ts'
import { orderHeader } from '#server/export/order-rows.ts'

type ColumnOf = { product_export: ProductColumn; order_export: OrderColumn }

/** Columns that name exactly one item of a store. A row for a deleted item needs one of them. */
const keys: { [Type in JobType]: readonly ColumnOf[Type][] } = {
  product_export: ['Product Id', 'Handle'],
  order_export: ['orderId', 'orderName'],
}
/** Columns that a row for a deleted item shows besides. */
const others: { [Type in JobType]: readonly ColumnOf[Type][] } = {
  product_export: ['Title'],
  order_export: ['storeName', 'storePlatform'],
}

/** The columns whose cells name an item, by their places among all columns of an export. */
export type Naming = { places: readonly number[]; width: number }

export function namingOf(type: JobType, columns: readonly string[]): Naming {
  const named = new Set<string>([...keys[type], ...others[type]])
  return { places: columns.flatMap((column, index) => (named.has(column) ? [index] : [])), width: columns.length }
}

/** The names of the columns of which rows for deleted items need one. */
export const keyLabels = (type: JobType): readonly string[] => (type === 'order_export' ? orderHeader(keys[type]) : keys[type])

/** Whether a column names exactly one item of a store. */
export const isNaming = (type: JobType, column: string | null): boolean => keys[type].some((key) => key === column)

/** Whether rows for deleted items would say which ones they are. */
export const canNameDeleted = (type: JobType, columns: readonly string[]): boolean => columns.some((column) => isNaming(type, column))
