import { FlexRender, type Row } from '@tanstack/react-table'
import { useMemo, type MouseEvent } from 'react'
import { SelectBox } from './select-box.tsx'
import type { TableFeatures } from './table.tsx'
import classes from './table.module.css'

/** A click meant for the row: not for a control in it, and not the end of marking text to copy. */
function isForRow({ target, detail }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('label, a, button') !== null
  const isMarking = detail < 2 && window.getSelection()?.isCollapsed === false
  return !isOnControl && !isMarking
}

type Props<Item extends object> = { row: Row<TableFeatures, Item>; name: string; isSelected: boolean }

/** A row of the table. A click anywhere on it selects it or takes it out; only rows that changed are drawn again. */
export function TableRow<Item extends object>({ row, name, isSelected }: Props<Item>) {
  return useMemo(
    () => (
      <tr data-selected={isSelected || undefined} onClick={(event) => isForRow(event) && row.toggleSelected()}>
        <td className={classes.select}>
          <SelectBox label={`Select ${name}`} isChecked={isSelected} onToggle={() => row.toggleSelected()} />
        </td>
        {row.getAllCells().map((cell, at) => (
          // What the first one says is what the row is about.
          <td key={cell.id} role={at === 0 ? 'rowheader' : undefined}>
            <FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    ),
    [row, name, isSelected],
  )
}
