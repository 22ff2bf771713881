import { isOfCode, isAnswered, say } from '#client/failure.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { SheetUrl, type SheetRef, type SheetValidateResponse, type SheetVerifyResponse } from '#shared/sheets.ts'

/**
 * Whether an export could write into a spreadsheet, and what there is to say about it, line by line. `lacksKey`: no spreadsheet can be
 * written, because there is no key that Google accepts.
 */
export type SheetAccess =
  | { state: 'unknown' }
  | { state: 'checking' }
  | { state: 'accessible'; lines: readonly string[] }
  | { state: 'refused'; lines: readonly string[]; lacksKey?: true }

const refused = (...lines: readonly string[]): SheetAccess => ({ state: 'refused', lines })

/** The failures for want of a key that Google accepts. */
const keyless = ['SHEETS_OFF', 'SHEETS_ACCOUNT_REFUSED'] as const satisfies readonly ErrorCode[]

/** A question that failed. */
const failed = (error: unknown, sentence: string): SheetAccess => ({
  state: 'refused',
  lines: [sentence],
  ...(keyless.some((code) => isOfCode(error, code)) ? { lacksKey: true } : {}),
})

/** An answer of the first call that is no. The address is told once: the server's sentence may hold it already. */
export function notAccessible({ message, email }: { message: string; email: string }): SheetAccess {
  const sentence = message || messages.sheets.noAccess
  return refused(sentence, ...(email === '' || sentence.includes(email) ? [] : [messages.sheets.share(email)]))
}

/** A spreadsheet that may be written, by its title where it has one. */
export const accessible = ({ message, sheetName }: { message: string; sheetName: string }): SheetAccess => ({
  state: 'accessible',
  lines: [sheetName ? `${message}: ${sheetName}` : message, messages.sheets.newSheet],
})

/** Why the second call failed: the server's sentence, else the rule's; where nothing answered, that it could not be looked at. */
export const validateFailure = (error: unknown): string =>
  say(error, isAnswered(error) ? messages.sheets.noPermission : messages.sheets.validateFailed)

/** The two questions to the server. */
export type SheetCalls = {
  verify: (sheet: SheetRef) => Promise<SheetVerifyResponse>
  validate: (sheet: SheetRef) => Promise<SheetValidateResponse>
}

/** What is written, as long as it can be a spreadsheet's address; otherwise what there is to say about it. */
function written(url: string): SheetRef | SheetAccess {
  if (url.trim() === '') return { state: 'unknown' }
  const { data, error } = SheetUrl.safeParse(url)
  return error ? refused(error.issues[0]?.message ?? errors.INVALID_INPUT.message) : { url: data }
}

/** Looks at a spreadsheet's address, first as it is written, then whether it may be written into. Never throws. */
export async function validateSheetUrl(url: string, { validate }: Pick<SheetCalls, 'validate'>): Promise<SheetAccess> {
  const sheet = written(url)
  if ('state' in sheet) return sheet
  return validate(sheet).then(accessible, (error: unknown) => failed(error, validateFailure(error)))
}

/** The same, with the question before whom it is shared with. */
export async function checkSheet(url: string, { verify, validate }: SheetCalls): Promise<SheetAccess> {
  const sheet = written(url)
  if ('state' in sheet) return sheet
  try {
    const verified = await verify(sheet)
    if (!verified.hasAccess) return notAccessible(verified)
  } catch (error) {
    return failed(error, say(error, messages.sheets.verifyFailed))
  }
  return validateSheetUrl(url, { validate })
}
