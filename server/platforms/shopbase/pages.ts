import { z } from 'zod'
import type { PageStep } from '#server/platforms/ahead.ts'
import { isAbove } from '#server/platforms/ascending.ts'
import { chunksOf, sortedIds } from '#server/platforms/ids.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient, Parameters } from '#server/platforms/shopbase/client.ts'
import { OutlineRow } from '#server/platforms/shopbase/wire.ts'
import { walkMs } from '#server/platforms/walk-time.ts'

/** The maximum number of rows per answer. */
export const PAGE_LIMIT = 250

/** The estimated time of pages for this number of items, in milliseconds. Each page is one call, whichever fields are read. */
export function shopbasePagesMs(client: ShopbaseClient, things: number): number {
  const pages = Math.ceil(things / PAGE_LIMIT)
  return walkMs(pages, client.waitMs(pages))
}

/** The only order that works with `since_id`. It is requested explicitly, because the default order is not documented. */
export const ascendingIds = { sort_field: 'id', sort_mode: 'asc' } as const

/** A page of items, not yet validated. */
export type RawPage = { rows: unknown[]; next: PageStep<RawPage> | null }

/** The part of a page that the request for the next page needs. */
const outlines = {
  products: z.object({ products: z.array(z.unknown()) }).transform((answer) => answer.products),
  orders: z.object({ orders: z.array(z.unknown()) }).transform((answer) => answer.orders),
}
type Kind = keyof typeof outlines

/**
 * All items that match the filters, in id order, after the id `after`. The next page starts above the last id, and an empty page is the
 * end. A short page need not be the last one, because a shop may remove rows from a page after it is cut.
 */
export function pagesByFilters(client: ShopbaseClient, kind: Kind, filters: Parameters, atMost: number, after = '0'): PageStep<RawPage> {
  const page = (since: string, read: number): PageStep<RawPage> => {
    return async (signal) => {
      const limit = Math.min(PAGE_LIMIT, atMost - read)
      const parameters = { ...filters, ...ascendingIds, since_id: since, limit }
      const rows = await client.get(kind, outlines[kind], parameters, { patience: patience.export, signal })
      const readNow = read + rows.length
      if (rows.length === 0 || readNow >= atMost) return { rows, next: null }
      const ids = rows.map((row) => parseAnswer(OutlineRow, row, client.store).id)
      const last = ids.at(-1) ?? since
      // The sort of orders is not documented. A short page may have any order, so the next page starts above its highest id. A full page
      // has to be sorted: it continues after its last row, and the check of ascending ids then finds a wrong order.
      const highest = ids.reduce((above, id) => (isAbove(id, above) ? id : above), last)
      return { rows, next: page(rows.length < limit ? highest : last, readNow) }
    }
  }
  return page(after, 0)
}

/** The items with these ids in ascending order. Ids that the shop does not have are left out. */
export function shopbasePagesByIds(
  client: ShopbaseClient,
  kind: Kind,
  ids: readonly string[],
  filters: Parameters,
  atMost: number,
  after?: string,
): PageStep<RawPage> | null {
  const chunks = chunksOf(sortedIds(ids, after).slice(0, atMost))
  const page = (index: number): PageStep<RawPage> | null => {
    const chunk = chunks[index]
    if (!chunk) return null
    return async (signal) => {
      const parameters = { ...filters, ...ascendingIds, ids: chunk.join(','), limit: PAGE_LIMIT }
      const rows = await client.get(kind, outlines[kind], parameters, { patience: patience.export, signal })
      return { rows, next: page(index + 1) }
    }
  }
  return page(0)
}
