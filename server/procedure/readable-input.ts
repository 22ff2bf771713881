import { AppError } from '#shared/errors.ts'
import { t } from './context.ts'

/** The parser's own error is wrapped. */
const isUnreadable = (error: unknown) => error instanceof Error && error.cause instanceof SyntaxError

/** tRPC parses a body when it is first read, and reports malformed JSON as its own error. Throws INVALID_INPUT instead. */
export const readableInput = t.middleware(async ({ getRawInput, next }) => {
  try {
    await getRawInput()
  } catch (error) {
    throw isUnreadable(error) ? new AppError('INVALID_INPUT', undefined, { cause: error }) : error
  }
  return next()
})
