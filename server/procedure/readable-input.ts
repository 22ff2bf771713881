import { AppError } from '#shared/errors.ts'
import { t } from './context.ts'

/** The parser's own error comes wrapped. */
const isUnreadable = (error: unknown) => error instanceof Error && error.cause instanceof SyntaxError

/** tRPC parses a body when it is first asked for, and calls a failure of that its own. Throws INVALID_INPUT where it is not JSON. */
export const readableInput = t.middleware(async ({ getRawInput, next }) => {
  try {
    await getRawInput()
  } catch (error) {
    throw isUnreadable(error) ? new AppError('INVALID_INPUT', undefined, { cause: error }) : error
  }
  return next()
})
