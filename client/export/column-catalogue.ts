import type { Platform } from '#shared/platforms.ts'
import type { TemplateType } from '#shared/templates.ts'

/** The columns that an export may have, as they are offered. */
export type ColumnCatalogue<Column extends string> = {
  /** All of them, in the order in which they come when all are chosen, */
  columns: readonly Column[]
  /** and what the button is called that does so. */
  allLabel: string
  /** Those that an export begins with. */
  defaults: readonly Column[]
  /** What a column is called in the header of the file. */
  labelOf: (column: Column) => string
  /** The same columns as they are listed; a group without a title has no heading. */
  groups: readonly { title: string; columns: readonly Column[] }[]
}

/** The columns of an export, being chosen. */
export type ColumnChoice<Column extends string> = {
  type: TemplateType
  /** Of the stores that are exported; columns that one of them does not know are marked. */
  platforms: readonly Platform[]
  catalogue: ColumnCatalogue<Column>
  chosen: readonly Column[]
  onChange: (chosen: Column[]) => void
}
