import { assertAddress, installationAt, wrongOption } from './address.ts'
import { BackcounterError, errorOf, networkError } from './errors.ts'
import { operations, type CallName, type OperationName } from './generated/operations.ts'
import type { InputOf, Operation, OutputOf } from './operation.ts'
import { withRetries } from './retry.ts'
import type { TokenSource } from './token.ts'

export type ClientOptions = {
  /** The address of the installation, such as `https://shops.example.com`, with or without `/api/v1`. */
  url: string
  /** An API key, or what gives the token of each call; see `signIn`. */
  token: string | TokenSource
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch
  /** How long after its beginning a call is still repeated, in milliseconds. Default: 60,000. 0: never. */
  retryForMs?: number
  /** Called with each sentence that says what a list lacks. Default: `console.warn`. */
  onWarning?: (warning: string) => void
}
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For operations that the server carries out once. Default: a new key for each call. */
  idempotencyKey?: string | undefined
}
type Headers = Record<string, string>

const RETRY_FOR_MS = 60_000

/** The address and body of an operation. Path parameters are taken out of the input; GET and DELETE send the rest in the query. */
function requestOf({ method, path }: Operation, input: Readonly<Record<string, unknown>>): { path: string; body: string | null } {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return encodeURIComponent(String(value))
  })
  if (method === 'POST' || method === 'PUT') return { path: filled, body: JSON.stringify(Object.fromEntries(left)) }
  const query = new URLSearchParams(Array.from(left, ([name, value]): [string, string] => [name, String(value)]))
  return { path: left.size === 0 ? filled : `${filled}?${query}`, body: null }
}

/** Throws NETWORK where the answer breaks off, and UNEXPECTED_ANSWER where it is no JSON. */
async function jsonOf(response: Response, signal: AbortSignal | undefined): Promise<Record<string, unknown>> {
  const text = await response.text().catch((cause: unknown) => {
    throw networkError(cause, signal)
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    const details = { code: 'UNEXPECTED_ANSWER', status: response.status, requestId: response.headers.get('x-request-id') }
    throw new BackcounterError('The server sent something else than JSON', details, cause)
  }
}

/** Refuses what would be repeated for a minute. Throws WRONG_OPTION. */
function assertUsable({ url, token }: ClientOptions) {
  assertAddress(url)
  if (typeof token === 'function') return
  if (typeof token !== 'string' || token.trim() === '') throw wrongOption('Please give an API key as token')
  if (/[^\u0021-\u007E]/.test(token.trim())) throw wrongOption('The token has characters that no API key has')
}

export type Transport = ReturnType<typeof createTransport>

/** Sends operations: with the token, with retries, and with typed errors. Throws WRONG_OPTION. */
export function createTransport(settings: ClientOptions) {
  assertUsable(settings)
  const { url, token, fetch: fetcher = fetch, retryForMs = RETRY_FOR_MS } = settings
  const base = `${installationAt(url)}/api/v1`
  const tokenFor = (renew: boolean) => (typeof token === 'string' ? token : token({ renew }))

  async function once(operation: Operation, input: object, headers: Headers, signal: AbortSignal | undefined, renew: boolean) {
    const { path, body } = requestOf(operation, { ...input })
    const authorization = `Bearer ${await tokenFor(renew)}`
    const type: Headers = body === null ? {} : { 'content-type': 'application/json' }
    const request = { method: operation.method, headers: { authorization, ...type, ...headers }, body, signal: signal ?? null }
    return fetcher(`${base}${path}`, request).catch((cause: unknown) => {
      throw networkError(cause, signal)
    })
  }

  /** The answer of an operation. A refused token is renewed once. */
  async function answerOf(operation: Operation, input: object, headers: Headers, signal: AbortSignal | undefined): Promise<Response> {
    const first = await once(operation, input, headers, signal, false)
    const isRenewable = first.status === 401 && typeof token !== 'string'
    if (isRenewable) await first.body?.cancel()
    const response = isRenewable ? await once(operation, input, headers, signal, true) : first
    if (!response.ok) throw await errorOf(response, signal)
    return response
  }

  /** What is read of the answer. An answer that breaks off is repeated like one that does not come. */
  function asked<Read>(
    name: OperationName,
    input: object,
    { signal, idempotencyKey }: CallOptions,
    headers: Headers,
    read: (response: Response) => Promise<Read>,
  ): Promise<Read> {
    const operation: Operation = operations[name]
    const key: Headers = operation.isOnce ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}
    const isRepeatable = operation.isQuery === true || operation.isOnce === true
    const attempt = async () => read(await answerOf(operation, input, { ...key, ...headers }, signal))
    return withRetries({ isRepeatable, forMs: retryForMs, signal }, attempt)
  }

  /** The raw answer, for files. */
  const send = (name: OperationName, input: object, options: CallOptions = {}, headers: Headers = {}): Promise<Response> =>
    asked(name, input, options, headers, async (response) => response)

  /** Calls an operation and gives the data of its answer. Throws `BackcounterError`, and the signal's reason where it is aborted. */
  async function call<Name extends CallName>(name: Name, input: InputOf<Name>, options: CallOptions = {}): Promise<OutputOf<Name>> {
    const operation: Operation = operations[name]
    const { success: _success, data, ...flat } = await asked(name, input, options, {}, (response) => jsonOf(response, options.signal))
    // The types are those of the server's own definitions. Newer servers only add fields.
    return (operation.isFlat ? flat : data) as OutputOf<Name>
  }

  return { send, call }
}
