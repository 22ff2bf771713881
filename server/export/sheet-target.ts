import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import type { SheetWriting } from '#shared/sheet-writing.ts'
import { refuseField } from '#server/procedure/refuse-field.ts'
import type { SheetTarget, TabWriting } from '#server/sheets/own-tab.ts'
import { documentId } from '#server/sheets/service.ts'

/** Throws INVALID_INPUT where the key is not exported. */
function writingOf(sheet: SheetWriting | undefined, columns: readonly string[]): TabWriting {
  if (!sheet || sheet.mode === 'new' || sheet.tab === null) return { mode: 'new' }
  const { mode, tab, key } = sheet
  if (mode === 'replace') return { mode, tab }
  const keyColumn = columns.findIndex((column) => column === key)
  if (keyColumn === -1) refuseField('sheet.key', sheetUpdateMessages.keyNotExported)
  return { mode, tab, keyColumn }
}

type Asked = Pick<SheetTarget, 'prefix' | 'dates'> & { url: string; sheet: SheetWriting | undefined; columns: readonly string[] }

/** The spreadsheet that an export writes. null: there is none. Throws INVALID_INPUT where its rows cannot be found by the key. */
export function sheetTargetOf({ url, sheet, columns, ...kept }: Asked): SheetTarget | null {
  const writing = writingOf(sheet, columns)
  return url === '' ? null : { ...kept, documentId: documentId(url), writing }
}
