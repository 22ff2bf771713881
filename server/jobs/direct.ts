import type { ErrorCode } from '#shared/errors.ts'
import { AppError } from '#shared/errors.ts'
import type { JobCounts, JobType, Receipt } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { ended } from '#server/jobs/ended.ts'
import { hold, letGo } from '#server/jobs/queue-repo.ts'
import { insert } from '#server/jobs/repo.ts'
import { failedWith } from '#server/jobs/failed.ts'

const leaseMs = 60_000
const beatMs = 2_000

export type NewDirect = { type: JobType; payload: unknown; createdBy: string; storeIds: readonly string[] }
export type DirectJob = {
  id: string
  complete(outcome: { counts: JobCounts; receipt: Receipt; warning: string | null }): Promise<void>
  fail(code: ErrorCode, message: string, counts: JobCounts): Promise<void>
}

/** The record of a download that is read while it is made. `onLost` is called when somebody cancels it. */
export async function beginDirect(deps: Deps, job: NewDirect, onLost: (why: AppError) => void): Promise<DirectJob> {
  const id = crypto.randomUUID()
  const holder = { id, worker: crypto.randomUUID(), attempt: 1 }
  const lease = () => new Date(deps.now() + leaseMs)
  await insert(deps.database, { ...job, id }, new Date(deps.now()), { worker: holder.worker, leaseUntil: lease() })
  const beat = async () => {
    if (!(await hold(deps.database.db, holder, { leaseUntil: lease() }))) onLost(new AppError('JOB_CANCELLED'))
  }
  const timer = setInterval(
    () => void beat().catch((error: unknown) => deps.log.warn({ err: error, job: id }, 'a lease could not be renewed')),
    beatMs,
  )
  timer.unref()
  const end = async (change: Parameters<typeof letGo>[2]) => {
    clearInterval(timer)
    if (await letGo(deps.database, holder, change)) await ended(deps, id)
  }
  return {
    id,
    complete: (outcome) => end({ ...outcome, status: 'completed', progress: 100, finishedAt: new Date(deps.now()) }),
    fail: (code, message, counts) => end({ ...failedWith(code, message, new Date(deps.now())), counts }),
  }
}
