// How many columns of a tab hold values, also those without a header.
import type { DocumentCalls } from '#server/sheets/keyed-tab.ts'
import { columnsRangeOf, rowRangeOf } from '#server/sheets/ranges.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'

/** The cells of one answer. Columns behind the last value are empty, so that few answers have any. */
const CELLS_AT_ONCE = 200_000

/**
 * The number of columns up to the last one with a value in any row. @param least the number of columns that are known to be in use, such as
 * those with a header
 */
export async function readUsedWidth({ sheets, id, call }: DocumentCalls, tab: SheetTab, least: number): Promise<number> {
  const columnsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, tab.rowCount)))
  for (let end = tab.columnCount; end > least;) {
    const start = Math.max(least, end - columnsAtOnce)
    const [rows = []] = await sheets.read(id, [columnsRangeOf(tab.title, start, end)], call)
    const used = rows.reduce((most, row) => Math.max(most, row.length), 0)
    if (used > 0) return start + used
    end = start
  }
  return least
}

/** Whether the tab has no value at all. Most others have one in their first row, so that no more is read of them. */
export async function isEmpty(document: DocumentCalls, tab: SheetTab): Promise<boolean> {
  const [first = []] = await document.sheets.read(document.id, [rowRangeOf(tab.title, 0)], document.call)
  return first.length === 0 && (await readUsedWidth(document, tab, 0)) === 0
}
