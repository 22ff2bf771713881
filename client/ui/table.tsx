import {
  createColumnHelper,
  flexRender,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type RowSelectionState,
  type TableOptions,
} from '@tanstack/react-table'
import { Loader } from '@mantine/core'
import type { Dispatch, SetStateAction } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import { SelectBox } from './select-box.tsx'
import { TableRow } from './table-row.tsx'
import classes from './table.module.css'

const features = tableFeatures({ rowSelectionFeature })
export type TableFeatures = typeof features

/** The chosen rows by id, also those of other pages. */
export type Selection = RowSelectionState
export type Columns<Item extends object> = TableOptions<TableFeatures, Item>['columns']

/** Columns are data: `columnsOf<Product>().columns([…])`. Sorting, filtering and paging are the server's. */
export const columnsOf = <Item extends object>() => createColumnHelper<TableFeatures, Item>()

type Props<Item extends object> = {
  label: string
  columns: Columns<Item>
  items: readonly Item[]
  idOf: (item: Item) => string
  /** What the item's checkbox is called. */
  nameOf: (item: Item) => string
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
  /** Newer items are on their way. */
  isBusy: boolean
  /** What is shown is another page: not to be worked with. */
  isStale: boolean
}

/** A table with a checkbox in each row and one for the page. It scrolls inside its own region, under a header that stays. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const { label, columns, items, idOf, nameOf, selection, onSelect, isBusy, isStale } = props
  const table = useTable({
    features,
    columns,
    data: items,
    getRowId: idOf,
    state: { rowSelection: selection },
    onRowSelectionChange: onSelect,
  })
  // Another first row is another page, which is read from its top.
  const [first] = items
  const isAll = table.getIsAllRowsSelected()
  return (
    <div className={classes.frame}>
      <ScrollRegion key={first && idOf(first)} className={classes.region} label={label} isBusy={isBusy}>
        <table className={classes.table} inert={isStale}>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                <th scope="col" className={classes.select}>
                  <SelectBox
                    label="Select all on this page"
                    isChecked={isAll}
                    isMixed={!isAll && items.some((item) => selection[idOf(item)])}
                    onToggle={() => table.toggleAllRowsSelected(!isAll)}
                  />
                </th>
                {group.headers.map((header) => (
                  <th key={header.id} scope="col">
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <TableRow key={row.id} row={row} name={nameOf(row.original)} isSelected={selection[row.id] === true} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isBusy && <Loader className={classes.overlay ?? ''} role="status" aria-label={`Loading ${label.toLowerCase()}`} />}
    </div>
  )
}
