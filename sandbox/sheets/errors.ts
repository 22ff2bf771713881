import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'

const STATUSES = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const
export type GoogleStatus = keyof typeof STATUSES

/** An error with the text of Google's API. */
export class GoogleError extends Error {
  readonly status: GoogleStatus
  /** The reason of google.rpc.ErrorInfo, where Google names one. */
  readonly reason: string | undefined

  constructor(status: GoogleStatus, message: string, reason?: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** The body of a Google error (recorded: 400, 403 and 404). */
export function errorAnswer({ status, message, reason }: GoogleError): Answer {
  const code = STATUSES[status]
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }
  return json(code, { error: { code, message, status, ...(reason === undefined ? {} : { details: [info] }) } })
}

const NAMES = new Map<number, GoogleStatus>([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [503, 'UNAVAILABLE'],
])

/** Google's answer for an injected status. */
export function statusAnswer(code: number, retryAfter: string | undefined): Answer {
  const error = { code, message: `Injected status ${code}`, status: NAMES.get(code) ?? 'INTERNAL' }
  return json(code, { error }, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}
