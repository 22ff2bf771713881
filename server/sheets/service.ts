import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { spreadsheetId, type SheetRef, type SheetValidateResponse, type SheetVerifyResponse } from '#shared/sheets.ts'
import type { Deps } from '#server/deps.ts'
import type { Spreadsheet } from '#server/sheets/sheets.ts'
import { allowances, consume } from '#server/throttle/throttle.ts'

/** Throws SHEETS_OFF without a key of a service account. */
export async function assertSheets({ sheets }: Deps) {
  await sheets.email()
}

/** The id of the document. Throws INVALID_INPUT with the message of the form. */
export function documentId(url: string): string {
  const id = spreadsheetId(url)
  if (id === null) throw new AppError('INVALID_INPUT', messages.sheets.urlInvalid)
  return id
}

type Check = { viewer: Viewer; ref: SheetRef; signal: AbortSignal }

/** Google limits the calls of the whole installation, so each person has a quota. Throws TOO_MANY_REQUESTS. */
async function open(deps: Deps, { viewer, ref, signal }: Check): Promise<Spreadsheet> {
  const { sheets } = deps
  await assertSheets(deps)
  const id = documentId(ref.url)
  await consume(deps, allowances.sheetChecksBy, viewer.id)
  const call = { urgent: true, signal }
  const document = await sheets.look(id, call)
  await sheets.tryWriting(id, call).catch((error: unknown) => {
    // A full document is still writable. The start of an export checks whether its rows fit.
    if (!(error instanceof AppError && error.code === 'SHEET_FULL')) throw error
  })
  return document
}

/**
 * Whether the service account may write to the document. Missing access is a result here and no error. If Google does not answer, it
 * throws.
 */
export async function verifySheet(deps: Deps, check: Check): Promise<SheetVerifyResponse> {
  const email = await deps.sheets.email()
  try {
    await open(deps, check)
    return { hasAccess: true, email, message: messages.sheets.validUrl }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SHEET_REFUSED') throw error
    return { hasAccess: false, email, message: error.message }
  }
}

/** The title of a writable document. Throws SHEET_REFUSED where it is not writable; the message names the account to share it with. */
export async function validateSheet(deps: Deps, check: Check): Promise<SheetValidateResponse> {
  const { title } = await open(deps, check)
  return { sheetName: title, message: messages.sheets.validUrl }
}
