// The record of an export that its caller waits for: it has no worker, and its lease is the caller's connection.
import { AppError } from '#shared/errors.ts'
import { noCounts, type JobCounts, type JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { ended } from '#server/jobs/ended.ts'
import { failedWith } from '#server/jobs/failed.ts'
import type { JobLease, JobOutcome } from '#server/jobs/handler.ts'
import { keepLease, leaseEnd } from '#server/jobs/lease.ts'
import { endLease } from '#server/jobs/queue-repo.ts'
import { onceItAnswers } from '#server/jobs/once-it-answers.ts'
import { findJob, insertDirect } from '#server/jobs/repo.ts'

const leaseMs = 60_000
const heartbeatMs = 2_000

/** `needsClearing`: its output has to be removed unless it completes. */
export type NewDirect = { type: JobType; payload: unknown; createdBy: string; storeIds: readonly string[]; needsClearing: boolean }
export type DirectOptions = {
  startedAt: Date
  /** Aborts when the caller hangs up. */
  hungUp: AbortSignal
  /** Aborts when nobody reads any more what the export sends. */
  closed?: AbortSignal
  /** Why it failed where the caller hung up. */
  leftMessage: string
  /** Throws why the caller may not have it (any more). */
  assertAllowed: () => Promise<void>
}
export type DirectJob = {
  id: string
  /** Its signal aborts when the caller hangs up, and when somebody cancels the job. */
  lease: JobLease
  /** How far it had come at the last save. */
  counts(): JobCounts
  /** Why it ended, in words: the caller left, somebody cancelled it, or what went wrong. */
  reasonOf(error: unknown): AppError
  /** Throws JOB_CANCELLED where it was ended in the meantime: then the record says so, and nobody may be told of a success. */
  complete(outcome: Omit<JobOutcome, 'files' | 'incomplete'>): Promise<void>
  /** Answers whether it has failed: by this, or by somebody who cancelled it. */
  fail(reason: AppError, counts: JobCounts): Promise<boolean>
}

const completed = { status: 'completed', progress: 100, waitingFor: null, errorCode: null, needsClearing: false }

/** Puts an export on record before its first call to a shop. */
export async function beginDirect(deps: Deps, job: NewDirect, options: DirectOptions): Promise<DirectJob> {
  const { startedAt, hungUp, closed, leftMessage, assertAllowed } = options
  const id = crypto.randomUUID()
  const holder = { id, worker: crypto.randomUUID(), attempt: 1 }
  const { worker } = holder
  await insertDirect(deps.database, { ...job, id }, startedAt, {
    worker,
    leaseUntil: leaseEnd(deps, leaseMs),
    needsClearing: job.needsClearing,
  })
  const cancelled = new AbortController()
  const onLost = () => cancelled.abort(new AppError('JOB_CANCELLED'))
  const kept = keepLease(deps, holder, { leaseMs, heartbeatMs, onLost })
  let counts: JobCounts = noCounts
  /** Whether it was still ours to end. */
  async function end(change: Parameters<typeof endLease>[2]): Promise<boolean> {
    kept.stop()
    // A caller that is still there waits for a database that is away, but no longer than the lease can last.
    const patience = AbortSignal.any([hungUp, AbortSignal.timeout(leaseMs)])
    const isOurs = await onceItAnswers(() => endLease(deps.database, holder, change), patience)
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
