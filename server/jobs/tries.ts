// Whether a job is tried again after a failure, when, and what it keeps where it is given up.
import type { AppError, ErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { JobRow } from '#server/jobs/row.ts'

const { tryHours, mostSecondsApart } = limits.jobs
const tryMs = tryHours * 3_600_000
const firstBackoffMs = 2_000

/** Failures that may pass: of the shop, of Google, of the database. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'STORE_BUSY',
  'STORE_UNREACHABLE',
  'STORE_ANSWER_INVALID',
  'SHEETS_BUSY',
  'SHEETS_UNREACHABLE',
  'TOO_MANY_REQUESTS',
  'OVERLOADED',
  'TIMED_OUT',
])

/** Failures behind which nobody goes on: somebody wanted the end, or what was written is in the way. */
const leavingNothing: ReadonlySet<ErrorCode> = new Set([
  'JOB_CANCELLED',
  'NOT_FOUND',
  'STORE_INACTIVE',
  'STORE_MOVED',
  'DISK_FULL',
  'SHEET_REFUSED',
  'SHEET_FULL',
])

/** Full jitter under a cap that doubles: jobs that failed together do not come back together. */
const backoffMs = (failures: number) => Math.round(Math.random() * Math.min(mostSecondsApart * 1_000, firstBackoffMs * 2 ** failures))

/**
 * What the row of a job says that is tried again; `null`: it is given up. `crashes` counts mistakes of ours too, and `max` is how
 * many of them end a job: trying those again does not help for long.
 */
export function nextTry(
  { failures, crashes, failingSince }: Pick<JobRow, 'failures' | 'crashes' | 'failingSince'>,
  { code, message, retryAfterSeconds = 0 }: AppError,
  { now, max }: { now: number; max: number },
) {
  const again = { status: 'pending', errorCode: code, errorMessage: message, waitingFor: message }
  const at = (waitMs: number) => ({ runAt: new Date(now + Math.max(retryAfterSeconds * 1_000, waitMs)) })
  const since = failingSince ?? new Date(now)
  if (passing.has(code) && now - since.getTime() < tryMs)
    return { ...again, ...at(backoffMs(failures)), failures: failures + 1, failingSince: since }
  if (code === 'INTERNAL' && crashes + 1 < max) return { ...again, ...at(backoffMs(crashes)), crashes: crashes + 1 }
  return null
}

/** Whether a job that is given up could go on from its checkpoint, if it has one. */
export const mayGoOn = ({ code }: AppError): boolean => !leavingNothing.has(code)
