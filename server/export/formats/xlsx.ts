import { writeXlsxStream } from 'hucre/xlsx'
import { formatMessages } from '#shared/format-messages.ts'
import type { Cell } from '#server/rows/csv.ts'
import { cellReader, numberFormat } from '#server/sheets/column-formats.ts'
import type { FormatWriter } from './format.ts'

/** Excel's limit for the text of a cell. */
const longestText = 32_767
/** Above this size of its rows, a sheet may exceed the 4 GiB of a ZIP file without ZIP64: a short cell takes sixteen times its JSON text. */
const zip64From = 256 * 1024 * 1024

/** Readers take "_x0041_" for an escaped character, so the underscore of such a text is escaped itself. The library does not do that. */
const escaped = (text: string) => text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')

/** The text without what exceeds the limit, and without half of a character at its end. */
const cut = (text: string) => text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')

/**
 * A workbook: texts as texts, amounts and times as numbers with a format. Rows beyond the 1,048,576 of a sheet follow on the next one,
 * below the header again. Times are in the zone of the CSV, without the offset. A number with more than 15 digits stays a text.
 */
export const writeXlsx: FormatWriter = async function* (table, note) {
  const { columns, kinds, name, moneyDecimals, bytes } = table
  const readers = kinds.map((kind) => cellReader(kind, 'date'))
  let cellsCut = 0
  function valueOf(cell: Cell, at: number): Cell {
    const value = readers[at]?.(cell) ?? null
    if (typeof value !== 'string') return value
    if (value.length <= longestText) return escaped(value)
    cellsCut += 1
    return escaped(cut(value))
  }
  async function* values() {
    for await (const row of table.rows()) yield row.map(valueOf)
  }
  yield* writeXlsxStream(values(), {
    name,
    columns: columns.map((header, at) => {
      const format = numberFormat(kinds[at] ?? 'text', 'date', moneyDecimals)
      return { header: escaped(header), ...(format && { numFmt: format.pattern }) }
    }),
    freezePane: { rows: 1 },
    zip64: bytes > zip64From,
  })
  if (cellsCut > 0) note(formatMessages.cellsCut(cellsCut))
}
