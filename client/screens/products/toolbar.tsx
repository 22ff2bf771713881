import type { ComponentProps } from 'react'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import { traits } from '#shared/platforms.ts'
import { productSorts } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import { countProductFilters } from './applied-filters.ts'
import { useProductSearch } from './search.ts'

const directions = [
  { label: 'Oldest first', reverse: false },
  { label: 'Newest first', reverse: true },
]

type Props = { store: Store } & Omit<ComponentProps<typeof ListToolbar>, 'filterCount' | 'children'>

export function ProductToolbar({ store, ...open }: Props) {
  const { search, change } = useProductSearch()
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
    </ListToolbar>
  )
}
