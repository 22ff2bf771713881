import { TRPCClientError } from '@trpc/client'
import { z } from 'zod'
import { isUnfetched } from '#client/unfetched.ts'
import { AppError, errors, isErrorCode, type ErrorCode, type InputIssue } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'

const Issues = z.array(z.object({ path: z.string(), message: z.string() }))
const FailureBody = z.object({
  message: z.string().optional().catch(undefined),
  error: z.object({ code: z.string(), message: z.string(), issues: Issues }).partial().optional().catch(undefined),
})
const CallData = z.object({ appCode: z.string(), httpStatus: z.number(), issues: Issues }).partial()

/** The meaning of an answer without one of our codes, such as a proxy's. */
const codesByStatus = new Map<number, ErrorCode>([
  [401, 'SIGNED_OUT'],
  [404, 'NOT_FOUND'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'UNAVAILABLE'],
])

/** The error of a refused HTTP call. Its message is `error.message`, otherwise `message`, otherwise that of INTERNAL. */
export async function readFailure(response: Response): Promise<AppError> {
  const body = FailureBody.safeParse(await response.json().catch(() => null)).data
  const { code, message, issues } = body?.error ?? {}
  const known = isErrorCode(code) ? code : (codesByStatus.get(response.status) ?? 'INTERNAL')
  return new AppError(known, message ?? body?.message ?? errors.INTERNAL.message, issues && { issues })
}

const callData = (error: TRPCClientError<never>) => CallData.safeParse(error.data).data ?? {}

/** Whether the server or the session reported that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'SIGNED_OUT'
  if (!(error instanceof TRPCClientError)) return false
  return isSignedOut(error.cause) || callData(error).httpStatus === errors.SIGNED_OUT.status
}

/** Whether the server refused the call with this code. */
export function isOfCode(error: unknown, code: ErrorCode): boolean {
  if (error instanceof AppError) return error.code === code
  return error instanceof TRPCClientError && callData(error).appCode === code
}

/** Whether the server refused the call because a right is missing. */
export const isDenied = (error: unknown): boolean => isOfCode(error, 'ACCESS_DENIED')

/** Whether the person has to confirm their identity first. */
export const needsConfirmation = (error: unknown): boolean => isOfCode(error, 'REAUTHENTICATE')

/** Whether a shop could not be reached, so that its credentials could not be tested. */
export const isUnreachable = (error: unknown): boolean => unreachable.some((code) => isOfCode(error, code))
const unreachable = ['STORE_UNREACHABLE', 'STORE_ANSWER_INVALID', 'STORE_BUSY'] as const satisfies readonly ErrorCode[]

/** Whether the team requires a second factor that the person has not set up yet. */
export const lacksSecondFactor = (error: unknown): boolean => isOfCode(error, 'SECOND_FACTOR_NEEDED')

/** Whether the caller aborted the call before the answer. */
export const isBrokenOff = (error: unknown): boolean => error instanceof TRPCClientError && error.cause?.name === 'AbortError'

/** Whether the server answered at all. */
export const isAnswered = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof TRPCClientError && callData(error).httpStatus !== undefined)

/** Whether the server or its database was unreachable. The same call may work in a moment. */
export const isUnavailable = (error: unknown): boolean =>
  isOfCode(error, 'UNAVAILABLE') || (error instanceof TRPCClientError && !isAnswered(error))

function issuesOf(error: unknown): readonly InputIssue[] {
  if (error instanceof AppError) return error.issues ?? []
  return error instanceof TRPCClientError ? (callData(error).issues ?? []) : []
}

/**
 * The messages of a refusal by field, for a form's `setErrors`. A mistake inside a list counts for the list. `null` if the refusal also
 * concerns other fields, or none: then it has to be shown as a whole. `fieldAt`: the field of a path such as `filters.from`.
 */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
  fieldAt: (path: string) => string = (path) => path.split('.')[0] ?? path,
): Record<string, string> | null {
  const issues = issuesOf(error)
  const mistakes = issues.map(({ path, message }) => [fieldAt(path), message] as const)
  const isForFields = issues.length > 0 && mistakes.every(([field]) => fields.includes(field))
  return isForFields ? Object.fromEntries(mistakes) : null
}

/** What a shop would keep hidden, where a store was not saved for that. null: the failure is another one. */
export const hiddenIn = (error: unknown): readonly string[] | null =>
  isOfCode(error, 'STORE_WITHHOLDS') ? issuesOf(error).map(({ message }) => message) : null

/** The server's message; undefined if it sent none, or only the general message of INTERNAL. */
function sentenceOf(error: unknown): string | undefined {
  const isOurs =
    error instanceof AppError || (error instanceof TRPCClientError && (error.cause instanceof AppError || callData(error).appCode))
  return isOurs && error.message !== errors.INTERNAL.message ? error.message || undefined : undefined
}

/** Whether there is no connection to the server. */
const isUnreached = (error: unknown): boolean => isUnfetched(error instanceof TRPCClientError ? error.cause : error)

/** The reason of a failure: the server's message, a message about the missing connection, or `unknown`. */
export const reasonOf = (error: unknown, unknown: string = messages.api.failed): string =>
  sentenceOf(error) ?? (isUnreached(error) ? messages.api.noConnection : unknown)

/** The message that the user reads about a failure: the server's message, otherwise the screen's `fallback`. */
export const say = (error: unknown, fallback: string = reasonOf(error)): string => sentenceOf(error) ?? fallback
