/** The letters of a column: 0 is A, 25 is Z, 26 is AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** The tab's title is always quoted, because an unquoted `CO2` would be a cell. */
const within = (title: string, range: string) => `'${title.replaceAll("'", "''")}'!${range}`

/** The A1 name of a rectangle, whose first cell is counted from 0. */
export const blockRangeOf = (title: string, first: { row: number; column: number }, size: { rows: number; columns: number }): string =>
  within(title, `${columnLetters(first.column)}${first.row + 1}:${columnLetters(first.column + size.columns - 1)}${first.row + size.rows}`)

/** The A1 name of a range that starts in the first column. */
export const cellRangeOf = (title: string, firstRow: number, rows: number, columns: number): string =>
  blockRangeOf(title, { row: firstRow, column: 0 }, { rows, columns })

/** The A1 name of whole columns. `end` is exclusive. */
export const columnsRangeOf = (title: string, start: number, end: number): string =>
  within(title, `${columnLetters(start)}:${columnLetters(end - 1)}`)
/** The A1 name of a whole row, and of a whole column. */
export const rowRangeOf = (title: string, row: number): string => within(title, `${row + 1}:${row + 1}`)
export const columnRangeOf = (title: string, column: number): string => columnsRangeOf(title, column, column + 1)
