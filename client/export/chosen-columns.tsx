import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index'
import { Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { moved } from '#client/ui/moved.ts'
import type { ColumnChoice } from './column-catalogue.ts'
import classes from './column-picker.module.css'
import { ColumnRow } from './column-row.tsx'

/** The chosen columns in the file's order. They can be moved and removed. */
export function ChosenColumns<Column extends string>({ catalogue: { labelOf }, chosen, onChange }: ColumnChoice<Column>) {
  const list = useRef<HTMLOListElement>(null)
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const column = chosen[from]
    if (column === undefined || from === to || to < 0 || to >= chosen.length) return
    onChange(moved(chosen, from, to))
    say(`${labelOf(column)}: position ${to + 1} of ${chosen.length}`)
  }
  const remove = (column: Column) => {
    onChange(chosen.filter((other) => other !== column))
    say(`${labelOf(column)}: removed, ${chosen.length - 1} left`)
  }
  const latestMove = useRef(move)
  useEffect(() => {
    latestMove.current = move
  })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    return combine(
      autoScrollForElements({ element }),
      monitorForElements({
        canMonitor: ({ source }) => element.contains(source.element),
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets
          if (!target) return
          const startIndex = Number(source.data['index'])
          const place = { startIndex, indexOfTarget: Number(target.data['index']), closestEdgeOfTarget: extractClosestEdge(target.data) }
          latestMove.current(startIndex, getReorderDestinationIndex({ ...place, axis: 'vertical' }))
        },
      }),
    )
  }, [])
  return (
    <section className={classes.pane} aria-label="Selected columns">
      <Text size="xs" fw={550} c="dimmed">
        {chosen.length === 0 ? 'No columns selected' : 'Column order: drag, or use the arrows'}
      </Text>
      <ol ref={list} tabIndex={-1} className={classes.list}>
        {chosen.map((column, index) => (
          <ColumnRow
            key={column}
            label={labelOf(column)}
            index={index}
            count={chosen.length}
            onMove={move}
            onRemove={() => remove(column)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  )
}
