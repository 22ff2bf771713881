import type { JobType } from '#shared/jobs.ts'
import type { OrderColumn } from '#shared/order-columns.ts'
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
