import { assertOwnTab, formatsOf, isSheetRefusal, newTabName, tabNamed, type OpenTab } from '#server/sheets/own-tab.ts'
import { replaceTab, type PublishedTab } from '#server/sheets/replace.ts'
import { updateTab } from '#server/sheets/update.ts'

const NAMES_TRIED = 20

/** Names, shows, resizes and formats the tab in one request. If a user takes the name in the meantime, the next name is tried. */
async function showNew(tab: OpenTab, rowCount: number): Promise<PublishedTab> {
  const { sheets, target, start, call, sheetId } = tab
  const name = newTabName(target, start)
  for (let number = 1; ; number++) {
    const tabs = await assertOwnTab(tab)
    const title = number === 1 ? name : `${name} (${number})`
    if (tabNamed(tabs, title)) continue
    try {
      await sheets.showTab(target.documentId, sheetId, { title, rowCount, formats: formatsOf(tab) }, call)
      return { sheetId, title }
    } catch (error) {
      if (!isSheetRefusal(error) || number === NAMES_TRIED) throw error
    }
  }
}

/**
 * Publishes the rows of a run's tab, which is complete. @param rows their number, with the header. Throws SHEET_REFUSED with a sentence where
 * they cannot be placed.
 */
export function publishTab(tab: OpenTab, rows: number): Promise<PublishedTab> {
  const { writing } = tab.target
  if (writing.mode === 'replace') return replaceTab(tab, writing, rows)
  if (writing.mode === 'update') return updateTab(tab, writing, rows)
  return showNew(tab, rows)
}
