import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { DataTable, type Selection } from '#client/ui/table.tsx'
import { traits } from '#shared/platforms.ts'
import type { Product } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { productColumns } from './columns.tsx'

const idOf = ({ id }: Product) => id
const nameOf = ({ title }: Product) => title

type Props = {
  store: Store
  products: readonly Product[]
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
  /** Newer data is loading. */
  isBusy: boolean
  /** These are the products of the previous page. */
  isStale: boolean
}

export function ProductTable({ store, products, selection, onSelect, isBusy, isStale }: Props) {
  const columns = useMemo(() => productColumns(traits[store.platform]), [store.platform])
  return (
    <DataTable
      label="Products"
      columns={columns}
      items={products}
      idOf={idOf}
      nameOf={nameOf}
      selection={selection}
      onSelect={onSelect}
      isBusy={isBusy}
      isStale={isStale}
    />
  )
}
