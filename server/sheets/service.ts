import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { spreadsheetId, type SheetRef, type SheetValidateResponse, type SheetVerifyResponse } from '#shared/sheets.ts'
import type { Deps } from '#server/deps.ts'
import type { Sheets, Spreadsheet } from '#server/sheets/sheets.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'

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

type Check = { viewer: Viewer; ref: SheetRef; signal: AbortSignal }

/** Google counts the calls of the whole installation, so each person has a share. Throws TOO_MANY_REQUESTS. */
async function open(deps: Deps, { viewer, ref, signal }: Check): Promise<Spreadsheet> {
  const sheets = sheetsOf(deps)
  const id = documentId(ref.url)
  await consume(deps, allowances.sheetChecksBy, viewer.id)
  const call = { urgent: true, signal }
  const document = await sheets.look(id, call)
  await sheets.tryWriting(id, call).catch((error: unknown) => {
    // A full document may be written all the same; how much fits is looked at when an export begins.
    if (!(error instanceof AppError && error.code === 'SHEET_FULL')) throw error
  })
  return document
}

/** Whether the service account may write there. Not being allowed is an answer here, not an error; Google not answering is one. */
export async function verifySheet(deps: Deps, check: Check): Promise<SheetVerifyResponse> {
  const { email } = sheetsOf(deps)
  try {
    await open(deps, check)
    return { hasAccess: true, email, message: messages.sheets.validUrl }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SHEET_REFUSED') throw error
    return { hasAccess: false, email, message: error.message }
  }
}

/** The title of a document that may be written. Throws SHEET_REFUSED, with whom to share it, where it may not. */
export async function validateSheet(deps: Deps, check: Check): Promise<SheetValidateResponse> {
  const { title } = await open(deps, check)
  return { sheetName: title, message: messages.sheets.validUrl }
}
