import type { Cell } from '#server/rows/csv.ts'
import type { ColumnKind } from '#server/export/column-kinds.ts'

/** How a spreadsheet writes the numbers of a column. */
export type NumberFormat = { type: 'NUMBER' | 'DATE_TIME'; pattern: string }
/** How moments are written: as the text of a CSV, with its offset, or as a date of the spreadsheet in the same zone. */
export type SheetDates = 'text' | 'date'

/** A JSON number holds so many digits of any decimal. */
const EXACT_DIGITS = 15
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/
const DAY_MS = 86_400_000
/** The day from which spreadsheets count: 1899-12-30. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

const isExact = (text: string) => DECIMAL.test(text) && text.replace(/^-?[0.]*/, '').replace('.', '').length <= EXACT_DIGITS

/** The text of a decimal as a number, where that loses nothing but zeros at its end. */
const numberIn = (cell: Cell): Cell => (typeof cell === 'string' && isExact(cell) ? Number(cell) : cell)

function dateIn(cell: Cell): Cell {
  const [, day, time] = typeof cell === 'string' ? (MOMENT.exec(cell) ?? []) : []
  return day === undefined ? cell : (Date.parse(`${day}T${time}Z`) - DAY_ZERO) / DAY_MS
}

const asItIs = (cell: Cell): Cell => cell

/** Makes the cells of a column what a spreadsheet calculates with. */
export function cellReader(kind: ColumnKind, dates: SheetDates): (cell: Cell) => Cell {
  if (kind === 'text') return asItIs
  if (kind === 'moment') return dates === 'date' ? dateIn : asItIs
  return numberIn
}

/** How the numbers of a column are written; `null`: there are none. `moneyDecimals`: those of the stores' currency. */
export function numberFormat(kind: ColumnKind, dates: SheetDates, moneyDecimals: number): NumberFormat | null {
  if (kind === 'money') return { type: 'NUMBER', pattern: moneyDecimals === 0 ? '0' : `0.${'0'.repeat(moneyDecimals)}` }
  if (kind === 'count') return { type: 'NUMBER', pattern: '0' }
  if (kind === 'weight') return { type: 'NUMBER', pattern: '0.0##' }
  return kind === 'moment' && dates === 'date' ? { type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' } : null
}
