import { z } from 'zod'
import type { Cell } from '#server/rows/csv.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { createCaller, type Send, type SheetCall } from '#server/sheets/caller.ts'
import type { NumberFormat } from '#server/sheets/column-formats.ts'
import type { GoogleOptions } from '#server/sheets/google.ts'
import { cellRangeOf } from '#server/sheets/ranges.ts'

export type SheetTab = { sheetId: number; title: string; rowCount: number; columnCount: number }
export type Spreadsheet = { title: string; tabs: readonly SheetTab[] }
export type TabChange = { title?: string; hidden?: boolean; rowCount?: number; frozenRowCount?: number }
/** `formats`: how the numbers of each column are written, below the header; `null`: as they come. */
export type TabLook = { title: string; rowCount: number; formats: readonly (NumberFormat | null)[] }

/**
 * Spreadsheets, as the service account `email` may use them. Every call can be sent again without harm: tabs are made under an
 * id that the caller chose, rows go to explicit ranges. Throws SHEET_REFUSED, SHEET_FULL, SHEETS_BUSY, SHEETS_UNREACHABLE.
 */
export type Sheets = {
  email: string
  look(id: string, call?: SheetCall): Promise<Spreadsheet>
  /** Adds a tab and takes it away again, in one step that nobody sees: Google tells in no other way whether writing is allowed. */
  tryWriting(id: string, call?: SheetCall): Promise<void>
  addTab(id: string, tab: SheetTab, call?: SheetCall): Promise<void>
  changeTab(id: string, sheetId: number, change: TabChange, call?: SheetCall): Promise<void>
  /** Names, sizes and shows a whole tab, with its columns formatted and its header row frozen, in one step. */
  showTab(id: string, sheetId: number, look: TabLook, call?: SheetCall): Promise<void>
  removeTab(id: string, sheetId: number, call?: SheetCall): Promise<void>
  /** Writes whole rows from `firstRow` (counted from 0) on; texts stay texts. */
  write(id: string, title: string, firstRow: number, rows: readonly (readonly Cell[])[], call?: SheetCall): Promise<void>
}

const FIELDS = 'spreadsheetId,properties.title,sheets.properties'
const Grid = z.object({ rowCount: z.number(), columnCount: z.number() })
// Tabs that hold a chart and no cells have no grid.
const Answer = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number(), title: z.string(), gridProperties: Grid.optional() }) })),
})

/** An answer that is none of Google's (a proxy's page in its position) throws, as if none had come: the call is sent again. */
const Changed = z.object({ spreadsheetId: z.string(), replies: z.array(z.unknown()) })
const Written = z.object({ totalUpdatedRows: z.int() })

function spreadsheetOf({ properties, sheets }: z.infer<typeof Answer>): Spreadsheet {
  const tabs = sheets.map(({ properties: { sheetId, title, gridProperties } }) => ({
    sheetId,
    title,
    rowCount: gridProperties?.rowCount ?? 0,
    columnCount: gridProperties?.columnCount ?? 0,
  }))
  return { title: properties.title, tabs }
}

const addRequest = ({ sheetId, title, rowCount, columnCount }: SheetTab) => ({
  addSheet: { properties: { sheetId, title, hidden: true, sheetType: 'GRID', gridProperties: { rowCount, columnCount } } },
})
const removeRequest = (sheetId: number) => ({ deleteSheet: { sheetId } })

const given = (part: object) => Object.entries(part).filter(([, value]) => value !== undefined)

function changeRequest(sheetId: number, { rowCount, frozenRowCount, ...own }: TabChange) {
  const grid = given({ rowCount, frozenRowCount })
  const fields = [...given(own).map(([name]) => name), ...grid.map(([name]) => `gridProperties.${name}`)]
  const gridProperties = grid.length > 0 ? { gridProperties: Object.fromEntries(grid) } : {}
  return { updateSheetProperties: { properties: { sheetId, ...own, ...gridProperties }, fields: fields.join(',') } }
}

const HEADER_ROWS = 1

/** A tab of the header alone has nothing to format, and Google freezes no row without one below it. */
function showRequests(sheetId: number, { title, rowCount, formats }: TabLook) {
  if (rowCount <= HEADER_ROWS) return [changeRequest(sheetId, { title, hidden: false, rowCount })]
  const formatted = formats.flatMap((format, index) => {
    const range = { sheetId, startRowIndex: HEADER_ROWS, startColumnIndex: index, endColumnIndex: index + 1 }
    const cell = { userEnteredFormat: { numberFormat: format } }
    return format ? { repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } } : []
  })
  return [changeRequest(sheetId, { title, hidden: false, rowCount, frozenRowCount: HEADER_ROWS }), ...formatted]
}

/** An emptied cell has to be written: null would leave what an earlier attempt put there. */
const valueOf = (cell: Cell) => (cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell)

export function createSheets({ clock, ...options }: GoogleOptions & { clock: Clock }): Sheets {
  const ask = createCaller(options, clock)
  const update = (id: string, requests: object[], call?: SheetCall) =>
    ask(
      'write',
      async (api, how) => Changed.parse((await api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: { requests } }, how)).data),
      call,
    )

  return {
    email: options.account.client_email,
    look: (id, call) =>
      ask(
        'read',
        async (api, how) => spreadsheetOf(Answer.parse((await api.spreadsheets.get({ spreadsheetId: id, fields: FIELDS }, how)).data)),
        call,
      ),
    async tryWriting(id, call) {
      const sheetId = 1 + Math.floor(clock.random() * 2_000_000_000)
      const tab = { sheetId, title: `Access check ${sheetId}`, rowCount: 1, columnCount: 1 }
      await update(id, [addRequest(tab), removeRequest(sheetId)], call)
    },
    async addTab(id, tab, call) {
      await update(id, [addRequest(tab)], call)
    },
    async changeTab(id, sheetId, change, call) {
      await update(id, [changeRequest(sheetId, change)], call)
    },
    async showTab(id, sheetId, look, call) {
      await update(id, showRequests(sheetId, look), call)
    },
    async removeTab(id, sheetId, call) {
      await update(id, [removeRequest(sheetId)], call)
    },
    async write(id, title, firstRow, rows, call) {
      const data = [{ range: cellRangeOf(title, firstRow, rows.length, rows[0]?.length ?? 0), values: rows.map((row) => row.map(valueOf)) }]
      const requestBody = { valueInputOption: 'RAW', data }
      const send: Send<void> = async (api, how) => {
        const { data: answer } = await api.spreadsheets.values.batchUpdate({ spreadsheetId: id, requestBody }, how)
        if (Written.parse(answer).totalUpdatedRows !== rows.length) throw new Error('Google wrote another number of rows than it was sent')
      }
      await ask('write', send, call)
    },
  }
}
