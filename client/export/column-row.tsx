import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge, type Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { ArrowButton } from '#client/ui/arrow-button.tsx'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import classes from './column-picker.module.css'

type Props = { label: string; index: number; count: number; onMove: (from: number, to: number) => void; onRemove: () => void }

/** The row is removed with its button, so the focus moves to the next row, else to the previous one, else to the empty list. */
function focusBeside(row: Element | null) {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = [...(beside?.querySelectorAll('button') ?? [])].at(-1) ?? row?.parentElement
  target?.focus()
}

/** A chosen column: dragged anywhere by its row, moved by its arrows, or by the arrow keys on its handle. */
export function ColumnRow({ label, index, count, onMove, onRemove }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<Edge | null>(null)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    return combine(
      draggable({ element, getInitialData: () => ({ index }) }),
      dropTargetForElements({
        element,
        getData: ({ input }) => attachClosestEdge({ index }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.element === element ? null : extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [index])

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(index, index + (event.key === 'ArrowDown' ? 1 : -1))
  }
  const remove = ({ currentTarget }: MouseEvent) => {
    focusBeside(currentTarget.closest('li'))
    onRemove()
  }
  return (
    <li ref={row} className={classes.column} data-edge={edge ?? undefined}>
      <ActionIcon aria-label={`Reorder ${label} with the arrow keys`} className={classes.handle ?? ''} onKeyDown={moveByKey}>
        <IconGripVertical size={14} aria-hidden />
      </ActionIcon>
      <span className={classes.position}>{index + 1}</span>
      <span className={classes.name} title={label}>
        {label}
      </span>
      <ArrowButton label={`Move ${label} up`} icon={IconChevronUp} isOff={index === 0} onClick={() => onMove(index, index - 1)} />
      <ArrowButton
        label={`Move ${label} down`}
        icon={IconChevronDown}
        isOff={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      />
      <ActionIcon aria-label={`Remove ${label}`} onClick={remove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}
