import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/** A position in a list as one opaque text. */
export const encodeCursor = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** The position of a cursor. Throws INVALID_CURSOR if it is not of this form. */
export function decodeCursor<Position extends z.ZodType>(form: Position, cursor: string): z.output<Position> {
  try {
    return form.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}
