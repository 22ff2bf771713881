// The record of a direct export. It has no worker; the process that serves the caller holds its lease.
import { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts, type JobType, type RequestSummary } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { ended } from '#server/jobs/ended.ts'
import { failedWith } from '#server/jobs/failed.ts'
import type { JobLease, JobOutcome } from '#server/jobs/handler.ts'
import { keepLease } from '#server/jobs/lease.ts'
import type { JobEnding } from '#server/jobs/end-event.ts'
import { endLease, type JobChange } from '#server/jobs/queue-repo.ts'
import { onceItAnswers } from '#server/jobs/once-it-answers.ts'
import { insertDirect } from '#server/jobs/insert-repo.ts'
import { findJob } from '#server/jobs/repo.ts'

const leaseMs = 60_000
const heartbeatMs = 2_000

/** `needsClearing`: the output has to be removed unless the export completes. */
export type NewDirect = {
  id: string
  type: JobType
  payload: unknown
  request?: RequestSummary
  createdBy: string
  storeIds: readonly string[]
  needsClearing: boolean
}
export type DirectOptions = {
  startedAt: Date
  /** Aborts when the caller disconnects. */
  hungUp: AbortSignal
  /** Aborts when the output has no reader any more. */
  closed?: AbortSignal
  /** The error message for a caller who disconnected. */
  leftMessage: string
  /** Throws the reason why the caller is not (or no longer) allowed to export. */
  assertAllowed: () => Promise<void>
}
export type DirectJob = {
  id: string
  /** Its signal aborts when the caller disconnects, the output is closed, or a user cancels the job. */
  lease: JobLease
  /** The counts of the last save. */
  counts(): JobCounts
  /** The reason of the end: the caller disconnected, a user cancelled the job, or `error`. */
  reasonOf(error: unknown): AppError
  /** Throws JOB_CANCELLED if the job has already ended. Then its record says so, and the caller must not report a success. */
  complete(outcome: Omit<JobOutcome, 'files' | 'incomplete'>): Promise<void>
  /** Ends the job as failed. Returns whether it has failed, by this call or by a cancellation. */
  fail(reason: AppError, counts: JobCounts): Promise<boolean>
}

const completed = {
  status: 'completed',
  progress: 100,
  waitingFor: null,
  errorCode: null,
  errorMessage: null,
  needsClearing: false,
} as const

/** Records an export before its first call to a shop. */
export async function beginDirect(deps: Deps, job: NewDirect, options: DirectOptions): Promise<DirectJob> {
  const { startedAt, hungUp, closed, leftMessage, assertAllowed } = options
  const { id } = job
  const holder = { id, worker: crypto.randomUUID(), attempt: 1 }
  const { worker } = holder
  await insertDirect(deps.database, job, startedAt, {
    worker,
    leaseUntil: deps.sharedClock.after(leaseMs),
    needsClearing: job.needsClearing,
  })
  const cancelled = new AbortController()
  const onLost = () => cancelled.abort(new AppError('JOB_CANCELLED'))
  const kept = keepLease(deps, holder, { leaseMs, heartbeatMs, onLost })
  let counts: JobCounts = noCounts
  /** Returns false if the job has already ended. */
  async function end(change: JobChange & JobEnding): Promise<boolean> {
    kept.stop()
    // A caller that is still there waits for a database that is away, but no longer than the lease can last.
    const patience = AbortSignal.any([hungUp, AbortSignal.timeout(leaseMs)])
    const isOurs = await onceItAnswers(() => endLease(deps.database, holder, change, job), patience)
    if (isOurs) await ended(deps, id)
    return isOurs
  }
  return {
    id,
    lease: {
      signal: AbortSignal.any([hungUp, cancelled.signal, ...(closed ? [closed] : [])]),
      assertAllowed,
      async save(reached) {
        await assertAllowed()
        counts = reached.counts
        await kept.change({ counts, progress: Math.min(99, reached.progress) })
      },
      wait: kept.wait,
    },
    counts: () => counts,
    reasonOf(error) {
      if (hungUp.aborted) return new AppError('JOB_CANCELLED', leftMessage)
      const reason: unknown = cancelled.signal.aborted ? cancelled.signal.reason : error
      return reason instanceof AppError ? reason : new AppError('INTERNAL', undefined, { cause: reason })
    },
    async complete({ counts: finalCounts, receipt, warning, sheet }) {
      const finishedAt = new Date(deps.now())
      if (!(await end({ ...completed, counts: finalCounts, receipt, warning, sheet, finishedAt }))) throw new AppError('JOB_CANCELLED')
    },
    async fail({ code, message }, lastCounts) {
      const isOurs = await end({ ...failedWith(code, message, new Date(deps.now())), counts: lastCounts })
      return isOurs || (await findJob(deps.database.db, id))?.status === 'failed'
    },
  }
}
