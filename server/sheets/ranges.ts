/** The letters of a column: 0 is A, 25 is Z, 26 is AA. */
function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** The A1 name of a range that starts in the first column. The tab's title is always quoted, because an unquoted `CO2` would be a cell. */
export function cellRangeOf(title: string, firstRow: number, rows: number, columns: number): string {
  return `'${title.replaceAll("'", "''")}'!A${firstRow + 1}:${columnLetters(columns - 1)}${firstRow + rows}`
}
