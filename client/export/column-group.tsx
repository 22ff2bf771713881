import { useId } from 'react'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
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
            <ChoiceLine label={labelOf(column)} isChecked={chosen.includes(column)} onToggle={() => onToggle(column)} />
          </li>
        ))}
      </ul>
    </>
  )
}
