import type { ComponentProps } from 'react'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import type { Store } from '#shared/stores.ts'
import { countOrderFilters } from './filters/applied-filters.ts'
import { directionsOf, sortIn, sortsOf } from './filters/request.ts'
import { useOrderSearch } from './search.ts'

type Props = { stores: readonly Store[] } & Omit<ComponentProps<typeof ListToolbar>, 'filterCount' | 'children'>

export function OrderToolbar({ stores, ...open }: Props) {
  const { search, change } = useOrderSearch()
  const sortBy = sortIn(stores, search.sortBy)
  return (
    <ListToolbar {...open} filterCount={countOrderFilters(search)}>
      <SortMenu
        sorts={sortsOf(stores)}
        sortKey={sortBy}
        onSort={({ key }) => change({ sortBy: key })}
        directions={directionsOf(sortBy)}
        reverse={search.sortOrder === 'desc'}
        onReverse={(reverse) => change({ sortOrder: reverse ? 'desc' : 'asc' })}
      />
    </ListToolbar>
  )
}
