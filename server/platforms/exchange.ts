import type { Readable } from 'node:stream'
import { readBody, type Body } from '#server/platforms/body.ts'
import { publicOnly, type Lookup } from '#server/platforms/guard.ts'
import { productTitle } from '#shared/brand.ts'

const CONNECT_MS = 5_000

export type Question = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; headers: Record<string, string>; body?: string }
/** `header` takes lower-case names and returns the first value. The body is read if the status is 2xx, and on request if it is 4xx. */
export type Reply = { status: number; header: (name: string) => string | undefined; body: Body }

/** `body` is null where the status is not 200. */
export type OpenFile = { status: number; body: Readable | null }

/** One request on one socket, without retries. The signal is also the deadline. Rejects with the socket's error. */
export type Exchange = {
  ask(origin: string, question: Question, options: { guarded: boolean; readsRefusals?: boolean; signal: AbortSignal }): Promise<Reply>
  /** Like `ask`, for a call whose answer has no content that anybody needs. */
  tell(origin: string, question: Question, options: { guarded: boolean; signal: AbortSignal }): Promise<Omit<Reply, 'body'>>
  /** A file of any length as a stream. `ms` is the maximum pause between two chunks. */
  open(origin: string, path: string, options: { guarded: boolean; ms: number; signal?: AbortSignal | undefined }): Promise<OpenFile>
  close: () => Promise<void>
}

/** An unwanted body up to this size is read, to keep the connection. A longer one ends it. */
const unreadBytes = 64 * 1024

// undici's Agent ignores proxies in the environment and does not follow redirects.
const shared = { allowH2: false, connections: 8, maxHeaderSize: 16 * 1024, keepAliveTimeout: 10_000 } as const

/**
 * Two connection pools. The guarded one connects only to public addresses. Both require valid certificates, even where environment
 * variables disable the check.
 */
async function openPools(lookup: Lookup) {
  const { Agent } = await import('undici')
  const connect = { timeout: CONNECT_MS, rejectUnauthorized: true }
  return {
    guarded: new Agent({ ...shared, connect: { ...connect, lookup: publicOnly(lookup) } }),
    trusted: new Agent({ ...shared, connect }),
  }
}

/** Loads undici at the first call: it takes 5 MB in each thread, and a tenth of a second at the start. */
export function createExchange(lookup: Lookup): Exchange {
  let pools: ReturnType<typeof openPools> | null = null
  async function pool(isGuarded: boolean) {
    const { guarded, trusted } = await (pools ??= openPools(lookup))
    return isGuarded ? guarded : trusted
  }

  type Options = { guarded: boolean; signal: AbortSignal }
  async function send(origin: string, { headers, ...question }: Question, { guarded, signal }: Options) {
    const answer = await (
      await pool(guarded)
    ).request({
      ...question,
      origin,
      headers: { ...headers, accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': productTitle },
      signal,
    })
    const header = (name: string) => {
      const value = answer.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    return { status: answer.statusCode, header, unread: answer.body }
  }

  return {
    async ask(origin, question, options) {
      const { status, header, unread } = await send(origin, question, options)
      const isRead = (status >= 200 && status < 300) || (options.readsRefusals && status >= 400 && status < 500)
      if (!isRead) await unread.dump({ limit: unreadBytes })
      const body = isRead ? await readBody(unread, header('content-encoding')) : { text: '' }
      return { status, header, body }
    },
    async tell(origin, question, options) {
      const { unread, ...reply } = await send(origin, question, options)
      await unread.dump({ limit: unreadBytes })
      return reply
    },
    async open(origin, path, { guarded, ms, signal }) {
      const answer = await (
        await pool(guarded)
      ).request({
        method: 'GET',
        path,
        origin,
        headers: { 'accept-encoding': 'identity', 'user-agent': productTitle },
        headersTimeout: ms,
        bodyTimeout: ms,
        ...(signal ? { signal } : {}),
      })
      if (answer.statusCode === 200) return { status: 200, body: answer.body }
      await answer.body.dump({ limit: unreadBytes })
      return { status: answer.statusCode, body: null }
    },
    async close() {
      const opened = await pools
      await Promise.all([opened?.guarded.destroy(), opened?.trusted.destroy()])
    },
  }
}
