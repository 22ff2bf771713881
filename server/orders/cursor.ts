import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { OrderListRequest } from '#shared/orders.ts'

/**
 * The position in each store's own list, in the order of the request's stores. `null`: its start. A text: after the order whose cursor it
 * is, as given by the connector. `false`: its end.
 */
const StoreCursors = z.array(z.union([z.string(), z.null(), z.literal(false)]))
export type StoreCursors = z.infer<typeof StoreCursors>

const Cursor = z.object({ list: z.string(), cursors: StoreCursors })

/** Identifies the list that a cursor belongs to, by its stores, filters and sort. The page size may change between pages. */
function listOf({ cursor: _cursor, limit: _limit, ...list }: OrderListRequest): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)
}

/** The cursors as one opaque text. It is compressed, because a list of twenty stores has twenty cursors. */
export function encodeOrderCursor(request: OrderListRequest, cursors: StoreCursors): string {
  return deflateRawSync(JSON.stringify({ list: listOf(request), cursors })).toString('base64url')
}

/** The maximum size after decompression, more than the cursors of all stores ever need. */
const LARGEST = 64 * 1024

function decode(cursor: string): unknown {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(cursor, 'base64url'), { maxOutputLength: LARGEST }).toString('utf8'))
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}

/** The cursors of a request. Without a cursor, all are at the start. Throws INVALID_CURSOR if it is damaged or belongs to another list. */
export function decodeOrderCursor(request: OrderListRequest): StoreCursors {
  const { cursor, storeIds } = request
  if (cursor === undefined) return storeIds.map(() => null)
  const parsed = Cursor.safeParse(decode(cursor))
  if (!parsed.success || parsed.data.list !== listOf(request) || parsed.data.cursors.length !== storeIds.length)
    throw new AppError('INVALID_CURSOR')
  return parsed.data.cursors
}
