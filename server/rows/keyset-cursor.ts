import { z } from 'zod'
import { decodeCursor, encodeCursor } from './cursor-text.ts'

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
export const encodeKeysetCursor = ({ at, id }: KeysetPlace): string => encodeCursor([at.getTime(), id])

/** The place; null for no cursor, which is the beginning of the list. Throws INVALID_CURSOR. */
export function decodeKeysetCursor(cursor: string | undefined): KeysetPlace | null {
  if (cursor === undefined) return null
  const [at, id] = decodeCursor(Cursor, cursor)
  return { at: new Date(at), id }
}
