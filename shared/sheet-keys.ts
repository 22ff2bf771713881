import type { JobType } from '#shared/jobs.ts'
import { isMarketColumn, marketValue } from '#shared/market-columns.ts'
import { hasLineItems, type OrderColumn } from '#shared/order-columns.ts'
import type { ProductColumn } from '#shared/product-fields.ts'

/** How far a value of a column names the same item for good: in all stores, in one store, or not at all. */
export type KeyReach = 'everywhere' | 'store' | 'none'

type ColumnOf = { product_export: ProductColumn; order_export: OrderColumn }
type NamingColumns<Type extends JobType> = { everywhere: readonly ColumnOf[Type][]; store: readonly ColumnOf[Type][] }

/** Shops count orders and choose handles by themselves. Ids are those of the platform. */
const naming: { [Type in JobType]: NamingColumns<Type> } = {
  product_export: { everywhere: ['Product Id', 'Variant Id'], store: ['Handle'] },
  order_export: { everywhere: ['orderId', 'lineItem.id'], store: ['orderName'] },
}

/** How far a column of an export finds the rows of a sheet that it updates. */
export function keyReach(type: JobType, column: string): KeyReach {
  const { everywhere, store }: { everywhere: readonly string[]; store: readonly string[] } = naming[type]
  if (everywhere.includes(column)) return 'everywhere'
  return store.includes(column) ? 'store' : 'none'
}

/** Columns with values of each picture of a product, or of each variant. */
const ofPictures = /^Image (Src|Position|Alt Text)$/
const ofVariants = /^(Variant |Option\d Value$|Unit Price |Cost per item$)/

/** Whether a product export has a row for each picture or variant because of this column. */
const isOfRows = (column: ProductColumn) =>
  ofPictures.test(column) || ofVariants.test(column) || (isMarketColumn(column) && marketValue(column) !== 'included')

/**
 * Whether several rows of a product may have no value of a column, or the same one. Only the first row has the product's own values, and rows of
 * further pictures have no variant.
 */
export function repeatsProductKey(rowsPerProduct: number, columns: readonly ProductColumn[], key: string): boolean {
  if (rowsPerProduct === 1) return false
  return columns.some(key.startsWith('Variant ') ? (column) => ofPictures.test(column) : isOfRows)
}

/** Whether several rows of an order may have no value of a column, or the same one. */
export const repeatsOrderKey = (columns: readonly OrderColumn[], key: string): boolean => hasLineItems(columns) && key !== 'lineItem.id'
