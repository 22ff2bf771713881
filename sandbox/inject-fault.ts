import { gzipSync } from 'node:zlib'
import { alter } from './alterations.ts'
import { html, json } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Fault } from './faults.ts'

/** The input of a faulted answer. */
export type FaultedCall = {
  readonly answer: () => Promise<Answer>
  readonly throttled: () => Answer
  /** The cursor of a GraphQL request, if any. */
  readonly cursor: string | null
  /** The page size of a REST request, if given. */
  readonly limit: number | null
}

const STATUS_BODIES: Record<number, unknown> = {
  401: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
  402: { errors: 'Unavailable Shop' },
  403: { errors: 'Unauthorized Access' },
  404: { errors: 'Not Found' },
  423: { errors: 'Locked' },
  429: { errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.' },
}

const OFFLINE_PAGE = '<!DOCTYPE html><html><head><title>Opening soon</title></head><body><h1>Enter store using password</h1></body></html>'

function statusAnswer(status: number, retryAfter: string | undefined): Answer {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const body = STATUS_BODIES[status]
  if (body !== undefined) return json(status, body, headers)
  return {
    ...html(status, `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`),
    headers: { 'content-type': 'text/html', ...headers },
  }
}

type FaultByKind = { [One in Fault as One['kind']]: One }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rebuilds the answer's JSON, and changes every connection (an object with page info) and every top-level list in it. */
async function changed(faulted: FaultedCall, connection: (page: Json) => Json, list: (rows: unknown[]) => unknown[]): Promise<Answer> {
  const answer = await faulted.answer()
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]))
    return isObject(inner['pageInfo']) ? connection(inner) : inner
  }
  const body: unknown = JSON.parse(answer.body.toString())
  const isGraphql = isObject(body) && 'data' in body
  const next =
    isGraphql || !isObject(body)
      ? walk(body)
      : Object.fromEntries(Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? list(value) : value]))
  return { ...answer, body: JSON.stringify(next) }
}

const pageInfoOf = (page: Json) => (isObject(page['pageInfo']) ? page['pageInfo'] : {})

function repeated(faulted: FaultedCall): Promise<Answer> {
  const connection = (page: Json) => ({
    ...page,
    pageInfo: { ...pageInfoOf(page), hasNextPage: true, ...(faulted.cursor === null ? {} : { endCursor: faulted.cursor }) },
  })
  return changed(faulted, connection, (rows) => rows)
}

const withoutRows = (page: Json): Json => ({
  ...page,
  ...('nodes' in page ? { nodes: [] } : {}),
  ...('edges' in page ? { edges: [] } : {}),
  pageInfo: { ...pageInfoOf(page), hasNextPage: true },
})

function shortPage({ rows, from }: FaultByKind['shortPage'], faulted: FaultedCall): Promise<Answer> {
  const cut = (page: readonly unknown[]) => {
    const start = from === 'end' ? page.length - rows : page.length >> 1
    return page.filter((_row, index) => index < start || index >= start + rows)
  }
  const connection = (page: Json): Json =>
    pageInfoOf(page)['hasNextPage'] === true && Array.isArray(page['nodes']) ? { ...page, nodes: cut(page['nodes']) } : page
  return changed(faulted, connection, (page) => (page.length === faulted.limit && page.length > rows ? cut(page) : page))
}

function countedHigher(answer: Answer, by: number): Answer {
  const higher = (name: string, value: unknown) => (name === 'count' && typeof value === 'number' ? value + by : value)
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body.toString(), higher)) }
}

async function withErrors(faulted: FaultedCall): Promise<Answer> {
  const answer = await faulted.answer()
  const body: unknown = JSON.parse(answer.body.toString())
  const errors = [
    {
      message: 'Internal error. Looks like something went wrong on our end.\nRequest ID: 0000-sandbox',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    },
  ]
  return { ...answer, body: JSON.stringify({ ...(isObject(body) ? body : {}), errors }) }
}

function truncated(answer: Answer): Answer {
  const body = Buffer.from(answer.body)
  return { ...answer, body: body.subarray(0, Math.ceil(body.length / 2)) }
}

/** Removes the last lines, at least one. */
function shortened(answer: Answer, share: number): Answer {
  const lines = answer.body.toString().split(/(?<=\n)/)
  return { ...answer, body: lines.slice(0, Math.min(lines.length - 1, Math.floor(lines.length * share))).join('') }
}

/** Recorded from Shopify: an error in a 200. */
async function staleCursor({ answer, cursor }: FaultedCall): Promise<Answer> {
  const message = 'Invalid cursor for current pagination sort.'
  return cursor === null ? answer() : json(200, { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] })
}

const encodedAs = (answer: Answer, encoding: string, body: Buffer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': encoding },
  body,
})

/** Changes the checksum, which is eight bytes before the end. */
function corrupt(answer: Answer): Answer {
  const packed = gzipSync(answer.body)
  packed.writeUInt32LE((packed.readUInt32LE(packed.length - 8) ^ 1) >>> 0, packed.length - 8)
  return encodedAs(answer, 'gzip', packed)
}

/** Replaces the byte in the middle with 0xff, which UTF-8 never contains. The length stays the same. */
function garbled(answer: Answer): Answer {
  const body = Buffer.from(answer.body)
  body[body.length >> 1] = 0xff
  return { ...answer, body }
}

/** Compression is slow, and the same bodies are sent repeatedly. */
const bombs = new Map<number, Buffer>()

function firstLast(answer: Answer): Answer {
  const lines = answer.body.toString().trimEnd().split('\n')
  const second = lines.findIndex((line, index) => index > 0 && !line.includes('"__parentId":'))
  return { ...answer, body: [...lines.slice(second), ...lines.slice(0, second), ''].join('\n') }
}

function bomb(bytes: number): Answer {
  const body = bombs.get(bytes) ?? gzipSync(Buffer.alloc(bytes, ' '))
  bombs.set(bytes, body)
  return { status: 200, headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body }
}

const INJECTORS: { readonly [Kind in keyof FaultByKind]: (fault: FaultByKind[Kind], faulted: FaultedCall) => Answer | Promise<Answer> } = {
  status: ({ status, retryAfter }) => statusAnswer(status, retryAfter),
  redirect: ({ status, location }) => ({ status, headers: { location }, body: '' }),
  throttled: (_fault, { throttled }) => throttled(),
  html: () => html(200, OFFLINE_PAGE),
  wrongShape: () => json(200, { data: [{ products: 'none', nodes: 3 }], products: { nodes: 'none' }, count: 'many' }),
  // Marked as encoded, so that it is sent uncompressed: its size on the wire matters.
  hugeBody: ({ bytes }) => json(200, { data: { filler: ' '.repeat(bytes) } }, { 'content-encoding': 'identity' }),
  gzipBomb: ({ bytes }) => bomb(bytes),
  repeatedCursor: (_fault, faulted) => repeated(faulted),
  emptyPage: (_fault, faulted) => changed(faulted, withoutRows, () => []),
  shortPage,
  countTooHigh: async ({ by }, { answer }) => countedHigher(await answer(), by),
  partialErrors: (_fault, faulted) => withErrors(faulted),
  firstLast: async (_fault, { answer }) => firstLast(await answer()),
  truncatedJson: async (_fault, { answer }) => truncated(await answer()),
  late: () => ({ ...json(200, {}), delivery: { how: 'reset', after: 0 } }),
  hang: () => ({ ...json(200, {}), delivery: { how: 'hang' } }),
  slowDrip: async ({ bytes, everyMs }, { answer }) => ({ ...(await answer()), delivery: { how: 'drip', bytes, everyMs } }),
  reset: async ({ share }, { answer }) => ({ ...(await answer()), delivery: { how: 'reset', after: share } }),
  altered: async ({ how }, { answer }) => alter(await answer(), how),
  staleCursor: (_fault, faulted) => staleCursor(faulted),
  missingLines: async ({ share }, { answer }) => shortened(await answer(), share),
  unframed: async ({ share }, { answer }) => ({ ...(await answer()), delivery: { how: 'unframed', after: share } }),
  corruptGzip: async (_fault, { answer }) => corrupt(await answer()),
  unknownEncoding: async (_fault, { answer }) => {
    const whole = await answer()
    return encodedAs(whole, 'x-compress', Buffer.from(whole.body))
  },
  invalidUtf8: async (_fault, { answer }) => garbled(await answer()),
  flood: ({ bytes }) => ({ ...json(200, {}), delivery: { how: 'flood', bytes } }),
  wrongLength: async ({ off }, { answer }) => ({ ...(await answer()), delivery: { how: 'wrongLength', off } }),
}

async function injected<Kind extends keyof FaultByKind>(kind: Kind, fault: FaultByKind[Kind], faulted: FaultedCall): Promise<Answer> {
  return INJECTORS[kind](fault, faulted)
}

/** The answer after the fault. */
export function injectFault(fault: Fault, faulted: FaultedCall): Promise<Answer> {
  return injected(fault.kind, fault, faulted)
}
