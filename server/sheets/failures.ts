import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { retryAfterMs, type AttemptResult } from '#server/platforms/retry.ts'

const wordings = messages.sheets
const TokenError = z.object({ error: z.string() })

/** What Google's client throws, as far as it can be told: an answer with a status, or none. */
type Refusal = {
  status: number | undefined
  message: string
  retryAfter: string | undefined
  /** It came from where tokens are given: there, errors are a word ("invalid_grant"). */
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

/** Whether the token was refused: it ended before its time, and the client has to be connected anew. */
export const isTokenRefused = (error: unknown): boolean => refusalOf(error).status === 401

/** An answer of Google's that says the document would grow beyond its cells. */
const isFull = (message: string) => message.includes('limit of 10000000 cells')

/**
 * What a call that failed comes to: thrown where trying again is no use, returned where it is (429, 5xx, no answer, and 401,
 * which a fresh token cures). `email` is whom the document has to be shared with.
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
