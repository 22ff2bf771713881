import { z } from 'zod'
import { AppError } from '#shared/errors.ts'

/** A row in a list that is ordered by an instant and then by id: the next page begins behind it. */
export type KeysetPlace = { at: Date; id: string }

/** Up to the year 9999: a database cannot be asked for every instant that JavaScript has. */
const Cursor = z.tuple([
  z
    .int()
    .min(0)
    .max(Date.UTC(9999, 11, 31)),
  z.string().regex(/^[\w-]{1,64}$/),
])

/** A place as one opaque text. */
export const encodeKeysetCursor = ({ at, id }: KeysetPlace): string => Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url')

/** The place; null for no cursor, which is the beginning of the list. Throws INVALID_CURSOR. */
export function decodeKeysetCursor(cursor: string | undefined): KeysetPlace | null {
  if (cursor === undefined) return null
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { at: new Date(at), id }
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}
