import { FlexRender, type Row } from '@tanstack/react-table'
import { useMemo, type MouseEvent } from 'react'
import { SelectBox } from './select-box.tsx'
import type { TableFeatures } from './table.tsx'
import classes from './table.module.css'

/** Whether a click is for the row: not on a control inside it, and not the end of selecting text to copy. */
function isForRow({ target, detail }: MouseEvent): boolean {
  const isOnControl = target instanceof Element && target.closest('label, a, button') !== null
  const isMarking = detail < 2 && window.getSelection()?.isCollapsed === false
  return !isOnControl && !isMarking
}

type Props<Item extends object> = { row: Row<TableFeatures, Item>; name: string; isSelected: boolean }

/** A row of the table. A click toggles its selection. Only changed rows render again. */
export function TableRow<Item extends object>({ row, name, isSelected }: Props<Item>) {
  return useMemo(
    () => (
      <tr data-selected={isSelected || undefined} onClick={(event) => isForRow(event) && row.toggleSelected()}>
        <td className={classes.select}>
          <SelectBox label={`Select ${name}`} isChecked={isSelected} onToggle={() => row.toggleSelected()} />
        </td>
        {row.getAllCells().map((cell, index) => (
          // The first cell names the row.
          <td key={cell.id} role={index === 0 ? 'rowheader' : undefined}>
            <FlexRender cell={cell} />
          </td>
        ))}
      </tr>
    ),
    [row, name, isSelected],
  )
}
