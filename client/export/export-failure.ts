import { say } from '#client/failure.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

/**
 * What the user reads about an export that failed: the server's sentence, or else `failed`; where nothing was answered at all,
 * that it could not even start.
 */
export function exportFailure(error: unknown, hasAnswered: boolean, failed: string): string {
  return say(error, hasAnswered || error instanceof AppError ? failed : messages.export.startFailed)
}
