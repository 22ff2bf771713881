import { useId } from 'react'
import { messages } from '#shared/messages.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import { ChoiceLine } from '#client/ui/choice-line.tsx'
import classes from './column-picker.module.css'

type Props<Column extends string> = {
  /** Empty: no heading. */
  title: string
  heading: 'h3' | 'h4'
  columns: readonly Column[]
  chosen: readonly Column[]
  labelOf: (column: Column) => string
  /** The platforms that do not know a column. */
  emptyOn: (column: Column) => readonly Platform[]
  onToggle: (column: Column) => void
}

function markOf(platforms: readonly Platform[]): string {
  const labels = platforms.map((platform) => traits[platform].label)
  return labels.length > 0 ? messages.export.emptyOn(labels.join(' and ')) : ''
}

/** Columns of one kind, each with a checkbox. */
export function ColumnGroup<Column extends string>({
  title,
  heading: Heading,
  columns,
  chosen,
  labelOf,
  emptyOn,
  onToggle,
}: Props<Column>) {
  const heading = useId()
  return (
    <>
      {title && (
        <Heading id={heading} className={classes.heading}>
          {title}
        </Heading>
      )}
      <ul className={classes.group} aria-labelledby={title ? heading : undefined}>
        {columns.map((column, index) => (
          <li key={column} className={classes.offer}>
            <ChoiceLine
              label={labelOf(column)}
              isChecked={chosen.includes(column)}
              onToggle={() => onToggle(column)}
              aria-describedby={`${heading}-${index}`}
            />
            <span id={`${heading}-${index}`} className={classes.mark}>
              {markOf(emptyOn(column))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
