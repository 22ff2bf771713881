// Sends the fuzzer's requests over separate sockets.
import { Agent, request as open, type IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type { FuzzAnswer, FuzzRequest } from './request.ts'

/** Who calls. `headers`: further ones. */
type Caller = { token?: string | null; headers?: Record<string, string> }

export type Client = {
  send(request: FuzzRequest): Promise<FuzzAnswer>
  /** An ordinary call with JSON. */
  call(method: string, path: string, body: object | null, from?: Caller): Promise<FuzzAnswer>
  host: string
  port: number
  close(): void
}
type Sent = Pick<FuzzRequest, 'method' | 'target' | 'headers' | 'body' | 'delivery'>

const keptText = 2 * 1024 * 1024
const givesUpMs = 60_000
const trickle = { pieces: 8, pauseMs: 40 }

/** The decompressed body. A truncated body throws, compressed or not. */
function unfolded(answer: IncomingMessage): Readable {
  return answer.headers['content-encoding'] === 'gzip' ? pipeline(answer, createGunzip(), () => {}) : answer
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const isEndless = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
  for await (const chunk of unfolded(answer)) {
    if (!(chunk instanceof Buffer)) continue
    if (length < keptText) chunks.push(chunk)
    length += chunk.length
    // Leaving the loop hangs up.
    if (isEndless) break
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, keptText)
}

const flat = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]))

/** Writes the body as `delivery` says: whole, in pieces with pauses, or half of it before the connection ends. */
async function deliver(call: ReturnType<typeof open>, { body, delivery }: Sent) {
  if (body === null || delivery === 'whole') {
    call.end(body ?? undefined)
    return
  }
  if (delivery === 'half') {
    call.write(body.subarray(0, Math.floor(body.length / 2)))
    await pause(trickle.pauseMs)
    call.destroy()
    return
  }
  const size = Math.ceil(body.length / trickle.pieces)
  for (let index = 0; index < body.length && !call.destroyed; index += size) {
    call.write(body.subarray(index, index + size))
    await pause(trickle.pauseMs)
  }
  call.end()
}

/** The number of connections that are kept open. */
const sockets = 32

export function openClient(url: string): Client {
  const { hostname: host, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const attempt = (sent: Sent, over: Agent | false = agent) =>
    new Promise<FuzzAnswer>((resolve) => {
      const began = performance.now()
      const { method, target: path, headers, body } = sent
      const length: Record<string, string> = body === null ? {} : { 'content-length': String(body.length) }
      const end = (status: number | null, given: FuzzAnswer['headers'], text: string) =>
        resolve({ status, headers: given, text, tookMs: performance.now() - began })
      const call = open({ host, port, method, path, agent: over, headers: { ...length, ...headers }, timeout: givesUpMs }, (answer) => {
        textOf(answer).then(
          (text) => end(answer.statusCode ?? null, flat(answer.headers), text),
          () => end(null, flat(answer.headers), ''),
        )
      })
      // An answer before the end of the body closes the connection during the write.
      call.on('error', () => void setTimeout(() => end(null, {}, ''), trickle.pauseMs))
      call.on('timeout', () => call.destroy())
      deliver(call, sent).catch(() => call.destroy())
    })
  /** A kept connection may have ended meanwhile, independently of the request. The second attempt uses a new one. */
  const send = async (sent: Sent) => {
    const first = await attempt(sent)
    return first.status === null && sent.delivery === 'whole' ? attempt(sent, false) : first
  }
  return {
    send,
    host,
    port: Number(port),
    close: () => agent.destroy(),
    call(method, target, body, { token = null, headers: others = {} } = {}) {
      const headers: Record<string, string> = {
        ...others,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      }
      return send({ method, target, headers, body: body ? Buffer.from(JSON.stringify(body)) : null, delivery: 'whole' })
    },
  }
}
