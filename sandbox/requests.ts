import type { ServerResponse } from 'node:http'

/** A request that reached a shop, whatever it was answered. */
export type RecordedRequest = {
  /** The shop's host. */
  readonly shop: string
  readonly method: string
  /** Without the shop's base: /admin/api/2026-10/graphql.json. */
  readonly path: string
  /** A GraphQL operation's name, or the path. */
  readonly operation: string
  /** The GraphQL text; null elsewhere. */
  readonly document: string | null
  readonly variables: Readonly<Record<string, unknown>>
  /** The address's query parameters. */
  readonly query: Readonly<Record<string, string>>
  /** The token, or "key:password", that came with it. */
  readonly credential: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  /** When there was nothing left to do about it, be it answered or given up by the client; null until then. */
  endedAt: number | null
}

const KEPT = 5000

/** Adds to the log, and notes when its answer's connection is done with; the oldest entries go when it grows beyond 5,000. */
export function record(log: RecordedRequest[], request: Omit<RecordedRequest, 'endedAt'>, response: ServerResponse): void {
  const entry: RecordedRequest = { ...request, endedAt: response.closed ? Date.now() : null }
  response.once('close', () => {
    entry.endedAt = Date.now()
  })
  log.push(entry)
  if (log.length > KEPT) log.splice(0, log.length - KEPT)
}
