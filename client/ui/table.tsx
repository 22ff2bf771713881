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
import { useCallback, useRef, type Dispatch, type SetStateAction } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import { SelectBox } from './select-box.tsx'
import { selectBetween } from './selection.ts'
import { TableRow } from './table-row.tsx'
import classes from './table.module.css'

/** How a column lies in the table. */
type ColumnMeta = {
  /** Pixels. */
  width: number
  /** Takes what the other columns leave, and at least its width. One column of a table does. */
  takesRest?: boolean
  /** Numbers are aligned at their last digit. */
  isNumber?: boolean
}

/** How a column lies that says nothing else. The library takes the type of all columns from it. */
const columnMeta: ColumnMeta = { width: 140 }
const features = tableFeatures({ rowSelectionFeature, columnMeta })
export type TableFeatures = typeof features

/** The selected rows by id, across pages. */
export type Selection = RowSelectionState
export type Columns<Item extends object> = TableOptions<TableFeatures, Item>['columns']

/** Columns are data: `columnsOf<Product>().columns([…])`. The server sorts, filters and pages. */
export const columnsOf = <Item extends object>() => createColumnHelper<TableFeatures, Item>()

/** The width of the checkbox, which table.module.css repeats. */
const selectWidth = 44
const widthOf = ({ columnDef }: { columnDef: { meta?: ColumnMeta } }) => (columnDef.meta ?? columnMeta).width

type Props<Item extends object> = {
  label: string
  columns: Columns<Item>
  items: readonly Item[]
  idOf: (item: Item) => string
  /** The label of the item's checkbox. */
  nameOf: (item: Item) => string
  selection: Selection
  onSelect: Dispatch<SetStateAction<Selection>>
  /** Newer items are loading. */
  isBusy: boolean
  /** The items belong to another page, so they cannot be used. */
  isStale: boolean
}

/** A table with a checkbox in each row and one for the page. It scrolls in its own region, under a fixed header. */
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
  // The row that a range starts at: the last one that was selected or cleared by itself.
  const start = useRef<string | null>(null)
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const from = isRange ? start.current : null
      start.current = id
      const ids = table.getRowModel().rows.map((row) => row.id)
      onSelect((before) => selectBetween(before, ids, from ?? id, id))
    },
    [onSelect, table],
  )
  // A different first row is a different page, which starts at its top.
  const [first] = items
  const isAll = table.getIsAllRowsSelected()
  const leaves = table.getAllLeafColumns()
  return (
    <div className={classes.frame}>
      <ScrollRegion key={first && idOf(first)} className={classes.region} label={label} isBusy={isBusy}>
        <table
          className={classes.table}
          inert={isStale}
          style={{ minWidth: leaves.reduce((sum, column) => sum + widthOf(column), selectWidth) }}
        >
          <colgroup>
            <col style={{ width: selectWidth }} />
            {leaves.map((column) => (
              <col key={column.id} style={column.columnDef.meta?.takesRest ? undefined : { width: widthOf(column) }} />
            ))}
          </colgroup>
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
                  <th key={header.id} scope="col" data-number={header.column.columnDef.meta?.isNumber}>
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <TableRow key={row.id} row={row} name={nameOf(row.original)} isSelected={selection[row.id] === true} onToggle={toggle} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isBusy && <Loader className={classes.overlay ?? ''} role="status" aria-label={`Loading ${label.toLowerCase()}`} />}
    </div>
  )
}
