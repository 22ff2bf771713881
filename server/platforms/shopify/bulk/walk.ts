import { ascending, isAbove } from '#server/platforms/ascending.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Log } from '#server/platforms/http.ts'
import { RolledBack, type OperationMemory, type WalkOptions } from '#server/platforms/port.ts'
import { keepFile, type BulkFile, type Span } from './file.ts'
import { runBulk, type BulkResult } from './operation.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { bucketMs, type Paging } from '#server/platforms/shopify/paging-time.ts'

/** The host of Shopify's result files (recorded). */
const FILE_HOST = 'storage.googleapis.com'
const DOWNLOADS = 3

/**
 * Where pages would wait longer than this for the shop's cost bucket, a bulk operation is faster. Even small operations take minutes
 * (reports of real shops).
 */
export const BULK_AFTER_MS = 5 * 60_000

export type BulkTools = { client: ShopifyClient; clock: Clock; log: Log; bulkAfterMs: number }

/** `query` is the operation's query, `read` parses the lines of an item. */
export type Bulk<Item> = Omit<BulkTools, 'bulkAfterMs'> & {
  query: string
  /** The maximum duration of the operation. After that, pages would have been faster. */
  longestMs: number
  /** The operation's items come after this id. It can be lower than `after` where an earlier attempt started it. */
  start?: string | undefined
  memory?: OperationMemory | undefined
  read: (lines: string) => Item
  signal?: AbortSignal | undefined
  after?: string | undefined
  onProvisional?: WalkOptions['onProvisional']
}

/** The minimum time that operations get, however fast pages would be. */
const LEAST_RUN_MS = 5 * 60_000

/**
 * The maximum useful duration of a bulk operation: the time that pages would wait for the bucket. `null` where pages are used: they are
 * faster, or less than half of the matching items are requested, or the shop cannot count them.
 */
export async function worthBulkMs(
  { bulkAfterMs, client }: { bulkAfterMs: number; client: Pick<ShopifyClient, 'waitMs'> },
  { atMost = Number.POSITIVE_INFINITY, byPages = false }: WalkOptions,
  paging: Paging,
  count: () => Promise<number | null>,
): Promise<number | null> {
  const waitMs = (things: number) => bucketMs(client, paging, things)
  if (byPages || bulkAfterMs === Number.POSITIVE_INFINITY || waitMs(atMost) < bulkAfterMs) return null
  const found = await count()
  if (found === null || found > 2 * atMost) return null
  const pagesMs = waitMs(Math.min(found, atMost))
  return pagesMs < bulkAfterMs ? null : Math.max(pagesMs, LEAST_RUN_MS)
}

/**
 * The query of an operation and the id that it starts after: those of an earlier attempt with the same query, or a new query after `after`.
 */
export function bulkBeginning(
  memory: OperationMemory | undefined,
  after: string | undefined,
  queryAbove: (after: string | undefined) => string,
): { query: string; start: string | undefined } {
  const known = memory?.known
  const start = known?.after ?? undefined
  if (known && queryAbove(start) === known.query) return { query: known.query, start }
  return { query: queryAbove(after), start: after }
}

/** The result file of an operation, and its address. */
type WrittenFile = BulkResult & { url: string }

/** The provisional items so far, yielded before the file is complete: their number and the last id. */
type Handed = { count: number; last: string }

/** Throws unless the file has the size and the counts that the operation reported. */
async function assertWhole({ store }: ShopifyClient, file: BulkFile, { bytes, objects, roots }: BulkResult) {
  const found = await file.whole
  if (found.bytes !== bytes || found.lines !== objects || found.roots !== roots) throw failure.answerInvalid(store, 'BULK_SHORT')
}

async function* read<Item>({ read: make, signal }: Bulk<Item>, file: BulkFile, spans: readonly Span[]): AsyncGenerator<Item> {
  for await (const lines of file.texts(spans)) {
    signal?.throwIfAborted()
    yield make(lines)
  }
}

/** Yields the items of a file during its download, as long as their ids ascend. */
async function* early<Item>(bulk: Bulk<Item>, file: BulkFile, handed: Handed): AsyncGenerator<Item> {
  let last = handed.last
  const ascends = ({ id }: Span) => {
    if (!isAbove(id, last)) return false
    last = id
    return true
  }
  for await (const spans of file.arriving(ascends)) {
    if (handed.count === 0) bulk.onProvisional?.(true)
    const ids = spans.values()
    for await (const item of read(bulk, file, spans)) {
      handed.count++
      handed.last = ids.next().value?.id ?? handed.last
      yield item
    }
  }
}

/**
 * Returns the complete file. It is downloaded again if the transfer breaks off or is short. The first download may yield provisional items.
 */
async function* downloaded<Item>(bulk: Bulk<Item>, result: WrittenFile, handed: Handed): AsyncGenerator<Item, BulkFile> {
  const { client, signal, onProvisional } = bulk
  for (let turn = 1; ; turn++) {
    let isWhole = false
    let file: BulkFile | undefined
    try {
      file = await keepFile(await client.file(result.url, FILE_HOST, { bytes: result.bytes, signal }), result.bytes)
      if (turn === 1 && onProvisional) yield* early(bulk, file, handed)
      await assertWhole(client, file, result)
      isWhole = true
      return file
    } catch (error) {
      signal?.throwIfAborted()
      if (turn === DOWNLOADS) throw error
    } finally {
      if (!isWhole) await file?.close()
    }
  }
}

const byId = (a: Span, b: Span) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1)

/** Yields the items of a complete file that were not yielded provisionally. */
async function* rest<Item>(bulk: Bulk<Item>, file: BulkFile, { roots }: BulkResult, handed: Handed): AsyncGenerator<Item> {
  // Shopify does not guarantee the order of a bulk file. Children directly follow their parents, so the parents can be read in any order.
  const { start = '0', after = '0' } = bulk
  const left = file.left()
  const spans = left.filter(({ id }) => isAbove(id, handed.last)).toSorted(byId)
  // The items that an earlier attempt has already written.
  const done = start === after ? 0 : left.filter(({ id }) => isAbove(id, start) && !isAbove(id, after)).length
  // A different number means that items are duplicates, or belong between items that were already yielded.
  if (spans.length !== roots - handed.count - done)
    throw handed.count > 0 ? new RolledBack('the file is not in order') : failure.answerInvalid(bulk.client.store, 'IDS_NOT_ASCENDING')
  ascending(bulk.client.store, handed.last)(spans.map(({ id }) => id))
  if (handed.count > 0) bulk.onProvisional?.(false)
  yield* read(bulk, file, spans)
}

/** Runs the operation. Throws if it has no result file. */
async function written(bulk: Bulk<unknown>): Promise<WrittenFile> {
  const { client, start: after } = bulk
  const result = await runBulk({ ...bulk, after })
  if (result.url === null) throw failure.answerInvalid(client.store, 'BULK_NO_FILE')
  return { ...result, url: result.url }
}

/**
 * The items of a query in ascending id order, by a bulk operation. `pages` replaces it if the shop refuses the operation or its file is
 * incomplete. The file is complete before the first item is yielded, unless `onProvisional` allows provisional items.
 */
export async function* bulkItems<Item>(bulk: Bulk<Item>, pages: () => AsyncIterable<Item>): AsyncGenerator<Item> {
  const { client, log, signal, after = '0' } = bulk
  const handed = { count: 0, last: after }
  let found: { file: BulkFile; result: WrittenFile } | null = null
  try {
    const result = await written(bulk)
    found = { file: yield* downloaded(bulk, result, handed), result }
  } catch (error) {
    signal?.throwIfAborted()
    if (handed.count > 0) throw new RolledBack('the file broke off', { cause: error })
    log(
      { store: client.store, failed: error instanceof Error ? (error.cause ?? error.message) : 'UNKNOWN' },
      'bulk operation given up, reading pages',
    )
  }
  try {
    yield* found ? rest(bulk, found.file, found.result, handed) : pages()
  } finally {
    await found?.file.close()
  }
}
