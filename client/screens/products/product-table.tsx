import { useMemo, type Dispatch, type SetStateAction } from 'react'
import type { Selection } from '#client/ui/table-columns.ts'
import { DataTable } from '#client/ui/table.tsx'
import { changeWidths, useListLayout, useWidths } from '#client/session/list-layout.ts'
import { traits } from '#shared/platforms.ts'
import { productSorts, type ListedProduct } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { productTableColumns } from './columns.tsx'
import { useProductSearch } from './search.ts'

const idOf = ({ id }: ListedProduct) => id
const nameOf = ({ title }: ListedProduct) => title

type Props = {
  store: Store
  products: readonly ListedProduct[]
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
  /** Newer data is loading. */
  isBusy: boolean
  /** These are the products of the previous page. */
  isStale: boolean
}

export function ProductTable({ store, products, selection, onSelect, isBusy, isStale }: Props) {
  const { search, change, open } = useProductSearch()
  const { columns: shown, density } = useListLayout('products', search)
  const widths = useWidths('products')
  const columns = useMemo(() => productTableColumns(store, shown, ({ id }) => open(id)), [store, shown, open])
  const sorting = {
    keys: productSorts.map(({ key }) => key),
    key: search.sortKey,
    isDescending: search.reverse,
    onSort: (pressed: string) => {
      const sort = productSorts.find(({ key }) => key === pressed)
      if (sort) change({ sortKey: sort.key, reverse: sort.key === search.sortKey ? !search.reverse : sort.reverse })
    },
  }
  return (
    <DataTable
      label="Products"
      columns={columns}
      items={products}
      idOf={idOf}
      nameOf={nameOf}
      selection={selection}
      onSelect={onSelect}
      density={density}
      widths={widths}
      onWidth={(id, width) => changeWidths('products', { ...widths, [id]: width ?? undefined })}
      sorting={traits[store.platform].sortable ? sorting : null}
      openId={search.product ?? null}
      isBusy={isBusy}
      isStale={isStale}
    />
  )
}
