import type { ComponentProps } from 'react'
import { changeLayout, changeWidths, useTableLayout, useWidths } from '#client/session/list-layout.ts'
import { ColumnsMenu } from '#client/ui/columns-menu.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SortMenu } from '#client/ui/sort-menu.tsx'
import { catalogueSorts } from '#shared/catalogue-sorts.ts'
import { defaultLayout, listColumns } from '#shared/list-layout.ts'
import { countCatalogueFilters } from './applied-filters.ts'
import { catalogueColumns } from './columns.tsx'
import { useCatalogueSearch } from './search.ts'

const directions = [
  { label: 'Ascending', reverse: false },
  { label: 'Descending', reverse: true },
]
const directionsOfTimes = [
  { label: 'Oldest first', reverse: false },
  { label: 'Newest first', reverse: true },
]

/** The buttons of the list. */
export function CatalogueToolbar(open: Omit<ComponentProps<typeof ListToolbar>, 'filterCount' | 'children'>) {
  const { search, change } = useCatalogueSearch()
  const { columns, density } = useTableLayout('catalogue')
  const widths = useWidths('catalogue')
  const isByTime = search.sortKey === 'created' || search.sortKey === 'updated'
  return (
    <ListToolbar {...open} filterCount={countCatalogueFilters(search)}>
      <SortMenu
        sorts={catalogueSorts}
        sortKey={search.sortKey}
        onSort={({ key, reverse }) => change({ sortKey: key, reverse })}
        directions={isByTime ? directionsOfTimes : directions}
        reverse={search.reverse}
        onReverse={(reverse) => change({ reverse })}
      />
      <ColumnsMenu
        columns={listColumns.catalogue.map((key) => {
          const { label, width } = catalogueColumns[key]
          return { key, label, width: widths[key] ?? width }
        })}
        shown={columns}
        density={density}
        onChange={(catalogue) => changeLayout({ catalogue })}
        onWidth={(key, width) => changeWidths('catalogue', { ...widths, [key]: width })}
        onReset={() => {
          changeLayout({ catalogue: defaultLayout('catalogue') })
          changeWidths('catalogue', {})
        }}
      />
    </ListToolbar>
  )
}
