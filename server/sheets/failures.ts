import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { retryAfterMs, type AttemptResult } from '#server/platforms/retry.ts'

const wordings = messages.sheets
const TokenError = z.object({ error: z.string() })

/** An error of Google's client: an answer with a status, or no answer (`status` undefined). */
type Refusal = {
  status: number | undefined
  message: string
  retryAfter: string | undefined
  /** Whether the token endpoint sent it. There, `error` is a code such as "invalid_grant". */
  isOfToken: boolean
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) throw error
  const response: unknown = 'response' in error ? error.response : undefined
  if (typeof response !== 'object' || response === null || !('status' in response))
    return { status: undefined, message: '', retryAfter: undefined, isOfToken: false }
  const headers = 'headers' in response && response.headers instanceof Headers ? response.headers : undefined
  return {
    status: Number(response.status),
    message: error.message,
    retryAfter: headers?.get('retry-after') ?? undefined,
    isOfToken: 'data' in response && TokenError.safeParse(response.data).success,
  }
}

/** Whether Google refused the token. It expired early, and the client has to connect again. */
export const isTokenRefused = (error: unknown): boolean => refusalOf(error).status === 401

/** Whether Google reports that the document would exceed its maximum number of cells. */
const isFull = (message: string) => message.includes('limit of 10000000 cells')

/**
 * Maps a failed call to one of our errors. It returns errors that a retry may cure (429, 5xx, no answer, and 401, which a new token cures)
 * and throws the others. `email` is the account that the document has to be shared with.
 */
export function sheetsFailureOf(error: unknown, email: string, now: number): AttemptResult<never> {
  const { status, message, retryAfter, isOfToken } = refusalOf(error)
  if (isOfToken && status !== undefined && status < 500) throw new AppError('SHEETS_ACCOUNT_REFUSED', undefined, { cause: error })
  if (status === undefined || status === 401 || status >= 500)
    return { again: new AppError('SHEETS_UNREACHABLE', undefined, { cause: error }), waitMs: retryAfterMs(retryAfter, now) }
  if (status === 429) return { again: new AppError('SHEETS_BUSY', undefined, { cause: error }), waitMs: retryAfterMs(retryAfter, now) }
  if (status === 403) throw new AppError('SHEET_REFUSED', wordings.notShared(email), { cause: error })
  if (status === 404) throw new AppError('SHEET_REFUSED', wordings.notFound(email), { cause: error })
  if (isFull(message)) throw new AppError('SHEET_FULL', wordings.full, { cause: error })
  throw new AppError('SHEET_REFUSED', wordings.refused(message), { cause: error })
}
