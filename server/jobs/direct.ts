import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { JobCounts, JobSheet, JobType, Receipt } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { ended } from '#server/jobs/ended.ts'
import { endLease, updateLeased } from '#server/jobs/queue-repo.ts'
import { findJob, insertDirect } from '#server/jobs/repo.ts'
import { failedWith } from '#server/jobs/failed.ts'

const leaseMs = 60_000
const heartbeatMs = 2_000

/** `needsClearing`: what it writes has to be taken away where it does not come to its end. */
export type NewDirect = { type: JobType; payload: unknown; createdBy: string; storeIds: readonly string[]; needsClearing: boolean }
export type DirectJob = {
  id: string
  /** Tells those who watch how far it has come. */
  advance(change: { counts: JobCounts; progress: number }): Promise<void>
  /** Tells them why nothing moves; `null`: it moves again. */
  wait: (reason: string | null) => void
  /** Throws JOB_CANCELLED where it was ended in the meantime: then the record says so, and nobody may be told of a success. */
  complete(outcome: { counts: JobCounts; receipt: Receipt; warning: string | null; sheet: JobSheet | null }): Promise<void>
  /** Answers whether it has failed: by this, or by somebody who cancelled it. */
  fail(code: ErrorCode, message: string, counts: JobCounts): Promise<boolean>
}

/** The record of an export that somebody waits for while it is made. `onLost` is called when somebody cancels it. */
export async function beginDirect(deps: Deps, job: NewDirect, startedAt: Date, onLost: (why: AppError) => void): Promise<DirectJob> {
  const id = crypto.randomUUID()
  const holder = { id, worker: crypto.randomUUID(), attempt: 1 }
  const lease = () => new Date(deps.now() + leaseMs)
  const direct = { worker: holder.worker, leaseUntil: lease(), needsClearing: job.needsClearing }
  await insertDirect(deps.database, { ...job, id }, startedAt, direct)
  const heartbeat = async () => {
    if (!(await updateLeased(deps.database.db, holder, { leaseUntil: lease() }))) onLost(new AppError('JOB_CANCELLED'))
  }
  const timer = setInterval(
    () => void heartbeat().catch((error: unknown) => deps.log.warn({ err: error, job: id }, 'a lease could not be renewed')),
    heartbeatMs,
  )
  timer.unref()
  /** Whether it was still ours to end. */
  const end = async (change: Parameters<typeof endLease>[2]): Promise<boolean> => {
    clearInterval(timer)
    const isOurs = await endLease(deps.database, holder, change)
    if (isOurs) await ended(deps, id)
    return isOurs
  }
  let waitingFor: string | null = null
  return {
    id,
    async advance(change) {
      await updateLeased(deps.database.db, holder, change)
    },
    wait(reason) {
      // Told with each of the shop's calls: most of the time, it is no news.
      if (reason === waitingFor) return
      waitingFor = reason
      updateLeased(deps.database.db, holder, { waitingFor }).catch((error: unknown) =>
        deps.log.warn({ err: error, job: id }, 'a wait could not be told'),
      )
    },
    async complete({ counts, receipt, warning, sheet }) {
      const isOurs = await end({
        counts,
        receipt,
        warning,
        sheet,
        status: 'completed',
        progress: 100,
        finishedAt: new Date(deps.now()),
        waitingFor: null,
        errorCode: null,
        needsClearing: false,
      })
      if (!isOurs) throw new AppError('JOB_CANCELLED')
    },
    async fail(code, message, counts) {
      const isOurs = await end({ ...failedWith(code, message, new Date(deps.now())), counts })
      return isOurs || (await findJob(deps.database.db, id))?.status === 'failed'
    },
  }
}
