import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { googleMessages as google } from '#shared/google-messages.ts'
import { messages } from '#shared/messages.ts'
import { retryAfterMs, type AttemptResult } from '#server/platforms/retry.ts'

const wordings = messages.sheets
const TokenError = z.object({ error: z.string(), error_description: z.string().catch('') })
/** Google names the reason of a refusal in its present and in its older form. */
const ApiError = z.object({
  error: z.object({
    details: z.array(z.object({ reason: z.string().optional() })).catch([]),
    errors: z.array(z.object({ reason: z.string().optional() })).catch([]),
  }),
})

/** The sentences for what the token endpoint says. Others have the sentence of SHEETS_ACCOUNT_REFUSED. */
const tokenSentences: readonly [said: RegExp, sentence: string][] = [
  [/jwt signature/i, google.keyRevoked],
  [/account not found|robot is disabled|account has been deleted|disabled/i, google.accountGone],
  [/reasonable timeframe|short-lived/i, google.clockWrong],
]
const tokenSentence = (said: string) => tokenSentences.find(([pattern]) => pattern.test(said))?.[1]

/** An error of Google's client: an answer with a status, or no answer (`status` undefined). */
type Refusal = {
  status: number | undefined
  message: string
  retryAfter: string | undefined
  /** What the token endpoint said. There, `error` is a code such as "invalid_grant". null: it is from the API. */
  ofToken: string | null
  /** The reasons that the API names, such as SERVICE_DISABLED. */
  reasons: readonly string[]
}

function reasonsIn(data: unknown): string[] {
  const { details = [], errors = [] } = ApiError.safeParse(data).data?.error ?? {}
  return [...details, ...errors].flatMap(({ reason }) => reason ?? [])
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) throw error
  const response: unknown = 'response' in error ? error.response : undefined
  if (typeof response !== 'object' || response === null || !('status' in response))
    return { status: undefined, message: '', retryAfter: undefined, ofToken: null, reasons: [] }
  const data = 'data' in response ? response.data : undefined
  const headers = 'headers' in response && response.headers instanceof Headers ? response.headers : undefined
  return {
    status: Number(response.status),
    message: error.message,
    retryAfter: headers?.get('retry-after') ?? undefined,
    ofToken: TokenError.safeParse(data).data?.error_description ?? null,
    reasons: reasonsIn(data),
  }
}

/** Whether Google refused the token. It expired early, and the client has to connect again. */
export const isTokenRefused = (error: unknown): boolean => refusalOf(error).status === 401

/** Whether Google refused the call because the document is not shared for it. */
export const isNotShared = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'SHEET_REFUSED' && error.cause !== undefined && refusalOf(error.cause).status === 403

/** Whether Google reports that the document would exceed its maximum number of cells. */
const isFull = (message: string) => message.includes('limit of 10000000 cells')
/** Whether the document is an Excel file, which browsers show like a spreadsheet. */
const isOfficeFile = (message: string) => message.includes('not supported for this document')
const isApiOff = (reasons: readonly string[]) => reasons.includes('SERVICE_DISABLED') || reasons.includes('accessNotConfigured')

/**
 * Maps a failed call to one of our errors. It returns errors that a retry may cure (429, 5xx, no answer, and 401, which a new token cures)
 * and throws the others. `email` is the account that the document has to be shared with.
 */
export function sheetsFailureOf(error: unknown, email: string, now: number): AttemptResult<never> {
  const { status, message, retryAfter, ofToken, reasons } = refusalOf(error)
  if (ofToken !== null && status !== undefined && status < 500 && status !== 429)
    throw new AppError('SHEETS_ACCOUNT_REFUSED', tokenSentence(ofToken), { cause: error })
  if (status === undefined || status === 401 || status >= 500)
    return { again: new AppError('SHEETS_UNREACHABLE', undefined, { cause: error }), waitMs: retryAfterMs(retryAfter, now) }
  if (status === 429) return { again: new AppError('SHEETS_BUSY', undefined, { cause: error }), waitMs: retryAfterMs(retryAfter, now) }
  if (status === 403 && isApiOff(reasons)) throw new AppError('SHEETS_ACCOUNT_REFUSED', google.apiOff, { cause: error })
  if (status === 403) throw new AppError('SHEET_REFUSED', wordings.notShared(email), { cause: error })
  if (status === 404) throw new AppError('SHEET_REFUSED', wordings.notFound(email), { cause: error })
  if (isFull(message)) throw new AppError('SHEET_FULL', wordings.full, { cause: error })
  if (isOfficeFile(message)) throw new AppError('SHEET_REFUSED', google.officeFile, { cause: error })
  throw new AppError('SHEET_REFUSED', wordings.refused(message), { cause: error })
}
