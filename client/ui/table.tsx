import { flexRender, useTable } from '@tanstack/react-table'
import { Loader } from '@mantine/core'
import { useCallback, useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { Density, Widths } from '#shared/list-layout.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SelectBox } from './select-box.tsx'
import { selectRange } from './selection.ts'
import { columnMeta, features, type ColumnMeta, type Columns, type Selection, type Sorting } from './table-columns.ts'
import { TableHeader } from './table-header.tsx'
import { tableRoles } from './table-roles.ts'
import { TableRow } from './table-row.tsx'
import classes from './table.module.css'

/** The width of the checkbox, which table.module.css repeats. */
const selectWidth = 44
const noSelection: Selection = {}
type Column = { id: string; columnDef: { meta?: ColumnMeta } }

type Props<Item extends object> = {
  label: string
  columns: Columns<Item>
  items: readonly Item[]
  idOf: (item: Item) => string
  /** The label of the item's checkbox. */
  nameOf: (item: Item) => string
  /** null: rows cannot be selected. */
  selection: Selection | null
  onSelect: Dispatch<SetStateAction<Selection>>
  density: Density
  /** The widths that differ from those of the columns, in pixels. */
  widths: Widths
  /** A column was dragged to a width. null: to its own. */
  onWidth: (id: string, width: number | null) => void
  /** null: the list cannot be sorted. */
  sorting: Sorting | null
  /** The item whose panel is open. */
  openId: string | null
  /** Newer items are loading. */
  isBusy: boolean
  /** The items belong to another page, so they cannot be used. */
  isStale: boolean
}

/** A table, where rows can be selected with a checkbox in each row and one for the page. It scrolls in its own region, under a fixed header. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const { label, columns, items, idOf, nameOf, selection, onSelect, density, widths, onWidth, sorting, openId, isBusy, isStale } = props
  const table = useTable({
    features,
    columns,
    data: items,
    getRowId: idOf,
    state: { rowSelection: selection ?? noSelection },
    onRowSelectionChange: onSelect,
  })
  // The row that a range starts at: the last one that was selected or cleared by itself.
  const start = useRef<string | null>(null)
  const toggle = useCallback(
    (id: string, isOn: boolean, isRange: boolean) => {
      const from = isRange ? start.current : null
      start.current = id
      const ids = table.getRowModel().rows.map((row) => row.id)
      onSelect((before) => selectRange(before, { ids, from: from ?? id, to: id }, isOn))
    },
    [onSelect, table],
  )
  // A different first row is a different page, which starts at its top.
  const region = useRef<HTMLElement>(null)
  const firstId = items[0] && idOf(items[0])
  useEffect(() => {
    if (firstId !== undefined) region.current?.scrollTo({ top: 0 })
  }, [firstId])
  useEffect(() => {
    if (openId !== null) region.current?.querySelector('tr[data-open]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [openId])
  const isAll = table.getIsAllRowsSelected()
  // While a column is dragged.
  const [dragged, setDragged] = useState<Widths>({})
  const widthOf = ({ id, columnDef }: Column) => dragged[id] ?? widths[id] ?? (columnDef.meta ?? columnMeta).width
  const drop = (id: string) => (width: number | null) => {
    setDragged({})
    onWidth(id, width)
  }
  const leaves = table.getAllLeafColumns()
  const minWidth = leaves.reduce((sum, column) => sum + widthOf(column), selection ? selectWidth : 0)
  return (
    <div className={classes.frame}>
      <ScrollRegion ref={region} className={classes.region} label={label} isBusy={isBusy}>
        <table
          role={tableRoles.table}
          className={classes.table}
          data-density={density}
          data-plain={selection === null || undefined}
          style={{ minWidth }}
        >
          <colgroup>
            {selection && <col style={{ width: selectWidth }} />}
            {leaves.map((column) => (
              <col key={column.id} style={column.columnDef.meta?.takesRest ? undefined : { width: widthOf(column) }} />
            ))}
          </colgroup>
          <thead role={tableRoles.rowGroup}>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} role={tableRoles.row}>
                {selection && (
                  <th scope="col" role={tableRoles.columnHeader} className={classes.select} inert={isStale}>
                    <SelectBox
                      label="Select all on this page"
                      isChecked={isAll}
                      isMixed={!isAll && items.some((item) => selection[idOf(item)])}
                      onToggle={(isOn) => table.toggleAllRowsSelected(isOn)}
                    />
                  </th>
                )}
                {group.headers.map((header) => (
                  <TableHeader
                    key={header.id}
                    meta={header.column.columnDef.meta}
                    sorting={sorting}
                    width={widthOf(header.column)}
                    onDrag={(width) => setDragged({ [header.column.id]: width })}
                    onDrop={drop(header.column.id)}
                  >
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </TableHeader>
                ))}
              </tr>
            ))}
          </thead>
          <tbody role={tableRoles.rowGroup} inert={isStale}>
            {table.getRowModel().rows.map((row) => (
              <TableRow
                key={row.id}
                row={row}
                name={nameOf(row.original)}
                isSelected={selection && selection[row.id] === true}
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
