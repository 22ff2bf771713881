import type { ServerResponse } from 'node:http'

/** A request to a shop, whatever its answer. */
export type RecordedRequest = {
  /** The shop's host. */
  readonly shop: string
  readonly method: string
  /** The path without the shop's base: /admin/api/2026-10/graphql.json. */
  readonly path: string
  /** A GraphQL operation's name, or the path. */
  readonly operation: string
  /** The GraphQL text; null for REST. */
  readonly document: string | null
  readonly variables: Readonly<Record<string, unknown>>
  /** The address's query parameters. */
  readonly query: Readonly<Record<string, string>>
  /** The request's token, or "key:password". */
  readonly credential: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  /** The time when it was answered or the client disconnected; null until then. */
  endedAt: number | null
}

const KEPT = 5000

/** Adds to the log, and notes the end of the answer's connection. Above 5,000 entries, the oldest are dropped. */
export function record(log: RecordedRequest[], request: Omit<RecordedRequest, 'endedAt'>, response: ServerResponse): void {
  const entry: RecordedRequest = { ...request, endedAt: response.closed ? Date.now() : null }
  response.once('close', () => {
    entry.endedAt = Date.now()
  })
  log.push(entry)
  if (log.length > KEPT) log.splice(0, log.length - KEPT)
}
