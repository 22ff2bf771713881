/** A field of the request that the server refused. */
export type Issue = { path: string; message: string }

export type FailureDetails = {
  /** The server's code, such as `NOT_FOUND`, or `NETWORK`, `UNEXPECTED_ANSWER`, `NO_FILE_SYSTEM`, `WRONG_OPTION`. */
  code: string
  /** The HTTP status. Null where there was no answer. */
  status?: number | null
  /** The id under which the server logged the call. */
  requestId?: string | null
  issues?: readonly Issue[]
  /** For `SECOND_FACTOR`: what the second step of sign-in needs. */
  ticket?: string | null
  /** When the server asks to try again. */
  retryAfterMs?: number | null
}

/** A call that failed. The message is the server's sentence. */
export class BackcounterError extends Error {
  override readonly name = 'BackcounterError'
  readonly code: string
  readonly status: number | null
  readonly requestId: string | null
  readonly issues: readonly Issue[]
  readonly ticket: string | null
  readonly retryAfterMs: number | null

  constructor(message: string, details: FailureDetails, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.code = details.code
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.issues = details.issues ?? []
    this.ticket = details.ticket ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}

/** The delay of a Retry-After header, which has seconds or a date. Null where there is none. */
function retryAfterIn(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(ms, 0)
}

/** The error of a refused call. Anything else than the server's own body comes from something between, such as a proxy. */
export async function errorOf(response: Response, signal?: AbortSignal): Promise<BackcounterError> {
  const { status, headers } = response
  const known = { status, requestId: headers.get('x-request-id'), retryAfterMs: retryAfterIn(headers) }
  const text = await response.text().catch(() => {
    signal?.throwIfAborted()
    // It broke off. The error below tells the status.
    return ''
  })
  try {
    const { message, error } = JSON.parse(text)
    if (typeof message === 'string' && typeof error?.code === 'string') return new BackcounterError(message, { ...known, ...error })
  } catch {
    // Not JSON: the error below tells the status.
  }
  return new BackcounterError(`The server answered ${status}`, { ...known, code: 'UNEXPECTED_ANSWER' })
}

/** Rethrows an abort as it is. Any other failure to reach the server becomes `NETWORK`. */
export function networkError(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || cause instanceof BackcounterError) return cause
  return new BackcounterError('The server could not be reached', { code: 'NETWORK' }, cause)
}
