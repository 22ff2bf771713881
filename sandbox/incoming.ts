import type { IncomingMessage } from 'node:http'

/** A complete request to a shop. */
export type Incoming = {
  /** The shop's address that was called. A shop can have several. */
  readonly host: string
  readonly method: string
  /** The path without the shop's base. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

const BODY_LIMIT = 10 * 1024 * 1024

/** The body as text; null when it is longer than any legitimate client sends. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > BODY_LIMIT) return null
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The headers by lower-case name, without repeats. */
export function headersOf(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]))
}

/** A JSON object; null for anything else. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch (problem) {
    if (problem instanceof SyntaxError) return null
    throw problem
  }
}
