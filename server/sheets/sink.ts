import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Cell } from '#server/rows/csv.ts'
import { PositionLost, type RowSink, type Sink, type SinkRun, type SinkStart } from '#server/rows/sink.ts'
import type { SheetCall } from '#server/sheets/caller.ts'
import { cellReader, numberFormat, type SheetDates } from '#server/sheets/column-formats.ts'
import { createRowBuffer } from '#server/sheets/row-buffer.ts'
import type { Sheets, SheetTab } from '#server/sheets/sheets.ts'

/** Google's limit for a whole document. */
const CELLS = 10_000_000
const GROWTH = 1.5
const NAMES_TRIED = 20

/** The number of safely written rows, including the header, and the number of cells that were cut so far. */
const SheetPosition = z.object({ rows: z.int().min(1), cut: z.int().min(0) })
type SheetPosition = z.infer<typeof SheetPosition>

/** The document, the prefix of our tabs' names ("Products"), and the form of times. */
export type SheetTarget = { documentId: string; prefix: string; dates: SheetDates }

const digest = (text: string) => createHash('sha256').update(text).digest()
const marked = (key: string) => `Export in progress ${digest(key).toString('hex', 0, 5)}.`

/**
 * A run's tab has the same id in every attempt, so each attempt finds it. Its title contains the attempt: an abandoned attempt that still
 * runs writes to a title that no longer exists. The tab is hidden until it is complete.
 */
const ownTab = ({ key, attempt }: Pick<SinkRun, 'key' | 'attempt'>) => ({
  sheetId: 1 + (digest(key).readUInt32BE() % 2_000_000_000),
  title: `${marked(key)}${attempt}`,
})

/** The attempt of this run that left the tab unfinished. null: not an unfinished tab of this run. */
const unfinishedBy = ({ title }: SheetTab, { key }: Pick<SinkRun, 'key'>) =>
  title.startsWith(marked(key)) ? Number(title.slice(marked(key).length)) : null
const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'SHEET_REFUSED'
const tabLost = () => new AppError('SHEET_REFUSED', messages.sheets.tabLost)
const cellsOf = (tabs: readonly SheetTab[]) => tabs.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0)

/** The name of the tab, such as "Products 2026-11-21 143005", in UTC. */
function nameOf({ prefix }: SheetTarget, position: Date): string {
  const [day = '', time = ''] = position.toISOString().split('T')
  return `${prefix} ${day} ${time.slice(0, 8).replaceAll(':', '')}`
}

/** Whether this run has already shown the tab. A run that is cancelled at that moment still counts as failed. */
const isShown = ({ title }: SheetTab, target: SheetTarget, { createdAt }: SinkRun) => title.startsWith(nameOf(target, createdAt))

/** The open tab of one attempt. `maxRows`: the maximum number of rows. */
type OpenTab = { sheets: Sheets; target: SheetTarget; start: SinkStart; call: SheetCall; sheetId: number; title: string; maxRows: number }

async function addTab({ sheets, target, start, call, sheetId, title }: OpenTab, rowCount: number) {
  const tab = { sheetId, title, rowCount, columnCount: start.columns.length }
  await sheets.addTab(target.documentId, tab, call).catch(async (error: unknown) => {
    // A retry after a lost answer is refused, because the tab already exists.
    const { tabs } = isRefusal(error) ? await sheets.look(target.documentId, call) : { tabs: [] }
    if (!tabs.some((one) => one.title === title)) throw error
  })
}

async function removeTab({ sheets, target, call, sheetId }: Pick<OpenTab, 'sheets' | 'target' | 'call' | 'sheetId'>) {
  await sheets.removeTab(target.documentId, sheetId, call).catch(async (error: unknown) => {
    // A retry after a lost answer is refused, because the tab is already removed.
    if (!isRefusal(error)) throw error
    const { tabs } = await sheets.look(target.documentId, call)
    if (tabs.some((one) => one.sheetId === sheetId)) throw error
  })
}

/** Creates the run's tab, or reopens it if an earlier attempt's rows are kept. Returns its number of rows. */
async function prepare(tab: OpenTab, found: SheetTab | undefined, kept: SheetPosition | null, rowCount: number): Promise<number> {
  const { sheets, target, start, call, sheetId, title } = tab
  if (kept) {
    if (!found) throw new PositionLost()
    await sheets.changeTab(target.documentId, sheetId, { title, hidden: true }, call)
    return found.rowCount
  }
  if (found) {
    if (unfinishedBy(found, start) === null && !isShown(found, target, start)) throw tabLost()
    await removeTab(tab)
  }
  await addTab(tab, rowCount)
  return rowCount
}

/** The document's tabs. Throws where our tab is removed or belongs to another attempt. */
async function assertOwn({ sheets, target, call, sheetId, title }: OpenTab): Promise<readonly SheetTab[]> {
  const { tabs } = await sheets.look(target.documentId, call)
  if (!tabs.some((one) => one.sheetId === sheetId && one.title === title)) throw tabLost()
  return tabs
}

/** Names, shows, resizes and formats the tab in one request. If a user takes the name in the meantime, the next name is tried. */
async function show(tab: OpenTab, rowCount: number): Promise<string> {
  const { sheets, target, start, call, sheetId } = tab
  const name = nameOf(target, start.createdAt)
  const formats = start.kinds.map((kind) => numberFormat(kind, target.dates, start.moneyDecimals))
  for (let number = 1; ; number++) {
    const tabs = await assertOwn(tab)
    const free = number === 1 ? name : `${name} (${number})`
    if (tabs.some((one) => one.title.toLowerCase() === free.toLowerCase())) continue
    try {
      await sheets.showTab(target.documentId, sheetId, { title: free, rowCount, formats }, call)
      return free
    } catch (error) {
      if (!isRefusal(error) || number === NAMES_TRIED) throw error
    }
  }
}

function rowsInto(tab: OpenTab, kept: SheetPosition | null, prepared: number): RowSink {
  const { sheets, target, start, call, sheetId, title, maxRows } = tab
  const buffer = createRowBuffer()
  const position = kept ?? { rows: 0, cut: 0 }
  let rowCount = prepared
  const readers = start.kinds.map((kind) => cellReader(kind, target.dates))
  const read = (cell: Cell, column: number): Cell => readers[column]?.(cell) ?? cell

  async function grow(rows: number) {
    if (rows <= rowCount) return
    if (rows > maxRows) throw new AppError('SHEET_FULL', messages.sheets.full)
    await assertOwn(tab)
    rowCount = Math.min(maxRows, Math.max(rows, Math.ceil(rowCount * GROWTH)))
    await sheets.changeTab(target.documentId, sheetId, { rowCount }, call)
  }

  async function send(): Promise<SheetPosition> {
    await grow(position.rows + buffer.count())
    for (const rows of buffer.takeAll()) {
      await sheets.write(target.documentId, title, position.rows, rows, call).catch(async (error: unknown) => {
        if (isRefusal(error)) await assertOwn(tab)
        throw error
      })
      position.rows += rows.length
    }
    return { ...position }
  }

  if (!kept) position.cut += buffer.hold(start.columns)
  return {
    async write(rows) {
      for (const row of rows) position.cut += buffer.hold(row.map(read))
      return buffer.isWorthSending() ? send() : null
    },
    async finish() {
      if (buffer.count() > 0) await send()
      const name = await show(tab, position.rows)
      const url = `https://docs.google.com/spreadsheets/d/${target.documentId}/edit#gid=${sheetId}`
      return { sheet: { name, url }, notes: position.cut > 0 ? [messages.sheets.cellsCut(position.cut)] : [] }
    },
    close: async () => {},
  }
}

/**
 * Exports into a new tab of a document. The other tabs are not changed, and an incomplete export is never visible. Rows are written to
 * explicit ranges, so that repeated requests or attempts create no duplicates.
 */
export function createSheetSink(sheets: Sheets, target: SheetTarget): Sink {
  return {
    async open(start) {
      const call: SheetCall = { signal: start.signal, onWait: (reason) => start.wait(reason) }
      const kept = start.position === null ? null : SheetPosition.parse(start.position)
      const { sheetId, title } = ownTab(start)
      const { tabs } = await sheets.look(target.documentId, call)
      const found = tabs.find((tab) => tab.sheetId === sheetId)
      const free = CELLS - cellsOf(tabs.filter((tab) => tab !== found))
      const columns = start.columns.length
      const rowCount = 1 + (start.expectedItems ?? 0)
      if (rowCount * columns > free) throw new AppError('SHEET_FULL', messages.sheets.tooManyCells(rowCount * columns, Math.max(0, free)))
      const tab: OpenTab = { sheets, target, start, call, sheetId, title, maxRows: Math.floor(free / columns) }
      return rowsInto(tab, kept, await prepare(tab, found, kept, rowCount))
    },
    async discard(run) {
      const { sheetId } = ownTab(run)
      // The patience is short, because a user waits for the message that the export failed.
      const call = { urgent: true }
      try {
        const { tabs } = await sheets.look(target.documentId, call)
        const left = tabs.find((tab) => tab.sheetId === sheetId)
        // The tab of a later attempt is in use, and a tab that a user renamed is theirs.
        if (left && (isShown(left, target, run) || (unfinishedBy(left, run) ?? Infinity) <= run.attempt))
          await removeTab({ sheets, target, call, sheetId })
      } catch (error) {
        // If we lost access to the document, its hidden tab stays, because we cannot remove it now or later.
        if (!isRefusal(error)) throw error
      }
    },
  }
}
