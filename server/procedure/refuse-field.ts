import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Refuses one field of the input. The message is that of the whole answer, and is also shown beside the field. */
export function refuseField(path: string, message: string, code: ErrorCode = 'INVALID_INPUT'): never {
  throw new AppError(code, message, { issues: [{ path, message }] })
}
