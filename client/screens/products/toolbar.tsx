import type { ComponentProps } from 'react'
import { changeLayout, changeWidths, useListLayout, useWidths } from '#client/session/list-layout.ts'
import { ColumnsMenu } from '#client/ui/columns-menu.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import { defaultLayout } from '#shared/list-layout.ts'
import { traits } from '#shared/platforms.ts'
import { productSorts } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { countProductFilters } from './applied-filters.ts'
import { columnsIn, productColumns } from './columns.tsx'
import { useProductSearch } from './search.ts'

const directions = [
  { label: 'Oldest first', reverse: false },
  { label: 'Newest first', reverse: true },
]

type Props = { store: Store } & Omit<ComponentProps<typeof ListToolbar>, 'filterCount' | 'children'>

export function ProductToolbar({ store, ...open }: Props) {
  const { search, change, show } = useProductSearch()
  const layout = useListLayout('products', search)
  const widths = useWidths('products')
  // The columns of an open view are the view's, and nobody else's.
  const keep = (products: typeof layout) => (search.view ? show(products) : changeLayout({ products }))
  return (
    <ListToolbar {...open} filterCount={countProductFilters(search)}>
      {traits[store.platform].sortable && (
        <SortMenu
          sorts={productSorts}
          sortKey={search.sortKey}
          onSort={({ key, reverse }) => change({ sortKey: key, reverse })}
          directions={directions}
          reverse={search.reverse}
          onReverse={(reverse) => change({ reverse })}
        />
      )}
      <ColumnsMenu
        columns={columnsIn(store).map((key) => ({ key, ...productColumns[key], width: widths[key] ?? productColumns[key].width }))}
        shown={layout.columns}
        density={layout.density}
        onChange={keep}
        onWidth={(key, width) => changeWidths('products', { ...widths, [key]: width })}
        onReset={() => {
          keep(defaultLayout('products'))
          changeWidths('products', {})
        }}
      />
    </ListToolbar>
  )
}
