import { ascending } from '#server/platforms/ascending.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Log } from '#server/platforms/http.ts'
import type { ExportProduct } from '#server/platforms/port.ts'
import { bulkQuery } from '#server/platforms/shopify/bulk-documents.ts'
import { keepFile, type BulkFile } from '#server/platforms/shopify/bulk-file.ts'
import { productOf } from '#server/platforms/shopify/bulk-map.ts'
import { runBulk, type BulkResult } from '#server/platforms/shopify/bulk-run.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { exportProduct } from '#server/platforms/shopify/export-map.ts'
import type { Parts } from '#server/platforms/shopify/export-parts.ts'

/** Where Shopify lays the files down (recorded). */
const FILE_HOST = 'storage.googleapis.com'
const DOWNLOADS = 3

export type Bulk = { client: Client; clock: Clock; log: Log; parts: Parts; signal?: AbortSignal | undefined; after?: string | undefined }

/** A file that is all that the operation says it wrote. */
async function download({ client, signal }: Bulk, url: string, { bytes, objects, roots }: BulkResult): Promise<BulkFile> {
  const file = await keepFile(await client.file(url, FILE_HOST, signal), signal)
  const isWhole = file.bytes === bytes && file.lines === objects && file.spans.length === roots
  if (isWhole && file.spans.every(({ id }) => id !== '')) return file
  await file.close()
  throw failure.answerInvalid(client.store, 'BULK_SHORT')
}

async function downloaded(bulk: Bulk, url: string, result: BulkResult): Promise<BulkFile> {
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

async function* productsOf({ client, parts, signal, after }: Bulk, file: BulkFile): AsyncGenerator<ExportProduct> {
  // The order of a bulk file is promised nowhere; children stand right behind their parents, so parents can be taken in any order.
  const spans = file.spans.toSorted(byId)
  try {
    ascending(client.store, after)(spans.map(({ id }) => id))
    for await (const lines of file.texts(spans)) {
      signal?.throwIfAborted()
      yield exportProduct(productOf(lines, parts, client.store))
    }
  } finally {
    await file.close()
  }
}

/**
 * The products of a search in ascending id order, by way of a bulk operation. Null where the shop does not carry it out, or its file
 * does not arrive whole: then pages are the way. The whole file is here before the first product is handed out.
 */
export async function bulkProducts(bulk: Bulk, search: string): Promise<AsyncGenerator<ExportProduct> | null> {
  const { client, clock, log, parts, signal } = bulk
  try {
    const result = await runBulk(client, clock, bulkQuery(parts, search), signal)
    if (result.url === null) throw failure.answerInvalid(client.store, 'BULK_NO_FILE')
    return productsOf(bulk, await downloaded(bulk, result.url, result))
  } catch (error) {
    signal?.throwIfAborted()
    log(
      { store: client.store, failed: error instanceof Error ? (error.cause ?? error.message) : 'UNKNOWN' },
      'bulk operation given up, reading pages',
    )
    return null
  }
}
