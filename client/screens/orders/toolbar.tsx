import type { ComponentProps } from 'react'
import { changeLayout, changeWidths, useListLayout, useTimes, useWidths } from '#client/session/list-layout.ts'
import { ColumnsMenu } from '#client/ui/columns-menu.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import { defaultLayout, listColumns } from '#shared/list-layout.ts'
import type { Store } from '#shared/stores.ts'
import { orderMenuColumn } from './columns.tsx'
import { countOrderFilters } from './filters/applied-filters.ts'
import { directionsOf, sortIn, sortsOf } from './filters/request.ts'
import { useOrderSearch } from './search.ts'

const TimesChoice = lazyBehind(async () => (await import('#client/ui/times-choice.tsx')).TimesChoice)

type Props = { stores: readonly Store[] } & Omit<ComponentProps<typeof ListToolbar>, 'filterCount' | 'children'>

export function OrderToolbar({ stores, ...open }: Props) {
  const { search, change, show } = useOrderSearch()
  const layout = useListLayout('orders', search)
  const widths = useWidths('orders')
  const times = useTimes()
  const sortBy = sortIn(stores, search.sortBy)
  // The columns of an open view are the view's, and nobody else's.
  const keep = (orders: typeof layout) => (search.view ? show(orders) : changeLayout({ orders }))
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
      <ColumnsMenu
        columns={listColumns.orders.map((key) => {
          const column = orderMenuColumn(key, stores, times)
          return { ...column, width: column.width && (widths[key] ?? column.width) }
        })}
        shown={layout.columns}
        density={layout.density}
        onChange={keep}
        onWidth={(key, width) => changeWidths('orders', { ...widths, [key]: width })}
        onReset={() => {
          keep(defaultLayout('orders'))
          changeWidths('orders', {})
        }}
      >
        <TimesChoice times={times} onTimes={(chosen) => changeLayout({ times: chosen })} />
      </ColumnsMenu>
    </ListToolbar>
  )
}
