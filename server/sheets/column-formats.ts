import type { Cell } from '#server/rows/csv.ts'
import type { ColumnKind } from '#server/export/column-kinds.ts'

/** The number format of a column. */
export type NumberFormat = { type: 'NUMBER' | 'DATE_TIME'; pattern: string }
/** The form of times: text as in a CSV, with its offset, or a spreadsheet date in the same zone. */
export type SheetDates = 'text' | 'date'

/** A JSON number is exact up to this number of decimal digits. */
const EXACT_DIGITS = 15
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/
const DAY_MS = 86_400_000
/** The day from which spreadsheets count dates: 1899-12-30. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

const isExact = (text: string) => DECIMAL.test(text) && text.replace(/^-?[0.]*/, '').replace('.', '').length <= EXACT_DIGITS

/** Converts a decimal text to a number, unless that would lose more than trailing zeros. */
const numberIn = (cell: Cell): Cell => (typeof cell === 'string' && isExact(cell) ? Number(cell) : cell)

function dateIn(cell: Cell): Cell {
  const [, day, time] = typeof cell === 'string' ? (MOMENT.exec(cell) ?? []) : []
  return day === undefined ? cell : (Date.parse(`${day}T${time}Z`) - DAY_ZERO) / DAY_MS
}

const asItIs = (cell: Cell): Cell => cell

/** Converts the cells of a column to values that a spreadsheet can calculate with. */
export function cellReader(kind: ColumnKind, dates: SheetDates): (cell: Cell) => Cell {
  if (kind === 'text' || kind === 'flag') return asItIs
  if (kind === 'moment') return dates === 'date' ? dateIn : asItIs
  return numberIn
}

/** The number format of a column, or `null` where it has no numbers. `moneyDecimals`: the decimals of the stores' currency. */
export function numberFormat(kind: ColumnKind, dates: SheetDates, moneyDecimals: number): NumberFormat | null {
  if (kind === 'money') return { type: 'NUMBER', pattern: moneyDecimals === 0 ? '0' : `0.${'0'.repeat(moneyDecimals)}` }
  if (kind === 'count') return { type: 'NUMBER', pattern: '0' }
  if (kind === 'weight') return { type: 'NUMBER', pattern: '0.0##' }
  return kind === 'moment' && dates === 'date' ? { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' } : null
}
