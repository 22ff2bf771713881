import type { IncomingMessage, ServerResponse } from 'node:http'
import { deliver, json } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Faults } from './faults.ts'
import { bodyOf, headersOf } from './incoming.ts'
import type { Incoming } from './incoming.ts'
import { record } from './requests.ts'
import type { RecordedRequest } from './requests.ts'
import { answerShopbase, shopbaseCredential, shopbaseThrottled } from './shopbase/endpoint.ts'
import { isShopbase, isShopify } from './shop.ts'
import type { Shop } from './shop.ts'
import { answerShopify, graphqlRequestOf, shopifyCredential, shopifyThrottled } from './shopify/endpoint.ts'
import type { GraphqlRequest } from './shopify/execute.ts'
import { injectFault } from './inject-fault.ts'

async function answered(shop: Shop, incoming: Incoming): Promise<Answer> {
  if (isShopify(shop)) return answerShopify(shop, incoming)
  return isShopbase(shop) ? answerShopbase(shop, incoming) : json(404, { errors: 'Not Found' })
}

/** The name in "query Name(…) {", for requests that name none. */
function operationOf(graphql: GraphqlRequest): string {
  return graphql.operationName ?? /\b(?:query|mutation)\s+(\w+)/.exec(graphql.query)?.[1] ?? 'anonymous'
}

function recorded(shop: Shop, incoming: Incoming): Omit<RecordedRequest, 'endedAt'> {
  const graphql = isShopify(shop) ? graphqlRequestOf(incoming) : null
  return {
    shop: shop.settings.host,
    method: incoming.method,
    path: incoming.path,
    operation: graphql ? operationOf(graphql) : incoming.path,
    document: graphql?.query ?? null,
    variables: graphql?.variables ?? {},
    query: Object.fromEntries(incoming.query),
    credential: isShopify(shop) ? shopifyCredential(incoming) : shopbaseCredential(incoming),
    at: Date.now(),
  }
}

const isCursor = (value: unknown): value is string =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('utf8').startsWith('{"last_id"')

/** The first variable that contains a Shopify cursor. */
function cursorIn(variables: Readonly<Record<string, unknown>>): string | null {
  return Object.values(variables).find(isCursor) ?? null
}

/** A request to a known shop. `path` is without the shop's base. */
type ShopCall = {
  readonly shop: Shop
  readonly host: string
  readonly path: string
  readonly query: URLSearchParams
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Answers one request to a shop: records it, then sends a matching fault or the true answer, with the shop's latency. */
export async function serveShop(call: ShopCall, faults: Faults, log: RecordedRequest[]): Promise<void> {
  const { shop, host, path, query, request, response } = call
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const body = await bodyOf(request)
  const incoming: Incoming = { host, method: request.method ?? 'GET', path, query, headers: headersOf(request), body: body ?? '' }
  const entry = recorded(shop, incoming)
  record(log, entry, response)
  const truth = () => (body === null ? Promise.resolve(json(413, { errors: 'Payload Too Large' })) : answered(shop, incoming))
  const fault = faults.next({ shop: entry.shop, operation: entry.operation, path })
  const throttled = () => (isShopify(shop) ? shopifyThrottled(shop) : shopbaseThrottled(shop))
  const answer = fault
    ? await injectFault(fault, { answer: truth, throttled, cursor: cursorIn(entry.variables), limit: Number(query.get('limit')) || null })
    : await truth()
  const acceptsGzip = shop.gzip && /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')
  await deliver(response, answer, { acceptsGzip, latencyMs: shop.latencyMs, signal: gone.signal })
}
