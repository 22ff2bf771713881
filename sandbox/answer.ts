import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** How an answer reaches the client, other than by a normal send. */
export type Delivery =
  | { readonly how: 'whole' }
  /** Sends `bytes` at a time, with pauses between. */
  | { readonly how: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** Sends at the speed of a network line. Time that the client does not use is lost. */
  | { readonly how: 'paced'; readonly bytesPerSecond: number }
  /** The connection is reset after this share of the body; 0 is before the first byte. */
  | { readonly how: 'reset'; readonly after: number }
  /** Never answers. */
  | { readonly how: 'hang' }
  /** The header promises this many bytes more than are sent; fewer if negative. */
  | { readonly how: 'wrongLength'; readonly off: number }
  /** Sends no length. The connection closes after this share of the body. */
  | { readonly how: 'unframed'; readonly after: number }
  /** Sends this many blanks, as fast as the client reads. */
  | { readonly how: 'flood'; readonly bytes: number }

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly delivery?: Delivery
}

/** The encoding that the client accepts, and the latency of the shop. */
export type Wishes = { readonly acceptsGzip: boolean; readonly latencyMs: number; readonly signal: AbortSignal }

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body: JSON.stringify(value) }
}

export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

const compress = promisify(gzip)
const WORTH_COMPRESSING = 1024

async function encoded(answer: Answer, acceptsGzip: boolean): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  if (!acceptsGzip || bytes.length < WORTH_COMPRESSING || 'content-encoding' in answer.headers)
    return { bytes, headers: { ...answer.headers } }
  const packed = await compress(bytes, { level: constants.Z_BEST_SPEED })
  return { bytes: packed, headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' } }
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  { bytes, everyMs }: { bytes: number; everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  for (let index = 0; index < body.length && !response.destroyed; index += bytes) {
    response.write(body.subarray(index, index + bytes))
    await sleep(everyMs, undefined, { signal })
  }
  response.end()
}

/** Timers are sometimes late. The maximum delay that is made up for. */
const MADE_UP_MS = 250

async function pace(response: ServerResponse, body: Buffer, bytesPerSecond: number, signal: AbortSignal): Promise<void> {
  let last = performance.now()
  for (let index = 0; index < body.length && !response.destroyed;) {
    await sleep(10, undefined, { signal })
    const now = performance.now()
    const due = Math.ceil((Math.min(now - last, MADE_UP_MS) / 1000) * bytesPerSecond)
    last = now
    if (!response.write(body.subarray(index, index + due))) await once(response, 'drain', { signal })
    index += due
  }
  response.end()
}

function reset(response: ServerResponse, head: () => void, bytes: Buffer): void {
  if (bytes.length === 0) {
    response.socket?.resetAndDestroy()
    return
  }
  head()
  // The first part has to leave this process before the reset. Otherwise the client sees no transfer at all.
  response.write(bytes, () => response.socket?.resetAndDestroy())
}

/** Bypasses Node's own framing, which would mark the end of the body. */
function unframed(response: ServerResponse, { status, headers }: Answer, bytes: Buffer): void {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  response.socket?.write(`HTTP/1.1 ${status} Answer\r\n${lines.join('')}\r\n`)
  response.socket?.end(bytes)
}

const BLOCK = Buffer.alloc(4 * 1024 * 1024, ' ')

async function flood(response: ServerResponse, bytes: number, signal: AbortSignal): Promise<void> {
  for (let left = bytes; left > 0 && !response.destroyed; left -= BLOCK.length)
    if (!response.write(BLOCK.subarray(0, left))) await once(response, 'drain', { signal })
  response.end()
}

/** The first share of a body. */
const firstOf = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

/** Sends an answer by its delivery. Resolves when it is done, also after the client has disconnected. */
export async function deliver(response: ServerResponse, answer: Answer, wishes: Wishes): Promise<void> {
  const delivery = answer.delivery ?? { how: 'whole' }
  const { bytes, headers } = await encoded(answer, wishes.acceptsGzip)
  if (wishes.latencyMs > 0) await sleep(wishes.latencyMs, undefined, { signal: wishes.signal })
  if (response.destroyed) return
  const head = (off = 0) => response.writeHead(answer.status, { ...headers, 'content-length': bytes.length + off })
  switch (delivery.how) {
    case 'hang':
      return
    case 'unframed':
      return unframed(response, { ...answer, headers }, firstOf(bytes, delivery.after))
    case 'flood':
      response.writeHead(answer.status, headers)
      return flood(response, delivery.bytes, wishes.signal)
    case 'reset':
      return reset(response, head, firstOf(bytes, delivery.after))
    case 'drip':
      head()
      return drip(response, bytes, delivery, wishes.signal)
    case 'paced':
      head()
      return pace(response, bytes, delivery.bytesPerSecond, wishes.signal)
    case 'wrongLength': {
      const { off } = delivery
      head(off)
      response.write(off < 0 ? bytes.subarray(0, Math.max(0, bytes.length + off)) : bytes, () => response.socket?.destroy())
      return
    }
    case 'whole':
      head()
      response.end(bytes)
  }
}
