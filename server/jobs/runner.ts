import { AppError, errors } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/procedure/disk-full.ts'
import { ended, type OnEnd } from '#server/jobs/ended.ts'
import { failedWith } from '#server/jobs/failed.ts'
import { Reconnected, Stopped, type JobLease, type JobHandlers, type JobOutcome } from './handler.ts'
import type { EndingJob } from '#server/jobs/end-event.ts'
import { attemptOf } from '#server/jobs/files.ts'
import { keepLease, type KeptLease } from '#server/jobs/lease.ts'
import { endLease, updateLeased, releaseLease, type LeaseHolder } from '#server/jobs/queue-repo.ts'
import { cleared } from '#server/jobs/cleared.ts'
import { onceItAnswers } from '#server/jobs/once-it-answers.ts'
import { isDatabaseAway, type Outage } from '#server/jobs/outage.ts'
import { findJob } from '#server/jobs/repo.ts'
import type { JobRow, TakenJob } from '#server/jobs/row.ts'
import { mayGoOn, nextTry } from '#server/jobs/tries.ts'

export type RunnerOptions = {
  handlers: JobHandlers
  worker: string
  leaseMs: number
  onEnd?: OnEnd
  outage: Outage
  /** The interval of lease renewals. A cancelled job is noticed after the same time. */
  heartbeatMs: number
  /** The maximum number of crashes since the last checkpoint. The last one ends the job. Programming errors count as crashes. */
  crashes: number
}
type RunnerDeps = Pick<Deps, 'database' | 'files' | 'now' | 'sharedClock' | 'log' | 'metrics'>

/** A checkpoint resets the counts of failures. */
const gotOn = { failures: 0, crashes: 0, failingSince: null }

/** The lease that a job's handler gets. */
function handlerLease(job: TakenJob, { handlers }: RunnerOptions, lease: KeptLease, signal: AbortSignal): JobLease {
  let { progress } = job
  const assertAllowed = () => handlers[job.type].assertAllowed(job)
  return {
    signal,
    assertAllowed,
    async save(reached) {
      signal.throwIfAborted()
      await assertAllowed()
      // The progress never decreases, and is 100 only with a result.
      progress = Math.min(99, Math.max(progress, reached.progress))
      const { progress: _progress, files, ...kept } = reached
      await lease.change({ status: 'running', ...kept, ...(files ? { files: [...files] } : {}), progress, ...gotOn })
      signal.throwIfAborted()
    },
    wait: lease.wait,
  }
}

const completed = { status: 'completed', progress: 100, waitingFor: null, errorCode: null, errorMessage: null } as const

/** What the event of its end says about a job. */
const endingOf = ({ stores, ...job }: TakenJob): EndingJob => ({ ...job, storeIds: stores.map(({ id }) => id) })

function finished(deps: RunnerDeps, { files, incomplete, along: _along, ...outcome }: JobOutcome) {
  const finishedAt = new Date(deps.now())
  return {
    ...outcome,
    files: [...files],
    checkpoint: null,
    needsClearing: false,
    finishedAt,
    ...(incomplete === null ? completed : failedWith('INCOMPLETE', incomplete, finishedAt)),
  }
}

/** The job was ended, or another worker has taken it. Removes the output of this attempt, unless another attempt resumes from it. */
async function clearAfterLoss(deps: RunnerDeps, { handlers: kinds }: RunnerOptions, job: JobRow) {
  const now = await findJob(deps.database.db, job.id)
  // A job with a checkpoint was released with all its output.
  if (now && !(now.status === 'failed' && now.checkpoint === null)) return
  const left = await kinds[job.type].discard({ ...job, delivery: now?.delivery ?? job.delivery })
  if (left !== null) await cleared(deps, job, left)
}

/** An error with a message for users. */
function readable(deps: RunnerDeps, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError('DISK_FULL', undefined, { cause: error })
  if (isDatabaseAway(error)) return new AppError('OVERLOADED', messages.jobs.databaseAway, { cause: error })
  deps.log.error({ err: error }, 'a job failed by a mistake of ours')
  return new AppError('INTERNAL', errors.INTERNAL.message, { cause: error })
}

/** Transient errors that prevent recording a failure. */
const isUnwritable = (error: unknown) => isDatabaseAway(error) || isDiskFull(error)

/**
 * Removes the unfinished output of a failed job. Where that fails, a worker repeats it later, because it must not hide the failure of the
 * job.
 */
async function clear(deps: RunnerDeps, { handlers: kinds }: RunnerOptions, job: JobRow) {
  try {
    await cleared(deps, job, await kinds[job.type].discard(job))
  } catch (error) {
    deps.log.warn({ err: error }, 'a failed job could not be cleared at once')
  }
}

type Failed = { error: unknown; stopping: AbortSignal }

async function afterFailure(deps: RunnerDeps, options: RunnerOptions, job: TakenJob, holder: LeaseHolder, { error, stopping }: Failed) {
  if (error instanceof Stopped && error.why === 'lost') return clearAfterLoss(deps, options, job)
  if (error instanceof Stopped) {
    await releaseLease(deps.database, holder, { status: 'waiting', waitingFor: null })
    deps.log.info({ attempt: job.attempts }, 'a job returned to the queue, because its worker stops')
    return
  }
  if (error instanceof Reconnected) {
    await onceItAnswers(() => releaseLease(deps.database, holder, { status: 'waiting', waitingFor: null }), stopping, isUnwritable)
    deps.log.info({ attempt: job.attempts }, 'a job returned to the queue, because its store has new credentials')
    return
  }
  const failure = readable(deps, error)
  const latest = (await onceItAnswers(() => findJob(deps.database.db, job.id), stopping)) ?? job
  const again = nextTry(latest, failure, { now: deps.now(), clock: deps.sharedClock, max: options.crashes })
  deps.log.warn({ err: failure, attempt: job.attempts, isTriedAgain: again !== null }, 'an attempt at a job failed')
  if (again) {
    await onceItAnswers(() => releaseLease(deps.database, holder, again), stopping, isUnwritable)
    return
  }
  // On a full disk, the removal makes room for recording the failure. All other output is removed only once the lease is certain.
  const begun = { ...job, delivery: latest.delivery }
  if (failure.code === 'DISK_FULL') await clear(deps, options, begun)
  const isKept = mayGoOn(failure) && latest.checkpoint !== null
  const failed = { ...failedWith(failure.code, failure.message, new Date(deps.now())), ...(isKept ? {} : { checkpoint: null }) }
  if (!(await onceItAnswers(() => endLease(deps.database, holder, failed, endingOf(job)), stopping, isUnwritable)))
    return clearAfterLoss(deps, options, job)
  if (!isKept) await clear(deps, options, begun)
  await ended(deps, job.id, options.onEnd)
}

/** The attempt that wrote the files of an ended job. A delivery may have ended in a later one. */
async function firstAttemptWithFiles({ database }: RunnerDeps, { id, attempts }: TakenJob): Promise<number> {
  const now = await findJob(database.db, id)
  return Math.min(attempts, ...(now?.files ?? []).map((file) => attemptOf(id, file.id) ?? attempts))
}

/** Runs a taken job until it ends or has to stop. Failures of the job never reject. Its caller sets the trace of the log. */
export async function runJob(deps: RunnerDeps, options: RunnerOptions, job: TakenJob, stopping: AbortSignal): Promise<void> {
  const holder = { id: job.id, worker: options.worker, attempt: job.attempts }
  const stop = new AbortController()
  const leave = () => stop.abort(new Stopped('stopping'))
  stopping.addEventListener('abort', leave, { once: true })
  if (stopping.aborted) leave()
  const { leaseMs, heartbeatMs, outage } = options
  const onLost = () => stop.abort(new Stopped('lost'))
  const lease = keepLease(deps, holder, { leaseMs, heartbeatMs, onLost, isLogged: (error) => outage.hasCaused(error) })
  const handler = options.handlers[job.type]
  let isDone = false
  try {
    await handler.assertAllowed(job)
    const startedAt = job.startedAt ?? new Date(deps.now())
    await updateLeased(deps.database.db, holder, { status: 'running', startedAt, errorCode: null, errorMessage: null })
    const outcome = await handler.run({ ...job, startedAt }, handlerLease(job, options, lease, stop.signal))
    const end = finished(deps, outcome)
    const along = outcome.incomplete === null ? outcome.along : undefined
    if (!(await onceItAnswers(() => endLease(deps.database, holder, end, endingOf(job), along), stopping))) throw new Stopped('lost')
    isDone = true
  } catch (error) {
    await afterFailure(deps, options, job, holder, { error: stop.signal.aborted ? stop.signal.reason : error, stopping })
  } finally {
    lease.stop()
    stopping.removeEventListener('abort', leave)
  }
  // The output of earlier attempts is no longer needed: it was kept for an attempt that resumes.
  if (isDone) {
    await deps.files
      .remove({ key: job.id, attempt: (await firstAttemptWithFiles(deps, job)) - 1 })
      .catch((error: unknown) => deps.log.warn({ err: error }, 'what earlier attempts wrote could not be removed'))
    await ended(deps, job.id, options.onEnd)
  }
}
