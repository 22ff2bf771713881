import type { Platform } from '#shared/platforms.ts'
import type { TemplateType } from '#shared/templates.ts'

/** The columns that an export offers. */
export type ColumnCatalogue<Column extends string> = {
  /** The columns that the button for all chooses, in their default order. The groups may offer more. */
  columns: readonly Column[]
  /** The label of the button that chooses all. */
  allLabel: string
  /** The initial choice. */
  defaults: readonly Column[]
  /** The column's header in the file. */
  labelOf: (column: Column) => string
  /** The same columns as they are listed; a group without a title has no heading. */
  groups: readonly { title: string; columns: readonly Column[] }[]
  /** The heading element of the groups: one level below the dialog's heading before them. */
  heading: 'h3' | 'h4'
}

/** The chosen columns of an export, and what they are chosen from. */
export type ColumnChoice<Column extends string> = {
  type: TemplateType
  /** The platforms of the exported stores. Columns that one of them does not know are marked. */
  platforms: readonly Platform[]
  catalogue: ColumnCatalogue<Column>
  chosen: readonly Column[]
  onChange: (chosen: Column[]) => void
}
