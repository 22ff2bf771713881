// Finds the errors in an answer.
import { z } from 'zod'
import { errors, isErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { leaksIn, type Secrets } from './leaks.ts'
import { operations, type Operation } from './operations.ts'
import type { FuzzAnswer, FuzzRequest } from './request.ts'
import { failure, schemaOf, trpcFailure, violation } from './schemas.ts'
import { signInRoutes } from './sign-in.ts'

export const problemKinds = ['server error', 'no answer', 'against its schema', 'leak', 'stall'] as const
export type ProblemKind = (typeof problemKinds)[number]
export type Problem = { kind: ProblemKind; what: string; request: string }
type Finding = Pick<Problem, 'kind' | 'what'>

const byPath = new Map(operations.map((operation) => [operation.path, operation]))
const byRoute = new Map(signInRoutes.map((route) => [route.path, route]))
const Coded = z.union([
  z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code),
  z.object({ error: z.object({ data: z.object({ appCode: z.string() }) }) }).transform(({ error }) => error.data.appCode),
])

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code of a failure, over any transport. */
export const codeOf = (body: unknown): string | null => Coded.safeParse(body).data ?? null

/** Failures of a shop or of Google are not ours. All other statuses from 500 are. */
function isServerError(status: number, body: unknown): boolean {
  const code = codeOf(body)
  const isOurs = isErrorCode(code) && errors[code].status === status
  return status >= 500 && !(isOurs && (status === 502 || status === 503))
}

function restViolation({ responses, endpoint }: Operation, status: number, body: unknown): string | null {
  if (status >= 400) return violation(failure, body)
  const media = Object.entries(responses).find(([documented]) => documented === String(status))?.[1]
  if (!media || !('description' in media)) return `${status} is not documented`
  const schema = media.content?.['application/json']?.schema
  return schema && !endpoint.isDownload ? violation(schema, body) : null
}

const Result = z.object({ result: z.object({ data: z.unknown() }) })

/** Errors before tRPC: the body is too large, too many calls, or overload. */
const saidBefore = [413, 429, 503]

/** @param operation null if the address is ambiguous. */
function trpcViolation(operation: Operation | null, status: number, body: unknown): string | null {
  const result = Result.safeParse(body)
  if (!result.success) return violation(saidBefore.includes(status) ? { anyOf: [failure, trpcFailure] } : trpcFailure, body)
  const output = operation?.endpoint.output
  return output ? violation(schemaOf(output), result.data.result.data) : null
}

function signInViolation(operation: string, status: number, body: unknown): string | null {
  const route = byRoute.get(operation)
  if (status >= 400 || !route) return violation(failure, body)
  return violation(schemaOf(route.answers), body)
}

/** For undocumented spellings, only the format of a failure is known. */
function anyViolation(status: number, body: unknown): string | null {
  if (Array.isArray(body)) return body.map((one) => trpcViolation(null, status, one)).find((found) => found !== null) ?? null
  if (status < 400) return null
  return violation({ anyOf: [failure, trpcFailure] }, body)
}

function schemaViolation({ transport, operation, isPlain }: FuzzRequest, status: number, body: unknown): string | null {
  const known = byPath.get(operation) ?? null
  if (!isPlain) return anyViolation(status, body)
  if (transport === 'auth') return signInViolation(operation, status, body)
  if (transport === 'trpc') return trpcViolation(known, status, body)
  return known ? restViolation(known, status, body) : null
}

const showsToken =
  /^(?:users\.invite|users\.serviceAccounts\.createKey|settings\.webhooks\.create|settings\.webhooks\.rotateSecret|profile\.createApiKey|profile\.rotateApiKey|batch|\/token|\/sign-in\/email|\/accept-invite|\/reset-password)$/

/** An incomplete body may get a closed connection instead of an answer. */
const mayGoUnanswered = ({ transport, delivery, body, headers }: FuzzRequest) =>
  transport === 'raw' ||
  delivery !== 'whole' ||
  (body?.length ?? 0) >= limits.bodyBytes - 20 ||
  'expect' in headers ||
  (headers['authorization']?.length ?? 0) > 10_000

const isCall = ({ transport, isPlain }: FuzzRequest) => isPlain && transport !== 'raw'

/** Every answer of the API must have a request id and must forbid caching. */
function missingHeaders(headers: FuzzAnswer['headers']): string | null {
  if (!headers['x-request-id']) return 'there is no x-request-id'
  return headers['cache-control']?.includes('no-store') ? null : 'cache-control lacks no-store'
}

/** All errors in the answer. */
export function judge(request: FuzzRequest, { status, headers, text }: FuzzAnswer, secrets: Secrets): Finding[] {
  if (status === null) return mayGoUnanswered(request) ? [] : [{ kind: 'no answer', what: 'the connection ended' }]
  const findings: Finding[] = []
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  const body = isJson ? parsed(text) : undefined
  if (isServerError(status, body)) findings.push({ kind: 'server error', what: `${status} ${text.slice(0, 200)}` })
  const wrong = isJson && request.method !== 'HEAD' ? schemaViolation(request, status, body) : null
  if (wrong !== null) findings.push({ kind: 'against its schema', what: `${status}: ${wrong}: ${text.slice(0, 200)}` })
  const lacking = isCall(request) ? missingHeaders(headers) : null
  if (lacking !== null) findings.push({ kind: 'against its schema', what: `${status}: ${lacking}` })
  for (const what of leaksIn(text, headers, secrets, showsToken.test(request.operation))) findings.push({ kind: 'leak', what })
  return findings
}
