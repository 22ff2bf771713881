import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { CsvOptions } from '#shared/export.ts'
import type { Cell } from '#server/rows/csv.ts'

/** The table of an export. */
export type Table = {
  /** The headers of the columns, in order. */
  columns: readonly string[]
  kinds: readonly ColumnKind[]
  /** The name of a sheet, such as "Products". */
  name: string
  /** The number of decimals of amounts. */
  moneyDecimals: number
  csv: CsvOptions
  /** The size of the rows as JSON text, in UTF-8. */
  bytes: number
  /** Yields the rows from the first, as often as it is called. */
  rows(): AsyncIterable<readonly Cell[]>
}

/**
 * Writes a table as a file of one format, in bounded memory. The same table always makes the same bytes. `note` takes a sentence for the
 * export's warning.
 */
export type FormatWriter = (table: Table, note: (sentence: string) => void) => AsyncIterable<Uint8Array>
