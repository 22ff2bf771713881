import { useId } from 'react'
import classes from './column-picker.module.css'

type Props<Column extends string> = {
  /** Empty where the columns need no heading. */
  title: string
  columns: readonly Column[]
  chosen: readonly Column[]
  labelOf: (column: Column) => string
  onToggle: (column: Column) => void
}

/** Columns of one kind, each to be ticked. */
export function ColumnGroup<Column extends string>({ title, columns, chosen, labelOf, onToggle }: Props<Column>) {
  const heading = useId()
  return (
    <>
      {title && (
        <h4 id={heading} className={classes.heading}>
          {title}
        </h4>
      )}
      <ul className={classes.group} aria-labelledby={title ? heading : undefined}>
        {columns.map((column) => (
          <li key={column}>
            <label className={classes.choice}>
              <input type="checkbox" checked={chosen.includes(column)} onChange={() => onToggle(column)} />
              {labelOf(column)}
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
