// The requests that change a document; see spreadsheets.batchUpdate in Google's reference.
import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'
import type { NumberFormat } from '#server/sheets/column-formats.ts'

export type SheetRequest = sheets_v4.Schema$Request

export type NewTab = { sheetId: number; title: string; rowCount: number; columnCount: number; isHidden?: boolean }
export type TabChange = { title?: string; hidden?: boolean; rowCount?: number; columnCount?: number; frozenRowCount?: number }
/** `formats`: the number format of each column below the header. `null`: unformatted. */
export type TabLook = { title: string; rowCount: number; formats: readonly (NumberFormat | null)[] }

export const addRequest = ({ sheetId, title, rowCount, columnCount, isHidden = true }: NewTab): SheetRequest => ({
  addSheet: { properties: { sheetId, title, hidden: isHidden, sheetType: 'GRID', gridProperties: { rowCount, columnCount } } },
})
export const removeRequest = (sheetId: number): SheetRequest => ({ deleteSheet: { sheetId } })

const given = (part: object) => Object.entries(part).filter(([, value]) => value !== undefined)

export function changeRequest(sheetId: number, { rowCount, columnCount, frozenRowCount, ...own }: TabChange): SheetRequest {
  const grid = given({ rowCount, columnCount, frozenRowCount })
  const fields = [...given(own).map(([name]) => name), ...grid.map(([name]) => `gridProperties.${name}`)]
  const gridProperties = grid.length > 0 ? { gridProperties: Object.fromEntries(grid) } : {}
  return { updateSheetProperties: { properties: { sheetId, ...own, ...gridProperties }, fields: fields.join(',') } }
}

const HEADER_ROWS = 1
type GridOf = { sheetId: number; rowCount: number; columnCount: number }

/** Number formats of columns, below the header. null: unformatted. The tab needs a row there. */
export const formatRequests = (sheetId: number, columns: readonly { place: number; format: NumberFormat | null }[]): SheetRequest[] =>
  columns.flatMap(({ place, format }) => {
    if (!format) return []
    const range = { sheetId, startRowIndex: HEADER_ROWS, startColumnIndex: place, endColumnIndex: place + 1 }
    const cell = { userEnteredFormat: { numberFormat: format } }
    return { repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }
  })

/** A tab with only the header has nothing to format, and Google freezes a row only if another one follows. */
export function showRequests(sheetId: number, { title, rowCount, formats }: TabLook): SheetRequest[] {
  if (rowCount <= HEADER_ROWS) return [changeRequest(sheetId, { title, hidden: false, rowCount })]
  return [
    changeRequest(sheetId, { title, hidden: false, rowCount, frozenRowCount: HEADER_ROWS }),
    ...formatRequests(
      sheetId,
      formats.map((format, place) => ({ place, format })),
    ),
  ]
}

/** Adds empty rows and columns behind the last ones, where a tab is smaller than `size`. Unlike a new size, it never makes a tab smaller. */
export function growRequests({ sheetId, rowCount, columnCount }: GridOf, size: Partial<BlockSize>): SheetRequest[] {
  const lacking = { ROWS: (size.rows ?? 0) - rowCount, COLUMNS: (size.columns ?? 0) - columnCount }
  return Object.entries(lacking).flatMap(([dimension, length]) => (length > 0 ? { appendDimension: { sheetId, dimension, length } } : []))
}

/** Removes all values of a tab and leaves its formats. */
export const clearRequest = (sheetId: number): SheetRequest => ({ updateCells: { range: { sheetId }, fields: 'userEnteredValue' } })

/** A rectangle of cells of a tab, counted from 0. */
export type Block = { sheetId: number; row: number; column: number }
export type BlockSize = { rows: number; columns: number }

const rangeOf = ({ sheetId, row, column }: Block, { rows, columns }: BlockSize) => ({
  sheetId,
  startRowIndex: row,
  endRowIndex: row + rows,
  startColumnIndex: column,
  endColumnIndex: column + columns,
})

/**
 * Copies cells, also empty ones, and leaves the formats of the target. `PASTE_FORMULA` keeps formulas, and `PASTE_VALUES` copies what they
 * show. `PASTE_FORMAT` copies formats alone.
 */
export const copyRequest = (
  source: Block,
  target: Block,
  size: BlockSize,
  pasteType: 'PASTE_VALUES' | 'PASTE_FORMULA' | 'PASTE_FORMAT' = 'PASTE_VALUES',
): SheetRequest => ({ copyPaste: { source: rangeOf(source, size), destination: rangeOf(target, size), pasteType } })

/** Adds a copy of a tab behind all others. `index`: the number of tabs. */
export const duplicateRequest = (sheetId: number, copy: { sheetId: number; title: string; index: number }): SheetRequest => ({
  duplicateSheet: { sourceSheetId: sheetId, newSheetId: copy.sheetId, newSheetName: copy.title, insertSheetIndex: copy.index },
})

/** Consecutive rows, from `at` on. */
export type RowSpan = { at: number; count: number }

const rowsRange = (sheetId: number, { at, count }: RowSpan) => ({ sheetId, dimension: 'ROWS', startIndex: at, endIndex: at + count })

/**
 * The new rows look like the one before them. Those below a header look like the one after them, or like nothing where none follows: Google
 * refuses to add rows behind the last one that look like the next. @param rowCount that of the tab
 */
export function insertRowsRequests(sheetId: number, span: RowSpan, rowCount: number): SheetRequest[] {
  const isBehindAll = span.at >= rowCount
  const inserted = { insertDimension: { range: rowsRange(sheetId, span), inheritFromBefore: span.at > HEADER_ROWS || isBehindAll } }
  if (span.at > HEADER_ROWS || !isBehindAll) return [inserted]
  const range = { sheetId, startRowIndex: span.at, endRowIndex: span.at + span.count }
  return [inserted, { repeatCell: { range, cell: {}, fields: 'userEnteredFormat' } }]
}
export const deleteRowsRequest = (sheetId: number, span: RowSpan): SheetRequest => ({
  deleteDimension: { range: rowsRange(sheetId, span) },
})
