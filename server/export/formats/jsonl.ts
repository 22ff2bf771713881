import type { ColumnKind } from '#server/export/column-kinds.ts'
import { cellReader } from '#server/sheets/column-formats.ts'
import type { Cell } from '#server/rows/csv.ts'
import { distinctNames } from '#server/rows/distinct-names.ts'
import type { FormatWriter } from './format.ts'
import { isoTimeOf } from './values.ts'

const chunkLength = 64 * 1024

/** The value of a cell. Amounts stay decimal texts. A number that JavaScript's numbers cannot hold exactly stays a text. */
function valueReader(kind: ColumnKind): (cell: Cell) => Cell {
  if (kind === 'money' || kind === 'text') return (cell) => cell
  if (kind === 'moment') return (cell) => isoTimeOf(cell) ?? cell
  return cellReader(kind, 'text')
}

/** One JSON object for each row, with the headers as keys. */
export const writeJsonl: FormatWriter = async function* (table) {
  const { columns, kinds } = table
  const keys = distinctNames(columns).map((name) => JSON.stringify(name))
  const readers = kinds.map(valueReader)
  const line = (row: readonly Cell[]) =>
    `{${keys.map((key, at) => `${key}:${JSON.stringify(readers[at]?.(row[at] ?? null) ?? null)}`).join(',')}}\n`
  let text = ''
  for await (const row of table.rows()) {
    text += line(row)
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
