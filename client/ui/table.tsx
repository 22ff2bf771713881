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
import { useCallback, useEffect, useRef, type Dispatch, type SetStateAction } from 'react'
import type { Density } from '#shared/list-layout.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SelectBox } from './select-box.tsx'
import { selectBetween } from './selection.ts'
import { TableHeader } from './table-header.tsx'
import { TableRow } from './table-row.tsx'
import classes from './table.module.css'

/** How a column lies in the table. */
export type ColumnMeta = {
  /** Pixels. */
  width: number
  /** Takes what the other columns leave, and at least its width. One column of a table does. */
  takesRest?: boolean
  /** Numbers are aligned at their last digit. */
  isNumber?: boolean
  /** What the list is sorted by when its header is pressed. */
  sortKey?: string
  /** On a phone, where each row is a card: at the end of the first line, or behind its header because the value alone does not say it. */
  onCard?: 'first' | 'named'
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

/** How the list is sorted. Only columns whose key is in `keys` can sort it. */
export type Sorting = { keys: readonly string[]; key: string; isDescending: boolean; onSort: (key: string) => void }

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
  density: Density
  /** null: the list cannot be sorted. */
  sorting: Sorting | null
  /** The item whose panel is open. */
  openId: string | null
  /** Newer items are loading. */
  isBusy: boolean
  /** The items belong to another page, so they cannot be used. */
  isStale: boolean
}

/** A table with a checkbox in each row and one for the page. It scrolls in its own region, under a fixed header. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const { label, columns, items, idOf, nameOf, selection, onSelect, density, sorting, openId, isBusy, isStale } = props
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
  const region = useRef<HTMLElement>(null)
  const firstId = items[0] && idOf(items[0])
  useEffect(() => {
    if (firstId !== undefined) region.current?.scrollTo({ top: 0 })
  }, [firstId])
  const isAll = table.getIsAllRowsSelected()
  const leaves = table.getAllLeafColumns()
  const minWidth = leaves.reduce((sum, column) => sum + widthOf(column), selectWidth)
  return (
    <div className={classes.frame}>
      <ScrollRegion ref={region} className={classes.region} label={label} isBusy={isBusy}>
        <table className={classes.table} data-density={density} style={{ minWidth }}>
          <colgroup>
            <col style={{ width: selectWidth }} />
            {leaves.map((column) => (
              <col key={column.id} style={column.columnDef.meta?.takesRest ? undefined : { width: widthOf(column) }} />
            ))}
          </colgroup>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                <th scope="col" className={classes.select} inert={isStale}>
                  <SelectBox
                    label="Select all on this page"
                    isChecked={isAll}
                    isMixed={!isAll && items.some((item) => selection[idOf(item)])}
                    onToggle={() => table.toggleAllRowsSelected(!isAll)}
                  />
                </th>
                {group.headers.map((header) => (
                  <TableHeader key={header.id} meta={header.column.columnDef.meta} sorting={sorting}>
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </TableHeader>
                ))}
              </tr>
            ))}
          </thead>
          <tbody inert={isStale}>
            {table.getRowModel().rows.map((row) => (
              <TableRow
                key={row.id}
                row={row}
                name={nameOf(row.original)}
                isSelected={selection[row.id] === true}
                isOpen={row.id === openId}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {isBusy && <Loader className={classes.overlay ?? ''} role="status" aria-label={`Loading ${label.toLowerCase()}`} />}
    </div>
  )
}
