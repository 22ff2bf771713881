import { FlexRender, type Row } from '@tanstack/react-table'
import { useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import { SelectBox } from './select-box.tsx'
import type { TableFeatures } from './table-columns.ts'
import classes from './table.module.css'

const isOnControl = (target: EventTarget) => target instanceof Element && target.closest('label, a, button') !== null

/** Whether a click is meant for the row. A click on a control or at the end of a text selection is not. */
function isForRow({ target, detail }: MouseEvent): boolean {
  const isMarking = detail < 2 && window.getSelection()?.isCollapsed === false
  return !isOnControl(target) && !isMarking
}

/** The browser would select the text between two clicks with Shift. */
function keepTextUnselected(event: MouseEvent) {
  if (event.shiftKey && !isOnControl(event.target)) event.preventDefault()
}

/** Shift with an arrow takes the row above or below into the selection, or, on the way back, this one out of it. */
function extendBy(event: KeyboardEvent<HTMLTableRowElement>, isSelected: boolean, toggle: () => void) {
  const { key, shiftKey, currentTarget: row } = event
  if (!shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  const box = (key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling)?.querySelector('input')
  if (!box) return
  event.preventDefault()
  if (!isSelected || box.checked) toggle()
  if (!box.checked) box.click()
  box.focus()
}

type Props<Item extends object> = {
  row: Row<TableFeatures, Item>
  name: string
  isSelected: boolean
  /** Its panel is open. */
  isOpen: boolean
  /** `isRange`: with all rows from the last toggled one on. Must not change between renders. */
  onToggle: (id: string, isRange: boolean) => void
}

/** A row of the table. A click toggles its selection, with Shift that of a range. Only changed rows render again. */
export function TableRow<Item extends object>({ row, name, isSelected, isOpen, onToggle }: Props<Item>) {
  return useMemo(
    () => (
      <tr
        data-selected={isSelected || undefined}
        data-open={isOpen || undefined}
        onMouseDown={keepTextUnselected}
        onKeyDown={(event) => extendBy(event, isSelected, () => onToggle(row.id, false))}
        onClick={(event) => isForRow(event) && onToggle(row.id, event.shiftKey)}
      >
        <td className={classes.select}>
          <SelectBox label={`Select ${name}`} isChecked={isSelected} onToggle={(isRange) => onToggle(row.id, isRange)} />
        </td>
        {row.getAllCells().map((cell, index) => {
          const { meta, header } = cell.column.columnDef
          return (
            // The first cell names the row.
            <td
              key={cell.id}
              role={index === 0 ? 'rowheader' : undefined}
              data-number={meta?.isNumber}
              data-card={meta?.onCard}
              data-header={meta?.onCard === 'named' ? header : undefined}
            >
              <FlexRender cell={cell} />
            </td>
          )
        })}
      </tr>
    ),
    [row, name, isSelected, isOpen, onToggle],
  )
}
