import { AppError } from '#shared/errors.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import { clearCopies, showCopy } from '#server/sheets/copies.ts'
import { newCopy, noRoomForCopy, type TabCopy } from '#server/sheets/copy-title.ts'
import { readKeyed, readStaged, type DocumentCalls, type StagedKeys } from '#server/sheets/keyed-tab.ts'
import {
  assertOwnTab,
  formatsOf,
  isRefusedByGoogle,
  isSheetRefusal,
  removeTab,
  tabLost,
  tabNamed,
  type OpenTab,
  type TabUpdated,
} from '#server/sheets/own-tab.ts'
import { addFilled, type PublishedTab } from '#server/sheets/replace.ts'
import { changeRequest, duplicateRequest, growRequests } from '#server/sheets/requests.ts'
import type { SheetTab } from '#server/sheets/sheets.ts'
import { undo, wasInOrder } from '#server/sheets/undo.ts'
import { planUpdate } from '#server/sheets/update-plan.ts'

/** How often a batch is tried while people move rows and columns. */
const TURNS = 4

type Update = { tab: OpenTab; document: DocumentCalls; writing: TabUpdated; staged: StagedKeys; copies: number }

/** The tab to update. null: the document has none of this name. */
async function find({ tab, writing }: Update): Promise<{ found: SheetTab; tabs: readonly SheetTab[] } | null> {
  const tabs = await assertOwnTab(tab)
  const found = tabNamed(tabs, writing.tab)
  return found ? { found, tabs } : null
}

type Batch = { found: SheetTab; tabs: readonly SheetTab[]; first: number; isLastTurn: boolean }

/** Writes a batch, with a copy of the tab from right before. null: it was refused, and another turn may find the tab as it is now. */
async function writeBatch(update: Update, { found, tabs, first, isLastTurn }: Batch) {
  const { tab, document, writing, staged } = update
  const { sheets, start, sheetId: stagingId, call } = tab
  const { sheetId: targetId } = found
  const { columns, deletedColumn = null } = start
  const { keyColumn } = writing
  const seen = await readKeyed(document, found, { columns, keyColumn }).catch((error: unknown) => {
    // Google refuses to read columns that somebody removed meanwhile.
    if (isLastTurn || !isRefusedByGoogle(error)) throw error
    return null
  })
  if (!seen) return null
  const plan = planUpdate({ stagingId, target: found, columns, formats: formatsOf(tab), keyColumn, deletedColumn, staged }, seen, first)
  update.copies += 1
  const copy = newCopy(start, update.copies, { targetId, seen, inserted: plan.inserted, written: plan.written })
  const grown = growRequests(found, { columns: plan.columnCount })
  const copied = [duplicateRequest(targetId, { ...copy, index: tabs.length }), changeRequest(copy.sheetId, { hidden: true })]
  try {
    await sheets.change(document.id, [...grown, ...copied, ...plan.requests], call)
  } catch (error) {
    if (error instanceof AppError && error.code === 'SHEET_FULL') throw noRoomForCopy(found)
    if (!isSheetRefusal(error)) throw error
    // A retry after a lost answer is refused, because the copy exists.
    const { tabs: now } = await sheets.look(document.id, call)
    if (now.some((one) => one.sheetId === copy.sheetId)) return { plan, copy }
    if (isLastTurn) throw error
    return null
  }
  return { plan, copy }
}

/** Whether the batch wrote into the right rows and columns. Otherwise it is taken back. */
async function isRight({ tab, document }: Update, copy: TabCopy): Promise<boolean> {
  const wasRight = await wasInOrder(document, copy)
  if (!wasRight && !(await undo(document, copy, { isLate: false })))
    throw new AppError('SHEET_REFUSED', await showCopy(document, copy, tab.start.createdAt))
  await removeTab({ ...tab, sheetId: copy.sheetId })
  return wasRight
}

/** Writes staged rows from one on into the tab. Returns it, and the first row that is left for another batch. */
async function updateRows(update: Update, first: number): Promise<{ found: SheetTab; until: number }> {
  for (let turn = 1; turn <= TURNS; turn++) {
    const there = await find(update)
    if (!there) throw tabLost()
    const { found } = there
    const written = await writeBatch(update, { ...there, first, isLastTurn: turn === TURNS })
    if (written && (await isRight(update, written.copy))) return { found, until: written.plan.until }
  }
  throw new AppError('SHEET_REFUSED', wordings.busy(update.writing.tab))
}

async function updateAll(update: Update, there: SheetTab): Promise<PublishedTab> {
  let published = there
  for (let first = 0; first < update.staged.keys.length;) {
    const { found, until } = await updateRows(update, first)
    published = found
    first = until
  }
  return published
}

/** Adds the tab with all rows. Where it exists by now, its rows are updated like those of any other. */
async function addOrUpdate(update: Update, rows: number): Promise<PublishedTab> {
  try {
    return await addFilled(update.tab, update.writing.tab, rows)
  } catch (error) {
    const there = isSheetRefusal(error) ? await find(update) : null
    if (!there) throw error
    return updateAll(update, there.found)
  }
}

/**
 * Updates the rows of a tab that have the keys of the export, and adds the others behind the last row with a key. Adds the tab where there is
 * none. Columns that are not exported are left alone. Each batch of rows is written at once, so a run that ends in the middle leaves whole rows.
 * Throws SHEET_REFUSED with a sentence where keys or columns are missing or doubled, or people move rows all the time.
 */
export async function updateTab(tab: OpenTab, writing: TabUpdated, rows: number): Promise<PublishedTab> {
  const { sheets, target, start, call } = tab
  async function clearAll() {
    const shown = await clearCopies({ sheets, target, call, run: start })
    if (shown.length > 0) throw new AppError('SHEET_REFUSED', shown.join(' '))
  }
  await clearAll()
  const staged = await readStaged(tab, writing.keyColumn, rows)
  const update: Update = { tab, document: { sheets, call, id: target.documentId }, writing, staged, copies: 0 }
  const there = await find(update)
  const published = there ? await updateAll(update, there.found) : await addOrUpdate(update, rows)
  // A request that was given up may be carried out late. It reads the run's tab, so Google refuses it once that is removed.
  await removeTab(tab)
  await clearAll()
  return published
}
