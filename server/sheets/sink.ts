import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { distinctNames } from '#server/rows/distinct-names.ts'
import type { Sink } from '#server/rows/sink.ts'
import type { SheetCall } from '#server/sheets/caller.ts'
import { clearCopies } from '#server/sheets/copies.ts'
import { copyIn, noRoomForCopy } from '#server/sheets/copy-title.ts'
import {
  isSheetRefusal,
  isShown,
  ownTab,
  prepareTab,
  removeTab,
  tabNamed,
  unfinishedBy,
  type OpenTab,
  type SheetTarget,
} from '#server/sheets/own-tab.ts'
import { publishTab } from '#server/sheets/publish.ts'
import { cellsOf, type Sheets, type SheetTab } from '#server/sheets/sheets.ts'
import { SheetPosition, stageRows } from '#server/sheets/staged-rows.ts'

/** Google's limit for a whole document. */
const CELLS = 10_000_000

/** The headers of the columns. An update finds columns by their headers, which are read without spaces around them. */
const namesOf = ({ writing }: SheetTarget, columns: readonly string[]) =>
  writing.mode === 'update' ? distinctNames(columns.map((column) => column.trim())) : columns

/** The tab of which an update makes copies. */
const copiedBy = ({ writing }: SheetTarget, tabs: readonly SheetTab[]) =>
  writing.mode === 'update' ? tabNamed(tabs, writing.tab) : undefined

/**
 * Exports into a tab of a document. Rows go into a hidden tab first. Once all of them are there, it is shown as a new tab, or its values
 * replace or update those of another tab.
 */
export function createSheetSink(sheets: Sheets, target: SheetTarget): Sink {
  return {
    async open(start) {
      const call: SheetCall = { signal: start.signal, onWait: (reason) => start.wait(reason) }
      const kept = start.position === null ? null : SheetPosition.parse(start.position)
      const { sheetId, title } = ownTab(start)
      const { tabs } = await sheets.look(target.documentId, call)
      const found = tabs.find((tab) => tab.sheetId === sheetId)
      // Copies that an earlier attempt left are removed before another one is made.
      const free = CELLS - cellsOf(tabs.filter((tab) => tab !== found && copyIn(tab, start.key) === null))
      const columns = start.columns.length
      const rowCount = 1 + (start.expectedItems ?? 0)
      if (rowCount * columns > free) throw new AppError('SHEET_FULL', messages.sheets.tooManyCells(rowCount * columns, Math.max(0, free)))
      const copied = copiedBy(target, tabs)
      if (copied && rowCount * columns + cellsOf([copied]) > free) throw noRoomForCopy(copied)
      const maxRows = Math.floor((free - cellsOf(copied ? [copied] : [])) / columns)
      const tab: OpenTab = { sheets, target, start: { ...start, columns: namesOf(target, start.columns) }, call, sheetId, title, maxRows }
      const staged = stageRows(tab, kept, await prepareTab(tab, found, kept !== null, rowCount))
      return {
        write: (rows) => staged.write(rows),
        async finish() {
          const { rows, cut } = await staged.flush()
          const { sheetId: gid, title: name } = await publishTab(tab, rows)
          const url = `https://docs.google.com/spreadsheets/d/${target.documentId}/edit#gid=${gid}`
          return { sheet: { name, url }, notes: cut > 0 ? [messages.sheets.cellsCut(cut)] : [] }
        },
        close: async () => {},
      }
    },
    async discard(run) {
      const { sheetId } = ownTab(run)
      // The patience is short, because a user waits for the message that the export failed.
      const call = { urgent: true }
      try {
        const { tabs } = await sheets.look(target.documentId, call)
        const left = tabs.find((tab) => tab.sheetId === sheetId)
        // The tab of a later attempt is in use, and a tab that a user renamed is theirs.
        if (left && (isShown(left, target) || (unfinishedBy(left, run) ?? Infinity) <= run.attempt))
          await removeTab({ sheets, target, call, sheetId })
        const shown = await clearCopies({ sheets, target, call, run })
        return shown.length > 0 ? shown.join(' ') : null
      } catch (error) {
        // If we lost access to the document, its hidden tab stays, because we cannot remove it now or later.
        if (!isSheetRefusal(error)) throw error
        return null
      }
    },
  }
}
