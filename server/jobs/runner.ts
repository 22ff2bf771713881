import { setTimeout as pause } from 'node:timers/promises'
import { AppError, errors, type ErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/disk-full.ts'
import { ended, type OnEnd } from '#server/jobs/ended.ts'
import { failedWith } from '#server/jobs/failed.ts'
import type { Hold, Kinds, Outcome } from '#server/jobs/kind.ts'
import { hold as keepHold, letGo, type Holder } from '#server/jobs/queue-repo.ts'
import { find } from '#server/jobs/repo.ts'
import type { JobRow, TakenJob } from '#server/jobs/row.ts'

export type RunnerOptions = {
  kinds: Kinds
  worker: string
  leaseMs: number
  onEnd?: OnEnd
  /** How often the lease is renewed; a cancelled job is noticed as quickly. */
  beatMs: number
}
type RunnerDeps = Pick<Deps, 'database' | 'files' | 'now' | 'log'>

/** Why a run stops in the middle. */
type Stop = 'lost' | 'stopping'
class Stopped extends Error {
  readonly why: Stop
  constructor(why: Stop) {
    super(why)
    this.why = why
  }
}

const { failures: most } = limits.jobs
/**
 * Failures that may pass, and how often in a row a job is tried again after them. Those of ours are mostly the database's, which is back in
 * a moment; where they are mistakes, trying again does not help for long.
 */
const triesAfter: Partial<Record<ErrorCode, number>> = {
  STORE_BUSY: most,
  STORE_UNREACHABLE: most,
  SHEETS_BUSY: most,
  SHEETS_UNREACHABLE: most,
  TOO_MANY_REQUESTS: most,
  OVERLOADED: most,
  TIMED_OUT: most,
  INTERNAL: 2,
}
const firstBackoffMs = 2_000
const longestBackoffMs = 300_000

const leaseFrom = ({ now }: RunnerDeps, { leaseMs }: RunnerOptions) => new Date(now() + leaseMs)

function holdOn(
  deps: RunnerDeps,
  options: RunnerOptions,
  job: TakenJob,
  holder: Holder,
  stop: AbortController,
): Hold & { beat(): Promise<void> } {
  const { db } = deps.database
  let { progress } = job
  let waitingFor: string | null = null
  async function keep(change: Parameters<typeof keepHold>[2]) {
    if (await keepHold(db, holder, { ...change, leaseUntil: leaseFrom(deps, options) })) return
    stop.abort(new Stopped('lost'))
  }
  const beat = () => keep({})
  const assertAllowed = () => options.kinds[job.type].assertAllowed(job)
  return {
    signal: stop.signal,
    beat,
    assertAllowed,
    async save(reached) {
      stop.signal.throwIfAborted()
      await assertAllowed()
      // Never backwards, and whole only with a result.
      progress = Math.min(99, Math.max(progress, reached.progress))
      const { checkpoint, counts } = reached
      await keep({ status: 'running', checkpoint, counts, progress, failures: 0, crashes: 0, waitingFor })
      stop.signal.throwIfAborted()
    },
    wait(reason) {
      // Told with each of the shop's calls: most of the time, it is no news.
      if (reason === waitingFor) return
      waitingFor = reason
      void keep({ waitingFor }).catch((error: unknown) => deps.log.warn({ err: error, job: job.id }, 'a wait could not be told'))
    },
  }
}

const completed = { status: 'completed', progress: 100, waitingFor: null, errorCode: null, errorMessage: null }

function finished(deps: RunnerDeps, { files, incomplete, ...outcome }: Outcome) {
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

/** After a failure that may pass: later, with a wait that doubles and is spread, so that jobs which failed together do not come back together. */
function backedOff(deps: RunnerDeps, job: JobRow, { code, message, retryAfterSeconds = 0 }: AppError) {
  const cap = Math.min(longestBackoffMs, firstBackoffMs * 2 ** job.failures)
  const runAt = new Date(deps.now() + Math.max(retryAfterSeconds * 1000, Math.round(Math.random() * cap)))
  return { status: 'pending', runAt, failures: job.failures + 1, errorCode: code, errorMessage: message, waitingFor: message }
}

/** Somebody ended or took the job: what this attempt left is only in the way if no other one goes on from it. */
async function clearAfterLoss(deps: RunnerDeps, { kinds }: RunnerOptions, job: JobRow) {
  const now = await find(deps.database.db, job.id)
  if (!now || now.status === 'failed') await kinds[job.type].discard(job)
}

/** A message that is written for users, whatever went wrong. */
function readable(deps: RunnerDeps, job: JobRow, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError('DISK_FULL', undefined, { cause: error })
  deps.log.error({ err: error, job: job.id }, 'a job failed by a mistake of ours')
  return new AppError('INTERNAL', errors.INTERNAL.message, { cause: error })
}

const roomPauseMs = 1_000

/** Writes again until the disk has room for it: nothing else would tell why a job failed. */
async function onceThereIsRoom<T>(write: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isDiskFull(error) || stopping.aborted) throw error
      await pause(roomPauseMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

async function afterFailure(
  deps: RunnerDeps,
  options: RunnerOptions,
  job: JobRow,
  holder: Holder,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
) {
  if (error instanceof Stopped && error.why === 'lost') return clearAfterLoss(deps, options, job)
  if (error instanceof Stopped) {
    await letGo(deps.database, holder, { status: 'waiting', waitingFor: null })
    return
  }
  const failure = readable(deps, job, error)
  const latest = await find(deps.database.db, job.id)
  const failures = latest?.failures ?? job.failures
  if (failures < (triesAfter[failure.code] ?? 0)) {
    await letGo(deps.database, holder, backedOff(deps, { ...job, failures }, failure))
    return
  }
  deps.log.warn({ err: failure, job: job.id }, 'a job failed')
  // First away with what is unfinished: on a full disk, that is what lets the failure be written down. Where that fails, too, a
  // worker makes up for it later: why the job failed must not be lost over it.
  const needsClearing = await options.kinds[job.type].discard(job).then(
    () => false,
    (problem: unknown) => {
      deps.log.warn({ err: problem, job: job.id }, 'a failed job could not be cleared at once')
      return true
    },
  )
  const failed = failedWith(failure.code, failure.message, new Date(deps.now()))
  const isOurs = await onceThereIsRoom(() => letGo(deps.database, holder, { ...failed, needsClearing }), stopping)
  if (isOurs) await ended(deps, job.id, options.onEnd)
}

/** Runs a job that this worker took, to its end or until it must be left alone. Never rejects for what happens to the job. */
export async function runJob(deps: RunnerDeps, options: RunnerOptions, job: TakenJob, stopping: AbortSignal): Promise<void> {
  const holder = { id: job.id, worker: options.worker, attempt: job.attempts }
  const stop = new AbortController()
  const leave = () => stop.abort(new Stopped('stopping'))
  stopping.addEventListener('abort', leave, { once: true })
  if (stopping.aborted) leave()
  const hold = holdOn(deps, options, job, holder, stop)
  const timer = setInterval(
    () => void hold.beat().catch((error: unknown) => deps.log.warn({ err: error, job: job.id }, 'a lease could not be renewed')),
    options.beatMs,
  )
  const kind = options.kinds[job.type]
  let isDone = false
  try {
    await kind.assertAllowed(job)
    await keepHold(deps.database.db, holder, {
      status: 'running',
      startedAt: job.startedAt ?? new Date(deps.now()),
      errorCode: null,
      errorMessage: null,
    })
    const outcome = await kind.run(job, hold)
    if (!(await letGo(deps.database, holder, finished(deps, outcome)))) throw new Stopped('lost')
    isDone = true
  } catch (error) {
    await afterFailure(deps, options, job, holder, { error: stop.signal.aborted ? stop.signal.reason : error, stopping })
  } finally {
    clearInterval(timer)
    stopping.removeEventListener('abort', leave)
  }
  // What earlier attempts wrote stood by until now, for one that would have had to go on from it.
  if (isDone) {
    await deps.files
      .remove({ key: job.id, attempt: job.attempts - 1 })
      .catch((error: unknown) => deps.log.warn({ err: error, job: job.id }, 'what earlier attempts wrote could not be removed'))
    await ended(deps, job.id, options.onEnd)
  }
  deps.log.info({ job: job.id, attempt: job.attempts }, 'a worker let go of a job')
}
