import { AvailableColumns } from './available-columns.tsx'
import { ChosenColumns } from './chosen-columns.tsx'
import type { ColumnChoice } from './column-catalogue.ts'
import classes from './column-picker.module.css'

/** Chooses the columns of a file and their order. */
export const ColumnPicker = <Column extends string>(choice: ColumnChoice<Column>) => (
  <div className={classes.picker}>
    <AvailableColumns {...choice} />
    <ChosenColumns {...choice} />
  </div>
)
