import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver } from '../../answer.ts'
import type { Answer, Delivery } from '../../answer.ts'
import type { Faults } from '../../faults.ts'
import { record } from '../../requests.ts'
import type { RecordedRequest } from '../../requests.ts'
import { isShopify } from '../../shop.ts'
import type { Shop } from '../../shop.ts'
import { injectFault } from '#sandbox/inject-fault.ts'
import { fileOf } from './operations.ts'

/** The host of Shopify's files of bulk operations, also its name in requests and faults. */
export const STORAGE_HOST = 'storage.googleapis.com'
const OPERATION = 'bulkFile'

type Call = { readonly shops: readonly Shop[]; readonly key: string; readonly request: IncomingMessage; readonly response: ServerResponse }

/** The file with this key, and its shop. */
function find(shops: readonly Shop[], key: string): { shop: Shop; file: Buffer } | null {
  for (const shop of shops.filter(isShopify)) {
    const file = fileOf(shop, key)
    if (file) return { shop, file }
  }
  return null
}

const MISSING: Answer = { status: 404, headers: { 'content-type': 'application/xml' }, body: '<Error><Code>NoSuchKey</Code></Error>' }

function sent({ fileBytesPerSecond }: Shop, body: Buffer): Answer {
  const delivery: Delivery = fileBytesPerSecond === null ? { how: 'whole' } : { how: 'paced', bytesPerSecond: fileBytesPerSecond }
  return { status: 200, headers: { 'content-type': 'application/jsonl' }, body, delivery }
}

/** Serves a file of a bulk operation, or a matching fault. A fault may name this host or the file's shop. */
export async function serveStorage({ shops, key, request, response }: Call, faults: Faults, log: RecordedRequest[]): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const entry = { shop: STORAGE_HOST, method: request.method ?? 'GET', path: `/${key}`, operation: OPERATION, at: Date.now() }
  record(log, { ...entry, document: null, variables: {}, query: {}, credential: null }, response)
  const found = find(shops, key)
  const fault = faults.next({ shop: STORAGE_HOST, operation: OPERATION, path: found?.shop.settings.host ?? '' })
  const answer = async () => (found ? sent(found.shop, found.file) : MISSING)
  const faulted = fault ? await injectFault(fault, { answer, throttled: () => MISSING, cursor: null, limit: null }) : await answer()
  await deliver(response, faulted, { acceptsGzip: false, latencyMs: 0, signal: gone.signal })
}
