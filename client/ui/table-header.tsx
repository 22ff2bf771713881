import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ColumnGrip, type GripProps } from './column-grip.tsx'
import type { ColumnMeta, Sorting } from './table-columns.ts'
import { tableRoles } from './table-roles.ts'
import classes from './table.module.css'

type Props = GripProps & { meta: ColumnMeta | undefined; sorting: Sorting | null; children: ReactNode }

/** The header of a column. Where the list can be sorted by the column, it is a button, which turns the direction at the second press. */
export function TableHeader({ meta, sorting, children, ...width }: Props) {
  const grip = meta?.takesRest ? null : <ColumnGrip {...width} />
  const sortKey = meta?.sortKey
  if (sortKey === undefined || !sorting?.keys.includes(sortKey))
    return (
      <th scope="col" role={tableRoles.columnHeader} data-number={meta?.isNumber}>
        {children}
        {grip}
      </th>
    )
  const isSorted = sorting.key === sortKey
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      role={tableRoles.columnHeader}
      data-number={meta?.isNumber}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={classes.sort} onClick={() => sorting.onSort(sortKey)}>
        {children}
        {isSorted && <Arrow size={12} stroke={2.5} aria-hidden />}
      </button>
      {grip}
    </th>
  )
}
