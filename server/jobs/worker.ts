import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import type { JobHandlers } from './handler.ts'
import { claimJobs } from '#server/jobs/claim-repo.ts'
import { cleared } from '#server/jobs/cleared.ts'
import { leftovers, promoteDue, recover } from '#server/jobs/queue-repo.ts'
import { failedWith } from '#server/jobs/failed.ts'
import { ended, type OnEnd } from '#server/jobs/ended.ts'
import { watchForOutage } from '#server/jobs/outage.ts'
import type { TakenJob } from '#server/jobs/row.ts'
import type { Caps } from '#server/jobs/slots.ts'
import { traced } from '#server/logs/trace.ts'
import { runJob } from '#server/jobs/runner.ts'
import { noteAlive, noteGone, viewQueue, removeSilent, takeWatch, type QueueView } from '#server/jobs/workers-repo.ts'

export type WorkerOptions = {
  handlers: JobHandlers
  atOnce?: number
  leaseMs?: number
  heartbeatMs?: number
  /** The interval of looks at the queue where no news of it can be heard. */
  pollMs?: number
  caps?: Caps
  crashes?: number
  /** Called for every job that ends here. */
  onEnd?: OnEnd
  /** The housekeeping. It is called often and runs only due tasks. */
  housekeeping?: (stopping: AbortSignal) => Promise<void>
  /** Makes the runs of the schedules whose time has come. */
  fireDue?: (stopping: AbortSignal) => Promise<void>
}
export type Worker = {
  /** Runs all ready jobs and returns when none is left. */
  drain(): Promise<void>
  /** Takes jobs until `stop`. */
  start(): void
  /** Resolves once other processes see that this worker runs. */
  seen: Promise<void>
  /** Takes no more jobs, lets the running ones reach a checkpoint and releases them. */
  stop(): Promise<void>
}

const defaults = {
  atOnce: limits.jobs.atOnce,
  leaseMs: limits.jobs.leaseMs,
  heartbeatMs: 1_000,
  pollMs: 250,
  caps: limits.jobs,
  crashes: limits.jobs.crashes,
}
const clearAgainMs = 60_000
const keptMs = limits.jobs.keptHours * 3_600_000

/** Repeated work that never overlaps with itself. */
function aside(work: () => Promise<void>, onError: (error: unknown) => void) {
  let underWay: Promise<void> | undefined
  return {
    begin() {
      underWay ??= work()
        .catch(onError)
        .finally(() => {
          underWay = undefined
        })
    },
    /** Resolves when none of it is running. */
    end: async () => underWay,
  }
}

/** Which part of a lease the watch lasts, and after which part it is renewed. A lost watch is noticed before the leases of its worker end. */
const watch = { lasts: 5 / 6, renewed: 1 / 3 }
/** So that workers do not all ask at the same moment. */
const jitterMs = 1_000

/** A worker over the jobs table. Any number of them, on any number of machines, share the work. */
export function createWorker(deps: Deps, given: WorkerOptions): Worker {
  const chosen = { ...defaults, ...given }
  const outage = watchForOutage(deps, chosen.pollMs)
  const options = { ...chosen, outage, worker: crypto.randomUUID() }
  const { handlers, atOnce, leaseMs, heartbeatMs, caps } = options
  /** The running jobs of this worker, by run. A retried job may be taken again before its last run has ended. */
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  const { db } = deps.database
  const { sharedClock: clock } = deps
  const { promise: isSeen, resolve: beSeen } = Promise.withResolvers<void>()
  let loop: Promise<void> | undefined
  let clearAgainAt = Number.NEGATIVE_INFINITY
  /** When this worker has to do what, by the monotonic clock. */
  const next = { alive: Number.NEGATIVE_INFINITY, watch: Number.POSITIVE_INFINITY, due: Number.POSITIVE_INFINITY }
  /** Whether something may have happened since the last look. */
  let hasNews = true
  let wake: (() => void) | undefined

  function hear() {
    hasNews = true
    wake?.()
  }

  /** A heartbeat: users with waiting jobs see whether a worker is running. */
  async function sayAlive(): Promise<QueueView> {
    const seen = await noteAlive(db, options.worker, clock)
    beSeen()
    const watchEnds = Math.max(0, seen.watchEndsInMs ?? 0) + deps.clock.random() * Math.min(jitterMs, leaseMs / 6)
    next.alive = deps.clock.now() + Math.min(limits.jobs.aliveEveryMs, watchEnds)
    return seen
  }

  async function rescue() {
    const now = new Date(deps.now())
    const alive = [...running.values()]
    const over = await recover(
      deps.database,
      { clock, maxCrashes: options.crashes, alive },
      {
        crashed: failedWith('JOB_CRASHED', errors.JOB_CRASHED.message, now),
        cut: failedWith('JOB_CRASHED', messages.jobs.downloadCut, now),
      },
    )
    for (const id of over) await ended(deps, id, options.onEnd)
  }

  /** Removes the output of failed jobs that are not resumed. A failed removal (Google may be down) is repeated later and blocks nothing. */
  async function clear() {
    if (deps.now() < clearAgainAt) return
    for (const job of await leftovers(db, new Date(deps.now() - keptMs))) {
      try {
        await cleared(deps, job, await handlers[job.type].discard(job))
      } catch (error) {
        clearAgainAt = deps.now() + clearAgainMs
        deps.log.warn({ err: error, job: job.id }, 'what a failed job left could not be cleared; trying again later')
      }
    }
  }

  /** Both run in the background, because a removal may wait for Google. */
  const clearing = aside(clear, (error) => {
    if (!outage.hasCaused(error)) deps.log.warn({ err: error }, 'what failed jobs left could not be looked up')
  })
  const housekeeping = aside(
    async () => options.housekeeping?.(stopping.signal),
    (error) => deps.log.error({ err: error }, 'the housekeeping failed'),
  )

  const firing = aside(
    async () => options.fireDue?.(stopping.signal),
    (error) => {
      if (!outage.hasCaused(error)) deps.log.error({ err: error }, 'the due schedules could not be looked up')
    },
  )

  function begin(job: TakenJob) {
    const trace = { job: job.id, stores: job.stores.map(({ id }) => id) }
    const run = traced(trace, () => runJob(deps, options, job, stopping.signal))
      .catch((error: unknown) =>
        deps.log.error({ err: error, job: job.id }, 'a job could not be brought to its end; its lease will run out'),
      )
      .finally(() => {
        running.delete(run)
        hear()
      })
    running.set(run, job.id)
  }

  /** Takes as many jobs as there are free slots. Returns whether it took any. */
  async function fill(): Promise<boolean> {
    let isAny = false
    while (running.size < atOnce && !stopping.signal.aborted) {
      const taken = await claimJobs(deps.database, options.worker, atOnce - running.size, { caps, clock, leaseMs })
      if (taken.length === 0) break
      isAny = true
      for (const job of taken) begin(job)
    }
    return isAny
  }

  /** The work of the one worker that has the watch. */
  async function keepWatch({ leaseEndsInMs, scheduleInMs }: QueueView) {
    const now = deps.clock.now()
    next.watch = Number.POSITIVE_INFINITY
    if (!(await takeWatch(db, options.worker, clock, leaseMs * watch.lasts))) return
    next.watch = now + leaseMs * watch.renewed
    if (leaseEndsInMs !== null) {
      if (leaseEndsInMs < 0) await rescue()
      // Then, the lease of another job may be the next to end.
      const againInMs = leaseEndsInMs < 0 ? heartbeatMs : leaseEndsInMs + 1
      next.watch = Math.min(next.watch, now + againInMs)
    }
    if (scheduleInMs !== null && scheduleInMs <= 0) firing.begin()
    await removeSilent(db, clock)
    clearing.begin()
    housekeeping.begin()
  }

  async function look(seen: QueueView) {
    const { isWaiting, dueInMs, scheduleInMs } = seen
    // Only the worker that has the watch makes the runs of schedules.
    if (scheduleInMs !== null && Number.isFinite(next.watch))
      next.watch = Math.min(next.watch, deps.clock.now() + (scheduleInMs > 0 ? scheduleInMs : heartbeatMs))
    next.due = dueInMs === null ? Number.POSITIVE_INFINITY : deps.clock.now() + Math.max(0, dueInMs)
    const isDue = dueInMs !== null && dueInMs <= 0
    if (isDue) await promoteDue(deps.database, clock)
    if (isWaiting || isDue) await fill()
  }

  const hasToLook = () => hasNews && running.size < atOnce

  /** Returns whether the database answered. */
  async function turn(): Promise<boolean> {
    const now = deps.clock.now()
    try {
      // News that comes from here on is for the next turn.
      if (hasToLook()) hasNews = false
      else if (now < Math.min(next.alive, next.watch, next.due)) return true
      const seen = now >= next.alive ? await sayAlive() : await viewQueue(db, clock)
      if (now >= next.watch || (seen.watchEndsInMs ?? 0) <= 0) await keepWatch(seen)
      await look(seen)
      outage.isOver()
      return true
    } catch (error) {
      hasNews = true
      if (!outage.hasCaused(error)) deps.log.error({ err: error }, 'the queue could not be read; trying again')
      return false
    }
  }

  /** Waits until there is something to do. The end of a job frees a slot at once. */
  async function idle() {
    if (hasToLook() || stopping.signal.aborted) return
    const ms = Math.min(next.alive, next.watch, next.due) - deps.clock.now()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async drain() {
      await sayAlive()
      await rescue()
      await promoteDue(deps.database, clock)
      await options.fireDue?.(stopping.signal)
      await clear()
      // Taken jobs may end before the queue is found empty.
      while ((await fill()) || running.size > 0) if (running.size > 0) await Promise.race(running.keys())
    },
    start() {
      const listener = deps.database.listen(hear, options.pollMs)
      loop = (async () => {
        while (!stopping.signal.aborted) {
          if (await turn()) await idle()
          else await pause(outage.pauseMs(), undefined, { signal: stopping.signal }).catch(() => {})
        }
        await listener.close()
      })()
    },
    seen: isSeen,
    async stop() {
      stopping.abort()
      wake?.()
      await loop
      await Promise.allSettled([...running.keys(), clearing.end(), housekeeping.end(), firing.end()])
      await noteGone(db, options.worker).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'that this worker ended could not be noted; it is missed when its lease is over'),
      )
    },
  }
}
