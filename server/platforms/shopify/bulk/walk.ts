import { ascending, isAbove } from '#server/platforms/ascending.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Log } from '#server/platforms/http.ts'
import { RolledBack, type OperationMemory, type WalkOptions } from '#server/platforms/port.ts'
import { keepFile, type BulkFile, type Span } from './file.ts'
import { runBulk, type BulkResult } from './operation.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { bucketMs, type Paging } from '#server/platforms/shopify/paging-time.ts'

/** Where Shopify lays the files down (recorded). */
const FILE_HOST = 'storage.googleapis.com'
const DOWNLOADS = 3

/**
 * Where pages would wait longer than this for the shop's cost bucket, a bulk operation is the shorter way: small ones take minutes, too
 * (reports of real shops).
 */
export const BULK_AFTER_MS = 5 * 60_000

export type BulkTools = { client: ShopifyClient; clock: Clock; log: Log; bulkAfterMs: number }

/** `query` is what the operation carries out, `read` makes a thing of its lines. */
export type Bulk<Item> = Omit<BulkTools, 'bulkAfterMs'> & {
  query: string
  /** How long the operation may take; longer than that, pages would have been the shorter way. */
  longestMs: number
  /** Behind which id the operation begins; where an earlier attempt began it, maybe before `after`. */
  start?: string | undefined
  memory?: OperationMemory | undefined
  read: (lines: string) => Item
  signal?: AbortSignal | undefined
  after?: string | undefined
  onProvisional?: WalkOptions['onProvisional']
}

/** Operations get at least so long, however soon pages would be done. */
const LEAST_RUN_MS = 5 * 60_000

/**
 * How long a bulk operation may take to be worth it: as long as pages would wait for the bucket, where most of the things are wanted. `null`
 * where pages are the better way from the beginning.
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

/** What an operation is asked, and where it begins: that of an earlier attempt, where it asked for the same, or a new one behind `after`. */
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

/** What an operation left, and where. */
type WrittenFile = BulkResult & { url: string }

/** Things that were handed out before their file was all here: so many, the last one with this id. */
type Handed = { count: number; last: string }

/** Throws unless the file is all that the operation says it wrote. */
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

/** The things of a file that is still coming, as long as their ids ascend. */
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

/** The whole file, fetched again where it breaks off or is short; on the way, what the first try may hand out early. */
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

/** What a whole file holds beside the things that were handed out early. */
async function* rest<Item>(bulk: Bulk<Item>, file: BulkFile, { roots }: BulkResult, handed: Handed): AsyncGenerator<Item> {
  // The order of a bulk file is promised nowhere; children stand right behind their parents, so parents can be taken in any order.
  const { start = '0', after = '0' } = bulk
  const left = file.left()
  const spans = left.filter(({ id }) => isAbove(id, handed.last)).toSorted(byId)
  // An earlier attempt has written them already.
  const done = start === after ? 0 : left.filter(({ id }) => isAbove(id, start) && !isAbove(id, after)).length
  // Else some of them belong between those that were handed out, or come twice.
  if (spans.length !== roots - handed.count - done)
    throw handed.count > 0 ? new RolledBack('the file is not in order') : failure.answerInvalid(bulk.client.store, 'IDS_NOT_ASCENDING')
  ascending(bulk.client.store, handed.last)(spans.map(({ id }) => id))
  if (handed.count > 0) bulk.onProvisional?.(false)
  yield* read(bulk, file, spans)
}

/** Has the operation carried out. */
async function written(bulk: Bulk<unknown>): Promise<WrittenFile> {
  const { client, start: after } = bulk
  const result = await runBulk({ ...bulk, after })
  if (result.url === null) throw failure.answerInvalid(client.store, 'BULK_NO_FILE')
  return { ...result, url: result.url }
}

/**
 * The things of a query in ascending id order, by way of a bulk operation, or of `pages` where the shop does not carry it out or its file does
 * not arrive whole. All of the file is here before the first thing is handed out, unless `onProvisional` says that they may be taken back.
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
