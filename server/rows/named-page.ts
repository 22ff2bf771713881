import { z } from 'zod'
import { compareNames } from '#shared/name-order.ts'
import type { OptionalPage } from '#shared/paging.ts'
import { decodeCursor, encodeCursor } from './cursor-text.ts'

type Named = { id: string; name: string }

const Cursor = z.tuple([z.string(), z.string()])

const byName = (one: Named, other: Named) => compareNames(one.name, other.name) || (one.id < other.id ? -1 : Number(one.id > other.id))

/**
 * One page of a short list, in the order of the names. Without a limit, all items after the cursor. The cursor is the name and id of the
 * last item, so that items that are added or removed between two pages neither repeat nor hide others. Throws INVALID_CURSOR.
 */
export function namedPage<Item extends { id: string }>(items: readonly Item[], nameOf: (item: Item) => string, request: OptionalPage) {
  const [name, id] = request.cursor === undefined ? [] : decodeCursor(Cursor, request.cursor)
  const rows = items.map((item) => ({ item, id: item.id, name: nameOf(item) })).toSorted(byName)
  const left = name === undefined || id === undefined ? rows : rows.filter((row) => byName(row, { name, id }) > 0)
  const page = left.slice(0, request.limit)
  const last = page.at(-1)
  return {
    items: page.map(({ item }) => item),
    nextCursor: last && page.length < left.length ? encodeCursor([last.name, last.id]) : null,
  }
}
