import { useRef, type PointerEvent } from 'react'
import { widthWithin } from '#shared/list-layout.ts'
import classes from './table.module.css'

export type GripProps = {
  /** Pixels. */
  width: number
  onDrag: (width: number) => void
  /** null: back to the column's own width. */
  onDrop: (width: number | null) => void
}

/** The edge of a column's header, which a pointer drags. The keyboard changes widths in the columns menu. */
export function ColumnGrip({ width, onDrag, onDrop }: GripProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const widthAt = ({ clientX }: PointerEvent) => start.current && widthWithin(start.current.width + clientX - start.current.x)
  const take = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const drag = (event: PointerEvent) => {
    const dragged = widthAt(event)
    if (dragged !== null) onDrag(dragged)
  }
  const drop = (event: PointerEvent) => {
    const dragged = widthAt(event)
    const isMoved = dragged !== null && dragged !== start.current?.width
    start.current = null
    if (isMoved) onDrop(dragged)
  }
  return (
    <span
      aria-hidden
      className={classes.grip}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={() => onDrop(null)}
    />
  )
}
