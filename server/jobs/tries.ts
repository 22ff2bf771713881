// Whether and when a failed job is retried, and what a given-up job keeps.
import type { AppError, ErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { JobRow } from '#server/jobs/row.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'

const { tryHours, maxSecondsApart } = limits.jobs
const tryMs = tryHours * 3_600_000
const firstBackoffMs = 2_000

/** Transient failures: of the shop, of Google, of the file storage, of a destination, of the database. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'STORE_BUSY',
  'STORE_UNREACHABLE',
  'STORE_ANSWER_INVALID',
  'SHEETS_BUSY',
  'SHEETS_UNREACHABLE',
  'STORAGE_UNREACHABLE',
  'DESTINATION_UNREACHABLE',
  'TOO_MANY_REQUESTS',
  'OVERLOADED',
  'TIMED_OUT',
])

/** Failures after which no attempt resumes: a user ended the job, or its output prevents it. */
const leavingNothing: ReadonlySet<ErrorCode> = new Set([
  'JOB_CANCELLED',
  'NOT_FOUND',
  'STORE_INACTIVE',
  'STORE_MOVED',
  'DISK_FULL',
  'SHEET_REFUSED',
  'SHEET_FULL',
])

/** Full jitter below a cap that doubles, so that jobs that failed together do not retry together. */
const backoffMs = (failures: number) => Math.round(Math.random() * Math.min(maxSecondsApart * 1_000, firstBackoffMs * 2 ** failures))

/**
 * The row of a job that is retried. `null`: it is given up. `crashes` includes programming errors, and `max` of them end a job, because
 * retries rarely help.
 */
export function nextTry(
  { failures, crashes, failingSince }: Pick<JobRow, 'failures' | 'crashes' | 'failingSince'>,
  { code, message, retryAfterSeconds = 0 }: AppError,
  { now, clock, max }: { now: number; clock: SharedClock; max: number },
) {
  const again = { status: 'pending', errorCode: code, errorMessage: message, waitingFor: message }
  const at = (waitMs: number) => ({ runAt: clock.after(Math.max(retryAfterSeconds * 1_000, waitMs)) })
  const since = failingSince ?? new Date(now)
  if (passing.has(code) && now - since.getTime() < tryMs)
    return { ...again, ...at(backoffMs(failures)), failures: failures + 1, failingSince: since }
  if (code === 'INTERNAL' && crashes + 1 < max) return { ...again, ...at(backoffMs(crashes)), crashes: crashes + 1 }
  return null
}

/** Whether a given-up job could resume at its checkpoint, if it has one. */
export const mayGoOn = ({ code }: AppError): boolean => !leavingNothing.has(code)
