import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Throws the refusal of one field of the input: the message is the answer's own and stands beside the field. */
export function refuseField(path: string, message: string, code: ErrorCode = 'INVALID_INPUT'): never {
  throw new AppError(code, message, { issues: [{ path, message }] })
}
