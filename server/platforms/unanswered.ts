import type { AppError } from '#shared/errors.ts'
import { failure } from '#server/platforms/failures.ts'
import { NOT_PUBLIC } from '#server/platforms/guard.ts'

/** Maps a missing answer to an error. Our own programming errors are thrown unchanged. */
export function unanswered(code: string, error: unknown, store: string): { again: AppError } {
  if (error instanceof TypeError || error instanceof RangeError) throw error
  // The credential is the only header value from outside. It contains characters that no header value can have.
  if (code === 'UND_ERR_INVALID_ARG') throw failure.rejected(store)
  if (code === NOT_PUBLIC) throw failure.unreachable(store)
  return { again: failure.unreachable(store, code) }
}

/** The error code of a socket. The error message may have addresses in it. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
