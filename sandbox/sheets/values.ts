import { z } from 'zod'
import type { Row, SheetDocument } from './document.ts'
import { GoogleError } from './errors.ts'
import { areaOf, columnLetters } from './ranges.ts'
import type { Area } from './ranges.ts'

/** null leaves a cell unchanged. An empty text clears it. */
const Rows = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
const ValueRange = z.strictObject({ range: z.string(), majorDimension: z.literal('ROWS').optional(), values: Rows })
/** The body of values.update. The range is in the address, and may be repeated here. */
export const ValueUpdate = ValueRange.extend({ range: z.string().optional() })
/** The body of values.batchUpdate. */
export const ValueBatchUpdate = z.strictObject({ valueInputOption: z.literal('RAW'), data: z.array(ValueRange).min(1) })

const CHARACTER_LIMIT = 50_000
type Rows = z.infer<typeof Rows>

const tooMany = (range: string, what: string) =>
  new GoogleError('INVALID_ARGUMENT', `Requested writing within range [${range}], but tried writing to ${what}`)

function assertInside({ top, left, bottom, right }: Area, values: Rows, range: string) {
  const widest = Math.max(0, ...values.map((row) => row.length))
  if (values.length > bottom - top) throw tooMany(range, `row [${bottom + 1}]`)
  if (widest > right - left) throw tooMany(range, `column [${columnLetters(right)}]`)
}

function assertShort(values: Rows) {
  if (values.some((row) => row.some((value) => typeof value === 'string' && value.length > CHARACTER_LIMIT)))
    throw new GoogleError(
      'INVALID_ARGUMENT',
      `Your input contains more than the maximum of ${CHARACTER_LIMIT} characters in a single cell.`,
    )
}

function put({ tab, top, left }: Area, values: Rows) {
  values.forEach((row, down) => {
    const cells: Row = (tab.cells[top + down] ??= [])
    row.forEach((value, across) => {
      if (value !== null) cells[left + across] = value === '' ? undefined : value
    })
  })
}

function answerFor(document: SheetDocument, { tab, top, left }: Area, values: Rows) {
  const widest = Math.max(0, ...values.map((row) => row.length))
  const last = `${columnLetters(left + widest - 1)}${top + values.length}`
  return {
    spreadsheetId: document.id,
    updatedRange: `'${tab.title.replaceAll("'", "''")}'!${columnLetters(left)}${top + 1}:${last}`,
    updatedRows: values.length,
    updatedColumns: widest,
    updatedCells: values.reduce((sum, row) => sum + row.filter((value) => value !== null).length, 0),
  }
}

/** Writes all ranges, or none if one is refused. */
export function writeValues(document: SheetDocument, data: readonly { range: string; values: Rows }[]) {
  const writes = data.map(({ range, values }) => {
    // Google accepts the first cell alone as the range.
    const area = areaOf(document, range)
    const open = range.includes(':') ? area : { ...area, bottom: area.tab.rowCount, right: area.tab.columnCount }
    assertInside(open, values, range)
    assertShort(values)
    return { area: open, values }
  })
  for (const { area, values } of writes) put(area, values)
  return writes.map(({ area, values }) => answerFor(document, area, values))
}

/** The answer to values.batchUpdate. */
export function batchWrite(document: SheetDocument, data: readonly { range: string; values: Rows }[]) {
  const responses = writeValues(document, data)
  const sum = (of: (one: (typeof responses)[number]) => number) => responses.reduce((total, one) => total + of(one), 0)
  return {
    spreadsheetId: document.id,
    totalUpdatedRows: sum((one) => one.updatedRows),
    totalUpdatedColumns: Math.max(0, ...responses.map((one) => one.updatedColumns)),
    totalUpdatedCells: sum((one) => one.updatedCells),
    totalUpdatedSheets: new Set(data.map(({ range }) => areaOf(document, range).tab.sheetId)).size,
    responses,
  }
}

/** The answer to values.get. Empty rows and cells at the end are omitted. An empty range has no values. */
export function readValues(document: SheetDocument, range: string) {
  const { tab, top, left, bottom, right } = areaOf(document, range)
  const rows = Array.from(tab.cells.slice(top, bottom), (row) => trimmed((row ?? []).slice(left, right)))
  const filled = rows.findLastIndex((row) => row.length > 0) + 1
  return { range, majorDimension: 'ROWS', ...(filled > 0 ? { values: rows.slice(0, filled) } : {}) }
}

function trimmed(row: Row) {
  const filled = row.findLastIndex((value) => value !== undefined) + 1
  return Array.from({ length: filled }, (_, index) => row[index] ?? '')
}
