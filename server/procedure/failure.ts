import { TRPCError, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { z } from 'zod'
import { isDiskFull } from './disk-full.ts'
import { hasCode } from './error-code.ts'
import { AppError, errors, type ErrorCode, type InputIssue } from '#shared/errors.ts'

/** A failed call, as its caller sees it over REST, tRPC and sign-in. */
export type Failure = {
  status: number
  code: ErrorCode
  message: string
  issues?: readonly InputIssue[]
  retryAfterSeconds?: number
  /** The length of the file whose part was requested. */
  fileBytes?: number
  /** The ticket that must come with the code of a second factor. */
  ticket?: string
}

const zodsOwn = /^(Invalid (input|option|string|number|key|value|discriminator|ISO|email|URL)|Too (big|small)|Unrecognized|Expected)/

/** What is said of a field: its name is added to messages of zod. Our own messages need none. */
export function sentenceOfIssue({ path, message }: InputIssue): string {
  return path && zodsOwn.test(message) ? `${path}: ${message}` : message
}

function invalidInput(error: z.core.$ZodError): Failure {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const message = issues[0] ? sentenceOfIssue(issues[0]) : errors.INVALID_INPUT.message
  return { status: errors.INVALID_INPUT.status, code: 'INVALID_INPUT', message, issues }
}

const ofCode = (code: ErrorCode): Failure => ({ code, status: errors[code].status, message: errors[code].message })

function ofAppError({ code, message, issues, retryAfterSeconds, fileBytes, ticket }: AppError): Failure {
  return {
    status: errors[code].status,
    code,
    message,
    ...(issues ? { issues } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(fileBytes === undefined ? {} : { fileBytes }),
    ...(ticket === undefined ? {} : { ticket }),
  }
}

/** Errors that Fastify and its plugins raise before a call reaches a procedure, by their status. */
const byStatus: Partial<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'SIGNED_OUT',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMED_OUT',
  413: 'TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA',
  429: 'TOO_MANY_REQUESTS',
  431: 'HEADERS_TOO_LARGE',
  503: 'OVERLOADED',
}

/** The codes for a write lock that another connection held too long, of SQLite and of Postgres, and for a Postgres without room for more locks. */
const lockedCodes = new Set(['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', '55P03', '53200'])
const lockedRetrySeconds = 5

/** The codes for a database that is unavailable: Postgres (drizzle/away.ts), and a file that is missing or unreadable. */
const awayCodes = new Set(['DATABASE_AWAY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR', 'SQLITE_IOERR_READ', 'SQLITE_READONLY_DBMOVED'])
const awayRetrySeconds = 5

/** The code for a database that does not let the server make the tables of the copy (drizzle/catalogue/postgres-rights.ts). */
const refusedCopyCodes = new Set<string>(['CATALOGUE_REFUSED' satisfies ErrorCode])

/** Whether the copy of the catalogues cannot be kept, so that nothing is in it. */
export const isCopyRefused = (error: unknown): boolean => hasCode(error, refusedCopyCodes)

function statusOf(error: unknown): number {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}

/** Any thrown value as a failure. Unknown errors get a generic message, without stack, SQL or secrets. */
export function toFailure(error: unknown): Failure {
  if (error instanceof AppError) return ofAppError(error)
  if (error instanceof z.core.$ZodError) return invalidInput(error)
  if (error instanceof TRPCError) {
    if (error.cause) return toFailure(error.cause)
    if (error.code === 'NOT_FOUND') return ofCode('NOT_FOUND')
    if (error.code === 'METHOD_NOT_SUPPORTED') return ofCode('METHOD_NOT_ALLOWED')
    return ofCode(error.code === 'INTERNAL_SERVER_ERROR' ? 'INTERNAL' : 'INVALID_INPUT')
  }
  if (hasCode(error, lockedCodes)) return { ...ofCode('OVERLOADED'), retryAfterSeconds: lockedRetrySeconds }
  if (hasCode(error, awayCodes)) return { ...ofCode('UNAVAILABLE'), retryAfterSeconds: awayRetrySeconds }
  if (isCopyRefused(error)) return ofCode('CATALOGUE_REFUSED')
  return ofCode(isDiskFull(error) ? 'DISK_FULL' : (byStatus[statusOf(error)] ?? 'INTERNAL'))
}

const trpcCodes: Partial<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  499: 'CLIENT_CLOSED_REQUEST',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
}

/** The tRPC code whose HTTP status is the failure's. */
export const trpcCodeOf = ({ status }: Failure): TRPC_ERROR_CODE_KEY => trpcCodes[status] ?? 'INTERNAL_SERVER_ERROR'

/** The body of a REST failure: the message at the top level, and the code with its details in `error`. */
export function failureBody({ code, message, issues, ticket }: Failure) {
  const details = { ...(issues ? { issues } : {}), ...(ticket === undefined ? {} : { ticket }) }
  return { success: false as const, message, error: { code, message, ...details } }
}
