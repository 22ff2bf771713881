import {
  assertOwnTab,
  formatsOf,
  isSheetRefusal,
  removeTab,
  tabIdOf,
  tabNamed,
  writtenTitle,
  type OpenTab,
  type TabReplaced,
} from '#server/sheets/own-tab.ts'
import {
  addRequest,
  changeRequest,
  clearRequest,
  copyRequest,
  formatRequests,
  growRequests,
  removeRequest,
  showRequests,
  type SheetRequest,
} from '#server/sheets/requests.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'
import { isEmpty } from '#server/sheets/used-width.ts'

/** The tab that has the rows in the end. */
export type PublishedTab = Pick<SheetTab, 'sheetId' | 'title'>

/** How often it is tried while people add, rename or remove the tab. */
const TIMES = 3

const copyOfAll = ({ start, sheetId }: OpenTab, targetId: number, rows: number): SheetRequest =>
  copyRequest({ sheetId, row: 0, column: 0 }, { sheetId: targetId, row: 0, column: 0 }, { rows, columns: start.columns.length })

const HEADER_ROWS = 1
/** The header, and a row that has the formats of the columns. */
const FEWEST_ROWS = 2

/** Adds a tab with all rows. A repetition is refused, because the tab exists then. */
export async function addFilled(tab: OpenTab, title: string, rows: number): Promise<PublishedTab> {
  const { sheets, target, start, call } = tab
  const sheetId = tabIdOf(`${start.key} ${title}`)
  const rowCount = Math.max(rows, FEWEST_ROWS)
  const added = addRequest({ sheetId, title, rowCount, columnCount: start.columns.length, isHidden: false })
  const shown = showRequests(sheetId, { title, rowCount, formats: formatsOf(tab) })
  await sheets.change(target.documentId, [added, ...shown, copyOfAll(tab, sheetId, rows)], call)
  return { sheetId, title }
}

/** The run's tab gets another name at once, so that a repetition is refused: a tab with that name exists then. */
function onceRequests(tab: OpenTab): SheetRequest[] {
  const title = writtenTitle(tab)
  const sheetId = tabIdOf(title)
  return [addRequest({ sheetId, title, rowCount: 1, columnCount: 1 }), removeRequest(sheetId), changeRequest(tab.sheetId, { title })]
}

/** Whether a refused request was carried out before, by a try whose answer was lost. */
async function wasWritten({ sheets, target, call, sheetId, ...tab }: OpenTab): Promise<boolean> {
  const { tabs } = await sheets.look(target.documentId, call)
  return tabs.some((one) => one.sheetId === sheetId && one.title === writtenTitle(tab))
}

/**
 * Replaces all values of a tab at once, and once. Its place, size and formats stay, but an empty tab gets those of the columns, and it grows where
 * it is too small.
 */
async function fill(tab: OpenTab, found: SheetTab, rows: number): Promise<PublishedTab> {
  const { sheets, target, start, call } = tab
  const { sheetId, title } = found
  const grown = growRequests(found, { rows, columns: start.columns.length })
  const hasRows = Math.max(rows, found.rowCount) > HEADER_ROWS
  const formatted = hasRows && (await isEmpty({ sheets, call, id: target.documentId }, found)) ? formatsOf(tab) : []
  const formats = formatRequests(
    sheetId,
    formatted.map((format, place) => ({ place, format })),
  )
  const requests = [...onceRequests(tab), ...grown, clearRequest(sheetId), ...formats, copyOfAll(tab, sheetId, rows)]
  await sheets.change(target.documentId, requests, call).catch(async (error: unknown) => {
    if (!isSheetRefusal(error) || !(await wasWritten(tab))) throw error
  })
  return { sheetId, title }
}

/** Replaces the values of a tab by the rows, or adds the tab. Its formulas count as values. */
export async function replaceTab(tab: OpenTab, { tab: title }: TabReplaced, rows: number): Promise<PublishedTab> {
  for (let time = 1; ; time++) {
    const found = tabNamed(await assertOwnTab(tab), title)
    try {
      const published = await (found ? fill(tab, found, rows) : addFilled(tab, title, rows))
      await removeTab(tab)
      return published
    } catch (error) {
      if (!isSheetRefusal(error) || time === TIMES) throw error
    }
  }
}
