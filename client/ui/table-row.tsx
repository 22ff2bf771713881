import { FlexRender, type Row } from '@tanstack/react-table'
import { useMemo, type KeyboardEvent, type MouseEvent } from 'react'
import { SelectBox } from './select-box.tsx'
import type { TableFeatures } from './table-columns.ts'
import { tableRoles } from './table-roles.ts'
import classes from './table.module.css'

const isOnControl = (target: EventTarget) => target instanceof Element && target.closest('label, a, button') !== null

/** Whether a click is meant for the row. A click on a control or at the end of a text selection is not. */
function isForRow({ target, detail }: MouseEvent): boolean {
  if (isOnControl(target)) return false
  // Asked last, because the browser lays the page out to answer it.
  return detail >= 2 || window.getSelection()?.isCollapsed !== false
}

/** The browser would select the text between two clicks with Shift. */
function keepTextUnselected(event: MouseEvent) {
  if (event.shiftKey && !isOnControl(event.target)) event.preventDefault()
}

const boxIn = (row: Element | null) => row?.querySelector('input')

/** A click on the row is one on its checkbox, which changes before the rest of the screen does. */
function passToBox(event: MouseEvent<HTMLTableRowElement>) {
  const { currentTarget, shiftKey } = event
  if (isForRow(event)) boxIn(currentTarget)?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, shiftKey }))
}

/**
 * Shift with an arrow takes the row above or below into the selection, or, on the way back, this one out of it. The boxes are asked, because
 * they are ahead of what is drawn.
 */
function extendBy(event: KeyboardEvent<HTMLTableRowElement>) {
  const { key, shiftKey, currentTarget: row } = event
  if (!shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
  const own = boxIn(row)
  const next = boxIn(key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling)
  if (!own || !next) return
  event.preventDefault()
  if (!own.checked || next.checked) own.click()
  if (!next.checked) next.click()
  next.focus()
}

type Props<Item extends object> = {
  row: Row<TableFeatures, Item>
  name: string
  /** null: it cannot be selected. */
  isSelected: boolean | null
  /** Its panel is open. */
  isOpen: boolean
  /** `isOn`: what the row changes to; `isRange`: with all rows from the last toggled one on. Must not change between renders. */
  onToggle: (id: string, isOn: boolean, isRange: boolean) => void
}

/** A row of the table. A click toggles its selection, with Shift that of a range. Only changed rows render again. */
export function TableRow<Item extends object>({ row, name, isSelected, isOpen, onToggle }: Props<Item>) {
  return useMemo(
    () => (
      <tr
        role={tableRoles.row}
        data-selected={isSelected || undefined}
        data-open={isOpen || undefined}
        onMouseDown={keepTextUnselected}
        onKeyDown={extendBy}
        onClick={passToBox}
      >
        {isSelected !== null && (
          <td role={tableRoles.cell} className={classes.select}>
            <SelectBox label={`Select ${name}`} isChecked={isSelected} onToggle={(isOn, isRange) => onToggle(row.id, isOn, isRange)} />
          </td>
        )}
        {row.getAllCells().map((cell, index) => {
          const { meta, header } = cell.column.columnDef
          return (
            // The first cell names the row.
            <td
              key={cell.id}
              role={index === 0 ? tableRoles.rowHeader : tableRoles.cell}
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
