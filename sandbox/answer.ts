import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

/** How an answer reaches the client, where it is not simply sent. */
export type Delivery =
  | { readonly how: 'whole' }
  /** `bytes` at a time, with a pause between. */
  | { readonly how: 'drip'; readonly bytes: number; readonly everyMs: number }
  /** As a line of this speed would bring it; time that the client let pass is lost. */
  | { readonly how: 'paced'; readonly bytesPerSecond: number }
  /** The connection is reset after this share of the body; 0 is before the first byte. */
  | { readonly how: 'reset'; readonly after: number }
  /** Nothing ever comes. */
  | { readonly how: 'hang' }
  /** The header promises this many bytes more than are sent (or fewer, when negative). */
  | { readonly how: 'wrongLength'; readonly off: number }

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly delivery?: Delivery
}

/** How the client asked to be answered, and how the shop answers. */
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
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes))
    await sleep(everyMs, undefined, { signal })
  }
  response.end()
}

/** Timers are late now and then; so much of what is overdue is made up for. */
const MADE_UP_MS = 250

async function pace(response: ServerResponse, body: Buffer, bytesPerSecond: number, signal: AbortSignal): Promise<void> {
  let last = performance.now()
  for (let at = 0; at < body.length && !response.destroyed;) {
    await sleep(10, undefined, { signal })
    const now = performance.now()
    const due = Math.ceil((Math.min(now - last, MADE_UP_MS) / 1000) * bytesPerSecond)
    last = now
    if (!response.write(body.subarray(at, at + due))) await once(response, 'drain', { signal })
    at += due
  }
  response.end()
}

function reset(response: ServerResponse, head: () => void, bytes: Buffer): void {
  if (bytes.length === 0) {
    response.socket?.resetAndDestroy()
    return
  }
  head()
  // Only when the first part has left this process does the client see a transfer that breaks, not one that never began.
  response.write(bytes, () => response.socket?.resetAndDestroy())
}

/** Sends an answer the way it says. Resolves when there is nothing left to do, also where the client has gone. */
export async function deliver(response: ServerResponse, answer: Answer, wishes: Wishes): Promise<void> {
  const delivery = answer.delivery ?? { how: 'whole' }
  const { bytes, headers } = await encoded(answer, wishes.acceptsGzip)
  if (wishes.latencyMs > 0) await sleep(wishes.latencyMs, undefined, { signal: wishes.signal })
  if (delivery.how === 'hang' || response.destroyed) return
  const off = delivery.how === 'wrongLength' ? delivery.off : 0
  const head = () => response.writeHead(answer.status, { ...headers, 'content-length': bytes.length + off })
  if (delivery.how === 'reset') {
    reset(response, head, bytes.subarray(0, Math.floor(bytes.length * delivery.after)))
    return
  }
  head()
  if (delivery.how === 'drip') await drip(response, bytes, delivery, wishes.signal)
  else if (delivery.how === 'paced') await pace(response, bytes, delivery.bytesPerSecond, wishes.signal)
  else if (delivery.how === 'whole') response.end(bytes)
  else response.write(off < 0 ? bytes.subarray(0, Math.max(0, bytes.length + off)) : bytes, () => response.socket?.destroy())
}
