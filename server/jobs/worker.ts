import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import type { JobHandlers } from './handler.ts'
import { claimJob, leftovers, markCleared, recover } from '#server/jobs/queue-repo.ts'
import { failedWith } from '#server/jobs/failed.ts'
import { ended, type OnEnd } from '#server/jobs/ended.ts'
import { watchForOutage } from '#server/jobs/outage.ts'
import { traced } from '#server/logs/trace.ts'
import { runJob } from '#server/jobs/runner.ts'
import { noteAlive, noteGone } from '#server/jobs/workers-repo.ts'

export type WorkerOptions = {
  handlers: JobHandlers
  atOnce?: number
  leaseMs?: number
  heartbeatMs?: number
  pollMs?: number
  caps?: { perStore: number; perUser: number }
  crashes?: number
  /** Called for every job that ends here. */
  onEnd?: OnEnd
  /** The housekeeping. It is called often and runs only due tasks. */
  housekeeping?: (stopping: AbortSignal) => Promise<void>
}
export type Worker = {
  /** Runs all ready jobs and returns when none is left. */
  drain(): Promise<void>
  /** Takes jobs until `stop`. */
  start(): void
  /** Takes no more jobs, lets the running ones reach a checkpoint and releases them. */
  stop(): Promise<void>
}

const defaults = {
  atOnce: limits.jobs.atOnce,
  leaseMs: limits.jobs.leaseMs,
  heartbeatMs: 1_000,
  pollMs: 500,
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

/** A worker over the jobs table. Any number of them, on any number of machines, share the work. */
export function createWorker(deps: Deps, given: WorkerOptions): Worker {
  const chosen = { ...defaults, ...given }
  const outage = watchForOutage(deps, chosen.pollMs)
  const options = { ...chosen, outage, worker: crypto.randomUUID() }
  const { handlers, atOnce, leaseMs, caps } = options
  /** The running jobs of this worker, by run. A retried job may be taken again before its last run has ended. */
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let loop: Promise<void> | undefined
  let clearAgainAt = Number.NEGATIVE_INFINITY
  let aliveAgainAt = Number.NEGATIVE_INFINITY

  /** A heartbeat: users with waiting jobs see whether a worker is running. */
  async function sayAlive() {
    const now = deps.now()
    if (now < aliveAgainAt) return
    await noteAlive(deps.database, options.worker, now)
    aliveAgainAt = now + limits.jobs.aliveEveryMs
  }

  async function rescue() {
    const now = new Date(deps.now())
    const alive = [...running.values()]
    const over = await recover(
      deps.database,
      { now, maxCrashes: options.crashes, alive },
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
    for (const job of await leftovers(deps.database.db, new Date(deps.now() - keptMs))) {
      try {
        await handlers[job.type].discard(job)
        await markCleared(deps.database.db, job)
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

  /** Takes as many jobs as there are free slots. Returns whether it took any. */
  async function fill(): Promise<boolean> {
    let isAny = false
    while (running.size < atOnce && !stopping.signal.aborted) {
      const now = deps.now()
      const job = await claimJob(deps.database, options.worker, caps, new Date(now), new Date(now + leaseMs))
      if (!job) break
      isAny = true
      const trace = { job: job.id, stores: job.stores.map(({ id }) => id) }
      const run = traced(trace, () => runJob(deps, options, job, stopping.signal))
        .catch((error: unknown) =>
          deps.log.error({ err: error, job: job.id }, 'a job could not be brought to its end; its lease will run out'),
        )
        .finally(() => running.delete(run))
      running.set(run, job.id)
    }
    return isAny
  }

  async function turn() {
    try {
      await sayAlive()
      await rescue()
      clearing.begin()
      housekeeping.begin()
      await fill()
      outage.isOver()
    } catch (error) {
      if (!outage.hasCaused(error)) deps.log.error({ err: error }, 'the queue could not be read; trying again')
    }
  }

  return {
    async drain() {
      await sayAlive()
      await rescue()
      await clear()
      // Taken jobs may end before the queue is found empty.
      while ((await fill()) || running.size > 0) if (running.size > 0) await Promise.race(running.keys())
    },
    start() {
      loop = (async () => {
        while (!stopping.signal.aborted) {
          await turn()
          // The end of a job frees a slot at once. Otherwise, the worker polls again after a pause.
          const idle = pause(outage.pauseMs(), undefined, { signal: stopping.signal }).catch(() => {})
          await (running.size > 0 ? Promise.race([idle, ...running.keys()]) : idle)
        }
      })()
    },
    async stop() {
      stopping.abort()
      await loop
      await Promise.allSettled([...running.keys(), clearing.end(), housekeeping.end()])
      await noteGone(deps.database.db, options.worker).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'that this worker ended could not be noted; it is missed when its lease is over'),
      )
    },
  }
}
