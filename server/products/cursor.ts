import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductListRequest } from '#shared/products.ts'

const Cursor = z.object({ list: z.string(), after: z.string() })

/** Identifies the list that a cursor belongs to, by its store, filters and sort. */
function listOf({ storeId, filters, sortKey, reverse }: ProductListRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([storeId, filters, sortKey, reverse]))
    .digest('base64url')
    .slice(0, 16)
}

/** The platform's cursor, together with the id of its list. */
export function encodeProductCursor(request: ProductListRequest, after: string): string {
  return Buffer.from(JSON.stringify({ list: listOf(request), after })).toString('base64url')
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}

/** The platform's cursor. Throws INVALID_CURSOR if it is damaged or belongs to another list. */
export function decodeProductCursor(request: ProductListRequest, cursor: string): string {
  const parsed = Cursor.safeParse(decode(cursor))
  if (!parsed.success || parsed.data.list !== listOf(request)) throw new AppError('INVALID_CURSOR')
  return parsed.data.after
}
