// The hidden tab that a run writes its rows into.
import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { PositionLost, type SinkRun, type SinkStart } from '#server/rows/sink.ts'
import { nameTime } from '#server/rows/local-time.ts'
import type { SheetCall } from '#server/sheets/caller.ts'
import { numberFormat, type NumberFormat, type SheetDates } from '#server/sheets/column-formats.ts'
import type { Sheets, SheetTab } from '#server/sheets/sheets.ts'

/** How the rows are written; see shared/sheet-writing.ts. `keyColumn`: the place of the key among the columns. */
export type TabReplaced = { mode: 'replace'; tab: string }
export type TabUpdated = { mode: 'update'; tab: string; keyColumn: number }
export type TabWriting = { mode: 'new' } | TabReplaced | TabUpdated

/** The document, the prefix of new tabs' names ("Products"), the form of times, and what becomes of the rows. */
export type SheetTarget = { documentId: string; prefix: string; dates: SheetDates; writing: TabWriting }

/** The open tab of one attempt. `maxRows`: the maximum number of rows. */
export type OpenTab = {
  sheets: Sheets
  target: SheetTarget
  start: SinkStart
  call: SheetCall
  sheetId: number
  title: string
  maxRows: number
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** A short name of a run, for titles. */
export const runMark = (key: string): string => digest(key).toString('hex', 0, 5)
/** An id for a tab of this name that is the same in every attempt. */
export const tabIdOf = (name: string): number => 1 + (digest(name).readUInt32BE() % 2_000_000_000)
const marked = (key: string) => `Export in progress ${runMark(key)}.`

/**
 * A run's tab has the same id in every attempt, so each attempt finds it. Its title contains the attempt: an abandoned attempt that still
 * runs writes to a title that no longer exists. The tab is hidden until it is complete.
 */
export const ownTab = ({ key, attempt }: Pick<SinkRun, 'key' | 'attempt'>) => ({
  sheetId: tabIdOf(key),
  title: `${marked(key)}${attempt}`,
})

/** The title of an attempt's tab once its rows are in the tab that they replace. */
export const writtenTitle = ({ title }: Pick<OpenTab, 'title'>): string => `${title}.written`

/** The attempt of this run that left the tab unfinished. null: not an unfinished tab of this run. */
export const unfinishedBy = ({ title }: SheetTab, { key }: Pick<SinkRun, 'key'>): number | null =>
  title.startsWith(marked(key)) ? Number.parseInt(title.slice(marked(key).length), 10) : null

/** The number format of each column. */
export const formatsOf = ({ start, target }: OpenTab): (NumberFormat | null)[] =>
  start.kinds.map((kind) => numberFormat(kind, target.dates, start.moneyDecimals))

/** The tab of this name. Google does not tell upper from lower case. */
export const tabNamed = (tabs: readonly SheetTab[], title: string): SheetTab | undefined =>
  tabs.find((one) => one.title.toLowerCase() === title.toLowerCase())

export const isSheetRefusal = (error: unknown): boolean => error instanceof AppError && error.code === 'SHEET_REFUSED'
/** Whether Google refused a request, and not we. */
export const isRefusedByGoogle = (error: unknown): boolean =>
  error instanceof AppError && isSheetRefusal(error) && error.cause !== undefined
export const tabLost = (): AppError => new AppError('SHEET_REFUSED', messages.sheets.tabLost)

/** The name of a new tab, such as "Products 2026-11-21 143005". */
export function newTabName({ prefix }: SheetTarget, { createdAt, timezone }: SinkStart): string {
  const { date, time } = nameTime(createdAt, timezone)
  return `${prefix} ${date} ${time}`
}

/** Whether a run has already shown its tab, which nobody renamed. A run that is cancelled at that moment still counts as failed. */
export const isShown = ({ title }: SheetTab, { prefix }: SheetTarget): boolean => /^(.+) \d{4}-\d\d-\d\d \d{6}/.exec(title)?.[1] === prefix

async function addTab({ sheets, target, start, call, sheetId, title }: OpenTab, rowCount: number) {
  const tab = { sheetId, title, rowCount, columnCount: start.columns.length }
  await sheets.addTab(target.documentId, tab, call).catch(async (error: unknown) => {
    // A retry after a lost answer is refused, because the tab already exists.
    const { tabs } = isSheetRefusal(error) ? await sheets.look(target.documentId, call) : { tabs: [] }
    if (!tabs.some((one) => one.title === title)) throw error
  })
}

type Removal = Pick<OpenTab, 'sheets' | 'call' | 'sheetId'> & { target: Pick<SheetTarget, 'documentId'> }

export async function removeTab({ sheets, target, call, sheetId }: Removal): Promise<void> {
  await sheets.removeTab(target.documentId, sheetId, call).catch(async (error: unknown) => {
    // A retry after a lost answer is refused, because the tab is already removed.
    if (!isSheetRefusal(error)) throw error
    const { tabs } = await sheets.look(target.documentId, call)
    if (tabs.some((one) => one.sheetId === sheetId)) throw error
  })
}

/**
 * Creates the run's tab, or reopens it if an earlier attempt's rows are kept. Returns its number of rows. Throws `PositionLost` where the
 * kept rows are gone.
 */
export async function prepareTab(tab: OpenTab, found: SheetTab | undefined, isKept: boolean, rowCount: number): Promise<number> {
  const { sheets, target, start, call, sheetId, title } = tab
  if (isKept) {
    if (!found) throw new PositionLost()
    await sheets.changeTab(target.documentId, sheetId, { title, hidden: true }, call)
    return found.rowCount
  }
  if (found) {
    if (unfinishedBy(found, start) === null && !isShown(found, target)) throw tabLost()
    await removeTab(tab)
  }
  await addTab(tab, rowCount)
  return rowCount
}

/** The document's tabs. Throws where our tab is removed or belongs to another attempt. */
export async function assertOwnTab({ sheets, target, call, sheetId, title }: OpenTab): Promise<readonly SheetTab[]> {
  const { tabs } = await sheets.look(target.documentId, call)
  if (!tabs.some((one) => one.sheetId === sheetId && one.title === title)) throw tabLost()
  return tabs
}
