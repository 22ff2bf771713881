import type { SheetDocument, Tab } from './document.ts'
import { GoogleError } from './errors.ts'

/** A rectangle of cells, counted from 0. Its ends are exclusive. */
export type Area = { readonly tab: Tab; readonly top: number; readonly left: number; readonly bottom: number; readonly right: number }

const A1 = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?)?$/

const columnNumber = (letters: string) => Buffer.from(letters).reduce((sum, code) => sum * 26 + code - 64, 0)

/** 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

const unparsed = (range: string) => new GoogleError('INVALID_ARGUMENT', `Unable to parse range: ${range}`)

const WHOLE = /^'((?:[^']|'')+)'!(?:([A-Z]+):([A-Z]+)|(\d+):(\d+))$/

/** Parses whole columns (`'Tab name'!B:C`) or rows (`'Tab name'!1:1`). Parts outside of the grid are left out. null: another range. */
function wholeArea({ tabs }: Pick<SheetDocument, 'tabs'>, range: string): Area | null {
  const [, quoted, firstColumn, lastColumn, firstRow, lastRow] = WHOLE.exec(range) ?? []
  if (quoted === undefined) return null
  const tab = tabs.find((one) => one.title === quoted.replaceAll("''", "'"))
  if (!tab) throw unparsed(range)
  const { rowCount, columnCount } = tab
  const area =
    firstColumn !== undefined && lastColumn !== undefined
      ? { top: 0, bottom: rowCount, left: columnNumber(firstColumn) - 1, right: Math.min(columnCount, columnNumber(lastColumn)) }
      : { top: Number(firstRow) - 1, bottom: Math.min(rowCount, Number(lastRow)), left: 0, right: columnCount }
  if (area.top >= area.bottom || area.left >= area.right) throw unparsed(range)
  return { tab, ...area }
}

/** Parses `'Tab name'!A1:C9`, whole columns or rows, or a tab name alone. Throws Google's errors for invalid ranges and for those outside the grid. */
export function areaOf({ tabs }: Pick<SheetDocument, 'tabs'>, range: string): Area {
  const whole = wholeArea({ tabs }, range)
  if (whole) return whole
  const [, quoted, plain, firstColumn, firstRow, lastColumn = firstColumn, lastRow = firstRow] = A1.exec(range) ?? []
  const title = quoted?.replaceAll("''", "'") ?? plain
  const tab = tabs.find((one) => one.title === title)
  if (!tab) throw unparsed(range)
  if (firstColumn === undefined || lastColumn === undefined) return { tab, top: 0, left: 0, bottom: tab.rowCount, right: tab.columnCount }
  const area = {
    tab,
    top: Number(firstRow) - 1,
    left: columnNumber(firstColumn) - 1,
    bottom: Number(lastRow),
    right: columnNumber(lastColumn),
  }
  if (area.top < 0 || area.bottom <= area.top || area.right <= area.left) throw unparsed(range)
  if (area.bottom > tab.rowCount || area.right > tab.columnCount)
    throw new GoogleError(
      'INVALID_ARGUMENT',
      `Range (${range}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`,
    )
  return area
}
