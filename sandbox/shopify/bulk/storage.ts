import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver } from '../../answer.ts'
import type { Answer, Delivery } from '../../answer.ts'
import type { Faults } from '../../faults.ts'
import { record } from '../../requests.ts'
import type { RecordedRequest } from '../../requests.ts'
import { isShopify } from '../../shop.ts'
import type { Shop } from '../../shop.ts'
import { strike } from '../../strike.ts'
import { fileOf } from './operations.ts'

/** Where Shopify keeps what bulk operations write; what requests and faults call it, too. */
export const STORAGE_HOST = 'storage.googleapis.com'
const OPERATION = 'bulkFile'

type Call = { readonly shops: readonly Shop[]; readonly key: string; readonly request: IncomingMessage; readonly response: ServerResponse }

function truth(shops: readonly Shop[], key: string): Answer {
  for (const shop of shops.filter(isShopify)) {
    const body = fileOf(shop, key)
    const { fileBytesPerSecond: bytesPerSecond } = shop
    const delivery: Delivery = bytesPerSecond === null ? { how: 'whole' } : { how: 'paced', bytesPerSecond }
    if (body) return { status: 200, headers: { 'content-type': 'application/jsonl' }, body, delivery }
  }
  return { status: 404, headers: { 'content-type': 'application/xml' }, body: '<Error><Code>NoSuchKey</Code></Error>' }
}

/** Serves one file of a bulk operation, or the fault that strikes. */
export async function serveStorage({ shops, key, request, response }: Call, faults: Faults, log: RecordedRequest[]): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const path = `/${key}`
  const entry = { shop: STORAGE_HOST, method: request.method ?? 'GET', path, operation: OPERATION, at: Date.now() }
  record(log, { ...entry, document: null, variables: {}, query: {}, credential: null }, response)
  const fault = faults.next({ shop: STORAGE_HOST, operation: OPERATION, path })
  const answer = async () => truth(shops, key)
  const sent = fault ? await strike(fault, { answer, throttled: () => truth([], key), cursor: null }) : await answer()
  await deliver(response, sent, { acceptsGzip: false, latencyMs: 0, signal: gone.signal })
}
