import { say } from '#client/failure.ts'
import { AppError } from '#shared/errors.ts'

/** What is said of an export that failed without a sentence of the server's: answered with a failure, or not answered at all. */
export type FailureWords = { failed: string; unanswered: string }

/** What the user reads about an export that failed: the server's sentence, or else what fits how far it came. */
export const exportFailure = (error: unknown, hasAnswered: boolean, { failed, unanswered }: FailureWords): string =>
  say(error, hasAnswered || error instanceof AppError ? failed : unanswered)
