import { neededRight } from '#shared/access.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import type { DocumentedCall } from '#server/auth/documented-calls.ts'
import { failureBody } from '#server/procedure/failure.ts'
import type { Endpoint } from '../endpoints.ts'
import { refTo, type JsonSchema } from './json-schema.ts'

type Ref = { $ref: string }
type Example = { summary: string; value: unknown }
export type Answer = {
  description: string
  headers?: Record<string, Ref>
  content?: Record<string, { schema?: JsonSchema; examples?: Record<string, Example> }>
}

export const failuresAnywhere: readonly ErrorCode[] = ['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE', 'OVERLOADED']
const ofBodies: readonly ErrorCode[] = ['INVALID_INPUT', 'TIMED_OUT', 'TOO_LARGE', 'UNSUPPORTED_MEDIA']
const codesIf = (isSo: boolean, ...codes: readonly ErrorCode[]) => (isSo ? codes : [])

/** The failures of a procedure: those of its kind, those of its policy and its own. */
export function failuresOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { policy, method, input, type, fails = [] } = endpoint
  return [
    ...failuresAnywhere,
    'SIGNED_OUT',
    'INVALID_INPUT',
    ...codesIf(neededRight(policy) !== '', 'ACCESS_DENIED'),
    ...codesIf(!endpoint.beforeSecondFactor, 'SECOND_FACTOR_NEEDED'),
    ...codesIf(endpoint.sensitive !== undefined, 'REAUTHENTICATE'),
    ...codesIf(endpoint.reachesInto !== null, 'NOT_FOUND'),
    ...codesIf(endpoint.isOnce === true, 'CONFLICT', 'IDEMPOTENCY_MISMATCH'),
    ...codesIf(type === 'mutation', 'DISK_FULL', 'PRECONDITION_FAILED'),
    ...codesIf(input !== null && (method === 'POST' || method === 'PUT'), ...ofBodies),
    ...fails,
  ]
}

/** The failures of a call below `/api/auth`. */
export function signInFailuresOf({ caller, method, fails = [] }: DocumentedCall): readonly ErrorCode[] {
  return [
    ...failuresAnywhere,
    ...codesIf(method === 'post', 'FOREIGN_ORIGIN', 'DISK_FULL', ...ofBodies),
    ...codesIf(caller !== 'anybody', 'SIGNED_OUT', 'ACCESS_DENIED'),
    ...codesIf(caller === 'confirmed person', 'REAUTHENTICATE'),
    ...fails,
  ]
}

const exampleOf = (code: ErrorCode): Example => {
  const { status, message } = errors[code]
  return { summary: message, value: failureBody({ status, code, message }) }
}

const headerRef = (name: string): Ref => ({ $ref: `#/components/headers/${name}` })
/** The headers of every answer. */
export const everywhere = {
  'x-request-id': headerRef('RequestId'),
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

function answerOf(status: number, codes: readonly ErrorCode[]): Answer {
  const headers = {
    ...everywhere,
    ...(status === 401 ? { 'WWW-Authenticate': headerRef('Challenge') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': headerRef('RetryAfter') } : {}),
  }
  const examples = Object.fromEntries(codes.map((code) => [code, exampleOf(code)]))
  return {
    description: codes.map((code) => `${code}: ${errors[code].message}`).join('\n\n'),
    headers,
    content: { 'application/json': { schema: refTo('Failure'), examples } },
  }
}

/** Collects the failures of one document. Calls with the same failures share their description. */
export class NamedFailures {
  readonly components: Record<string, Answer> = {
    Failure: { description: 'Any other failure', headers: everywhere, content: { 'application/json': { schema: refTo('Failure') } } },
  }

  /** A reference for each status. */
  of(codes: readonly ErrorCode[]): Record<string, Ref> {
    const sorted = [...new Set(codes)].toSorted()
    const byStatus = Map.groupBy(sorted, (code) => errors[code].status)
    const named = [...byStatus].map(([status, same]) => {
      const name = same.join('.')
      this.components[name] ??= answerOf(status, same)
      return [String(status), { $ref: `#/components/responses/${name}` }] as const
    })
    return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Failure' } }
  }
}
