import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { OrderListRequest } from '#shared/orders.ts'

/**
 * Where each store's own list stands, in the order of the request's stores: `null` at its beginning, a text behind the order that the
 * connector gave with that place, `false` at its end.
 */
const StoreCursors = z.array(z.union([z.string(), z.null(), z.literal(false)]))
export type StoreCursors = z.infer<typeof StoreCursors>

const Cursor = z.object({ list: z.string(), cursors: StoreCursors })

/** Which list a cursor belongs to: its stores, filters and sort. The size of the page may change on the way. */
function listOf({ cursor: _cursor, limit: _limit, ...list }: OrderListRequest): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)
}

/** The cursors as one opaque text; packed, because a list over twenty stores carries twenty of them. */
export function encodeOrderCursor(request: OrderListRequest, cursors: StoreCursors): string {
  return deflateRawSync(JSON.stringify({ list: listOf(request), cursors })).toString('base64url')
}

/** More than the cursors of all stores ever take. */
const LARGEST = 64 * 1024

function decode(cursor: string): unknown {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(cursor, 'base64url'), { maxOutputLength: LARGEST }).toString('utf8'))
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}

/** The cursors of a request: all at the beginning without a cursor. Throws INVALID_CURSOR for one that is damaged or belongs to another list. */
export function decodeOrderCursor(request: OrderListRequest): StoreCursors {
  const { cursor, storeIds } = request
  if (cursor === undefined) return storeIds.map(() => null)
  const parsed = Cursor.safeParse(decode(cursor))
  if (!parsed.success || parsed.data.list !== listOf(request) || parsed.data.cursors.length !== storeIds.length)
    throw new AppError('INVALID_CURSOR')
  return parsed.data.cursors
}
