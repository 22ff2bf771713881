import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isPlainText } from '#server/procedure/plain-text.ts'
import { decodeCursor, encodeCursor } from '#server/rows/cursor-text.ts'

/** Identifies the list that a cursor belongs to: what was asked for, without the page. */
function listOf({ cursor: _cursor, limit: _limit, ...asked }: object & { cursor?: string | undefined; limit?: number }): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16)
}

/** A place in the list of a request as one opaque text. */
export const encodeListCursor = (request: object, place: unknown): string => encodeCursor({ list: listOf(request), place })

/** The place after which the page begins; null for the first page. Throws INVALID_CURSOR where the cursor is damaged or of another list. */
export function decodeListCursor<Place extends z.ZodType>(
  place: Place,
  request: object & { cursor?: string | undefined },
): z.output<Place> | null {
  if (request.cursor === undefined) return null
  const { list, place: found } = decodeCursor(z.object({ list: z.string(), place: z.unknown() }), request.cursor)
  if (list !== listOf(request)) throw new AppError('INVALID_CURSOR')
  const parsed = place.safeParse(found)
  if (!parsed.success || !isPlainText(parsed.data)) throw new AppError('INVALID_CURSOR')
  return parsed.data
}
