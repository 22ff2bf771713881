import { AppError, errors } from '#shared/errors.ts'
import { failure } from '#server/platforms/failures.ts'
import { NOT_PUBLIC } from '#server/platforms/guard.ts'

/** The cause of the error for a shop that is not called at the moment, because it did not answer before. */
export const SHOP_DOWN = 'DOWN'

/** Maps a missing answer to an error. Our own programming errors are thrown unchanged. */
export function unanswered(code: string, error: unknown, store: string): { again: AppError } {
  if (error instanceof TypeError || error instanceof RangeError) throw error
  // The credential is the only header value from outside. It contains characters that no header value can have.
  if (code === 'UND_ERR_INVALID_ARG') throw failure.rejected(store)
  if (code === NOT_PUBLIC) throw failure.unreachable(store, code)
  return { again: failure.unreachable(store, code) }
}

/** The error code of a socket. The error message may have addresses in it. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The call was not sent: no connection, or the shop counts as down. */
const unsent = new Set<unknown>([
  SHOP_DOWN,
  NOT_PUBLIC,
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether the shop may have carried out a call that failed like this, because it sent no answer that can be read. */
export const mayHaveArrived = (error: unknown): error is AppError =>
  error instanceof AppError && errors[error.code].status === errors.STORE_UNREACHABLE.status && !unsent.has(error.cause)
