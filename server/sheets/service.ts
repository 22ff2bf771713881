import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { spreadsheetId, type SheetRef, type SheetValidateResponse, type SheetVerifyResponse } from '#shared/sheets.ts'
import type { Deps } from '#server/deps.ts'
import type { Sheets, Spreadsheet } from '#server/sheets/sheets.ts'

/** The spreadsheets, if this installation has a service account. Throws SHEETS_OFF otherwise. */
export function sheetsOf({ sheets }: Deps): Sheets {
  if (!sheets) throw new AppError('SHEETS_OFF')
  return sheets
}

/** The document's id. Throws INVALID_INPUT with the sentence of the form. */
export function documentId(url: string): string {
  const id = spreadsheetId(url)
  if (id === null) throw new AppError('INVALID_INPUT', messages.sheets.urlInvalid)
  return id
}

async function open(sheets: Sheets, { url }: SheetRef, signal: AbortSignal): Promise<Spreadsheet> {
  const id = documentId(url)
  const call = { urgent: true, signal }
  const document = await sheets.look(id, call)
  await sheets.tryWriting(id, call).catch((error: unknown) => {
    // A full document may be written all the same; how much fits is looked at when an export begins.
    if (!(error instanceof AppError && error.code === 'SHEET_FULL')) throw error
  })
  return document
}

/** Whether the service account may write there. Not being allowed is an answer here, not an error; Google not answering is one. */
export async function verifySheet(deps: Deps, ref: SheetRef, signal: AbortSignal): Promise<SheetVerifyResponse> {
  const sheets = sheetsOf(deps)
  try {
    await open(sheets, ref, signal)
    return { hasAccess: true, email: sheets.email, message: messages.sheets.validUrl }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SHEET_REFUSED') throw error
    return { hasAccess: false, email: sheets.email, message: error.message }
  }
}

/** The title of a document that may be written. Throws SHEET_REFUSED, with whom to share it, where it may not. */
export async function validateSheet(deps: Deps, ref: SheetRef, signal: AbortSignal): Promise<SheetValidateResponse> {
  const { title } = await open(sheetsOf(deps), ref, signal)
  return { sheetName: title, message: messages.sheets.validUrl }
}
