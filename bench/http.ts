import type { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { Agent } from 'undici'

/** The sandbox writes the file of a large shop in one answer, which takes minutes. */
const agent = new Agent({ connections: 8, headersTimeout: 0 })

/** Sends a request with minimal work, and returns the decompressed body. Throws unless the status is 2xx. */
async function send(
  url: string,
  question: { method: 'GET'; headers?: Record<string, string> } | { method: 'POST' | 'PUT'; headers: Record<string, string>; body: string },
) {
  const { origin, pathname, search } = new URL(url)
  const answer = await agent.request({ origin, path: pathname + search, ...question })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${bytes.toString('utf8')}`)
  return answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
}

/** A body as a stream. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<Readable> {
  const { origin, pathname, search } = new URL(url)
  const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.body
}

/** Milliseconds from a request to the first byte of its body. The rest is not read. Throws unless the status is 2xx. */
export async function firstByteMs(url: string, body: object, headers: Record<string, string>): Promise<number> {
  const { origin, pathname, search } = new URL(url)
  const start = performance.now()
  const answer = await agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`)
  for await (const _bytes of answer.body) return performance.now() - start
  throw new Error(`${url} answered nothing`)
}

export const get = (url: string, headers: Record<string, string> = {}): Promise<Buffer> => send(url, { method: 'GET', headers })

const sending =
  (method: 'POST' | 'PUT') =>
  (url: string, body: object, headers: Record<string, string>): Promise<Buffer> =>
    send(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
export const post = sending('POST')
export const put = sending('PUT')
