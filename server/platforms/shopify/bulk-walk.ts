import { ascending } from '#server/platforms/ascending.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Log } from '#server/platforms/http.ts'
import type { WalkOptions } from '#server/platforms/port.ts'
import { keepFile, type BulkFile } from '#server/platforms/shopify/bulk-file.ts'
import { runBulk, type BulkResult } from '#server/platforms/shopify/bulk-run.ts'
import type { Client } from '#server/platforms/shopify/client.ts'

/** Where Shopify lays the files down (recorded). */
const FILE_HOST = 'storage.googleapis.com'
const DOWNLOADS = 3

/** Where pages would wait longer than this for the shop's cost bucket, a bulk operation is the shorter way. */
export const BULK_AFTER_MS = 20_000

/** The cost bucket of most plans (shopify.dev, "API limits"): what is reckoned with until a shop has told its own. */
const ORDINARY = { maximum: 2_000, perSecond: 100 }

export type BulkTools = { client: Client; clock: Clock; log: Log; bulkAfterMs: number }

/** `query` is what the operation carries out, `read` makes a thing of its lines. */
export type Bulk<Item> = Omit<BulkTools, 'bulkAfterMs'> & {
  query: string
  read: (lines: string) => Item
  signal?: AbortSignal | undefined
  after?: string | undefined
}

/** Pages of things: so many on each, at so much. */
export type Paging = { first: number; cost: number }

/** Whether a bulk operation is worth it: where pages would wait for the bucket, and most of the things are wanted. */
export async function isWorthBulk(
  { bulkAfterMs, client }: Pick<BulkTools, 'bulkAfterMs' | 'client'>,
  { atMost = Number.POSITIVE_INFINITY }: WalkOptions,
  { first, cost }: Paging,
  count: () => Promise<number | null>,
): Promise<boolean> {
  const waitMs = (things: number) => {
    const points = Math.ceil(things / first) * cost
    return client.waitMs(points) ?? ((points - ORDINARY.maximum) / ORDINARY.perSecond) * 1_000
  }
  if (bulkAfterMs === Number.POSITIVE_INFINITY || waitMs(atMost) < bulkAfterMs) return false
  const found = await count()
  return found !== null && found <= 2 * atMost && waitMs(Math.min(found, atMost)) >= bulkAfterMs
}

/** A file that is all that the operation says it wrote. */
async function download(
  { client, signal }: Pick<Bulk<unknown>, 'client' | 'signal'>,
  url: string,
  { bytes, objects, roots }: BulkResult,
): Promise<BulkFile> {
  const file = await keepFile(await client.file(url, FILE_HOST, { bytes, signal }), bytes, signal)
  const isWhole = file.isText && file.bytes === bytes && file.lines === objects && file.spans.length === roots
  if (isWhole && file.spans.every(({ id }) => id !== '')) return file
  await file.close()
  throw failure.answerInvalid(client.store, 'BULK_SHORT')
}

async function downloaded(bulk: Pick<Bulk<unknown>, 'client' | 'signal'>, url: string, result: BulkResult): Promise<BulkFile> {
  for (let turn = 1; ; turn++) {
    try {
      return await download(bulk, url, result)
    } catch (error) {
      bulk.signal?.throwIfAborted()
      if (turn === DOWNLOADS) throw error
    }
  }
}

const byId = (a: { id: string }, b: { id: string }) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1)

async function* itemsOf<Item>({ client, read, signal, after }: Bulk<Item>, file: BulkFile): AsyncGenerator<Item> {
  // The order of a bulk file is promised nowhere; children stand right behind their parents, so parents can be taken in any order.
  const spans = file.spans.toSorted(byId)
  try {
    ascending(client.store, after)(spans.map(({ id }) => id))
    for await (const lines of file.texts(spans)) {
      signal?.throwIfAborted()
      yield read(lines)
    }
  } finally {
    await file.close()
  }
}

/**
 * The things of a query in ascending id order, by way of a bulk operation. Null where the shop does not carry it out, or its file
 * does not arrive whole: then pages are the way. The whole file is here before the first thing is handed out.
 */
export async function bulkItems<Item>(bulk: Bulk<Item>): Promise<AsyncGenerator<Item> | null> {
  const { client, clock, log, query, signal } = bulk
  try {
    const result = await runBulk(client, clock, query, signal)
    if (result.url === null) throw failure.answerInvalid(client.store, 'BULK_NO_FILE')
    return itemsOf(bulk, await downloaded(bulk, result.url, result))
  } catch (error) {
    signal?.throwIfAborted()
    log(
      { store: client.store, failed: error instanceof Error ? (error.cause ?? error.message) : 'UNKNOWN' },
      'bulk operation given up, reading pages',
    )
    return null
  }
}
