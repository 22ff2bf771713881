import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { GoogleAccount } from '#shared/google-key.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { createCaller, type CurrentAccount, type Send, type SheetCall } from '#server/sheets/caller.ts'
import type { GoogleOptions } from '#server/sheets/google.ts'
import { cellRangeOf } from '#server/sheets/ranges.ts'
import {
  addRequest,
  changeRequest,
  removeRequest,
  showRequests,
  type NewTab,
  type SheetRequest,
  type TabChange,
  type TabLook,
} from '#server/sheets/requests.ts'

export type SheetTab = { sheetId: number; title: string; rowCount: number; columnCount: number }
/** The number of cells, filled or not. Google counts them for its limit. */
export const cellsOf = (tabs: readonly SheetTab[]): number =>
  tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)
export type Spreadsheet = { title: string; tabs: readonly SheetTab[] }

/**
 * Google Sheets for the service account whose key is in use. Every call can be repeated without harm: the caller chooses the ids of new tabs, and rows
 * are written to explicit ranges. Throws SHEETS_OFF, SHEETS_ACCOUNT_REFUSED, SHEET_REFUSED, SHEET_FULL, SHEETS_BUSY, SHEETS_UNREACHABLE.
 */
export type Sheets = {
  /** The address to share documents with. Throws SHEETS_OFF. */
  email(): Promise<string>
  /** Whether Google accepts this key, in use or not. Throws SHEETS_ACCOUNT_REFUSED, SHEETS_BUSY, SHEETS_UNREACHABLE. */
  prove(account: GoogleAccount, call?: SheetCall): Promise<void>
  look(id: string, call?: SheetCall): Promise<Spreadsheet>
  /** Adds and removes a tab in one request, which is invisible to users. Google offers no other check of write access. */
  tryWriting(id: string, call?: SheetCall): Promise<void>
  /** Carries out all requests at once, or none of them. */
  change(id: string, requests: readonly SheetRequest[], call?: SheetCall): Promise<void>
  /** The new tab is hidden unless the tab says otherwise. */
  addTab(id: string, tab: NewTab, call?: SheetCall): Promise<void>
  changeTab(id: string, sheetId: number, change: TabChange, call?: SheetCall): Promise<void>
  /** Names, resizes and shows a complete tab, formats its columns and freezes its header row, all in one request. */
  showTab(id: string, sheetId: number, look: TabLook, call?: SheetCall): Promise<void>
  removeTab(id: string, sheetId: number, call?: SheetCall): Promise<void>
  /** Writes complete rows from `firstRow` (counted from 0) on. Texts are not interpreted. */
  write(id: string, title: string, firstRow: number, rows: readonly (readonly Cell[])[], call?: SheetCall): Promise<void>
  /** The values of ranges, without empty rows and cells at their ends. Numbers are not formatted. */
  read(id: string, ranges: readonly string[], call?: SheetCall): Promise<Cell[][][]>
  /** The text of the first cell. null: it is empty. */
  firstCell(id: string, title: string, call?: SheetCall): Promise<string | null>
}

const FIELDS = 'spreadsheetId,properties.title,sheets.properties'
const Grid = z.object({ rowCount: z.number(), columnCount: z.number() })
// Tabs with only a chart have no grid.
const Answer = z.object({
  properties: z.object({ title: z.string() }),
  sheets: z.array(z.object({ properties: z.object({ sheetId: z.number(), title: z.string(), gridProperties: Grid.optional() }) })),
})

/**
 * An answer that is not from Google, such as a proxy's page, does not match. The error counts as a missing answer, so the call is retried.
 */
const Changed = z.object({ spreadsheetId: z.string(), replies: z.array(z.unknown()) })
const Written = z.object({ totalUpdatedRows: z.int() })
const Values = z.object({ values: z.array(z.array(z.string())).default([]) })
const ManyValues = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).default([]) })),
})

function spreadsheetOf({ properties, sheets }: z.infer<typeof Answer>): Spreadsheet {
  const tabs = sheets.map(({ properties: { sheetId, title, gridProperties } }) => ({
    sheetId,
    title,
    rowCount: gridProperties?.rowCount ?? 0,
    columnCount: gridProperties?.columnCount ?? 0,
  }))
  return { title: properties.title, tabs }
}

/** Empty cells are written as "", because null would keep the value of an earlier attempt. */
const valueOf = (cell: Cell) => (cell === null ? '' : typeof cell === 'boolean' ? String(cell) : cell)

type SheetsOptions = GoogleOptions & { current: CurrentAccount; clock: Clock }

export function createSheets({ clock, current, ...options }: SheetsOptions): Sheets {
  const ask = createCaller(options, current, clock)
  async function update(id: string, requests: readonly SheetRequest[], call?: SheetCall) {
    const requestBody = { requests: [...requests] }
    await ask(
      'write',
      async ({ api }, how) => Changed.parse((await api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody }, how)).data),
      call,
    )
  }

  return {
    async email() {
      const account = await current()
      if (!account) throw new AppError('SHEETS_OFF')
      return account.client_email
    },
    prove: (account, call) => createCaller(options, () => Promise.resolve(account), clock)('read', (google) => google.authorize(), call),
    look: (id, call) =>
      ask(
        'read',
        async ({ api }, how) => spreadsheetOf(Answer.parse((await api.spreadsheets.get({ spreadsheetId: id, fields: FIELDS }, how)).data)),
        call,
      ),
    async tryWriting(id, call) {
      const sheetId = 1 + Math.floor(clock.random() * 2_000_000_000)
      const tab = { sheetId, title: `Access check ${sheetId}`, rowCount: 1, columnCount: 1 }
      await update(id, [addRequest(tab), removeRequest(sheetId)], call)
    },
    change: update,
    addTab: (id, tab, call) => update(id, [addRequest(tab)], call),
    changeTab: (id, sheetId, change, call) => update(id, [changeRequest(sheetId, change)], call),
    showTab: (id, sheetId, look, call) => update(id, showRequests(sheetId, look), call),
    removeTab: (id, sheetId, call) => update(id, [removeRequest(sheetId)], call),
    async write(id, title, firstRow, rows, call) {
      const data = [{ range: cellRangeOf(title, firstRow, rows.length, rows[0]?.length ?? 0), values: rows.map((row) => row.map(valueOf)) }]
      const requestBody = { valueInputOption: 'RAW', data }
      const send: Send<void> = async ({ api }, how) => {
        const { data: answer } = await api.spreadsheets.values.batchUpdate({ spreadsheetId: id, requestBody }, how)
        if (Written.parse(answer).totalUpdatedRows !== rows.length) throw new Error('Google wrote another number of rows than it was sent')
      }
      await ask('write', send, call)
    },
    read: (id, ranges, call) =>
      ask(
        'read',
        async ({ api }, how) => {
          const asked = { spreadsheetId: id, ranges: [...ranges], valueRenderOption: 'UNFORMATTED_VALUE' }
          const { valueRanges } = ManyValues.parse((await api.spreadsheets.values.batchGet(asked, how)).data)
          if (valueRanges.length !== ranges.length) throw new Error('Google answered with another number of ranges than it was asked for')
          return valueRanges.map(({ values }) => values)
        },
        call,
      ),
    firstCell: (id, title, call) =>
      ask(
        'read',
        async ({ api }, how) => {
          const { data } = await api.spreadsheets.values.get({ spreadsheetId: id, range: cellRangeOf(title, 0, 1, 1) }, how)
          return Values.parse(data).values[0]?.[0] ?? null
        },
        call,
      ),
  }
}
