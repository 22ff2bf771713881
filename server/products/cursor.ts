import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductListRequest } from '#shared/products.ts'
import { decodeCursor, encodeCursor } from '#server/rows/cursor-text.ts'

const Cursor = z.object({ list: z.string(), after: z.string() })

/** Identifies the list that a cursor belongs to, by its store, filters and sort. */
function listOf({ storeId, filters, sortKey, reverse }: ProductListRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([storeId, filters, sortKey, reverse]))
    .digest('base64url')
    .slice(0, 16)
}

/** The platform's cursor or last product id, together with the id of its list. */
export function encodeProductCursor(request: ProductListRequest, after: string): string {
  return encodeCursor({ list: listOf(request), after })
}

/** The platform's cursor or last product id. Throws INVALID_CURSOR if it is damaged or belongs to another list. */
export function decodeProductCursor(request: ProductListRequest, cursor: string): string {
  const { list, after } = decodeCursor(Cursor, cursor)
  if (list !== listOf(request)) throw new AppError('INVALID_CURSOR')
  return after
}
