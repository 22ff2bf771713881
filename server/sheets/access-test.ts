// The test of a spreadsheet: a new tab is written, read and removed.
import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { GoogleTestResponse } from '#shared/google-key.ts'
import { googleMessages } from '#shared/google-messages.ts'
import type { SheetRef } from '#shared/sheets.ts'
import type { Deps } from '#server/deps.ts'
import { isNotShared } from '#server/sheets/failures.ts'
import { assertSheets, documentId } from '#server/sheets/service.ts'
import type { Sheets } from '#server/sheets/sheets.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'

type Tab = { id: string; sheetId: number; title: string }
const urgent = { urgent: true }

/**
 * Removes the tab, also when the caller has left, or the answer about its creation was lost. Throws SHEET_LEFT with the name of the tab
 * where it is not certain that the tab is gone.
 */
async function removeTab(sheets: Sheets, { id, sheetId, title }: Tab) {
  try {
    await sheets.removeTab(id, sheetId, urgent)
  } catch (error) {
    // A tab that was never made cannot be removed either.
    const found = await sheets.look(id, urgent).catch(() => null)
    if (found && found.tabs.every((tab) => tab.sheetId !== sheetId)) return
    const why = error instanceof AppError ? error.message : ''
    throw new AppError('SHEET_LEFT', googleMessages.tabLeft(title, why), { cause: error })
  }
}

async function writeAndRead(sheets: Sheets, { id, sheetId, title }: Tab, signal: AbortSignal) {
  const call = { ...urgent, signal }
  await sheets.addTab(id, { sheetId, title, rowCount: 1, columnCount: 1, isHidden: false }, call)
  await sheets.write(id, title, 0, [[title]], call)
  if ((await sheets.firstCell(id, title, call)) !== title) throw new AppError('SHEET_REFUSED', googleMessages.readDiffers)
}

/**
 * Writes a new tab into the document, reads it back, and removes it. Throws SHEETS_OFF, SHEETS_ACCOUNT_REFUSED, SHEET_REFUSED, SHEET_FULL,
 * SHEETS_BUSY, SHEETS_UNREACHABLE, TOO_MANY_REQUESTS, and SHEET_LEFT where the tab may still be there.
 */
export async function testSpreadsheet(
  deps: Deps,
  { viewer, ref, signal }: { viewer: Viewer; ref: SheetRef; signal: AbortSignal },
): Promise<GoogleTestResponse> {
  const { sheets, clock } = deps
  await assertSheets(deps)
  const id = documentId(ref.url)
  await consume(deps, allowances.sheetChecksBy, viewer.id)
  const document = await sheets.look(id, { ...urgent, signal })
  const sheetId = 1 + Math.floor(clock.random() * 2_000_000_000)
  const tab = { id, sheetId, title: `Backcounter test ${sheetId}` }
  try {
    await writeAndRead(sheets, tab, signal)
  } catch (error) {
    // Who may only read was refused the tab itself, so there is none to remove.
    if (isNotShared(error)) throw new AppError('SHEET_REFUSED', googleMessages.viewerOnly(await sheets.email()), { cause: error })
    await removeTab(sheets, tab)
    throw error
  }
  await removeTab(sheets, tab)
  return { sheetName: document.title, tab: tab.title, message: googleMessages.tested(document.title) }
}
