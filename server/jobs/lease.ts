import type { Deps } from '#server/deps.ts'
import { updateLeased, type JobChange, type LeaseHolder } from '#server/jobs/queue-repo.ts'

export type LeaseOptions = {
  leaseMs: number
  /** The interval of lease renewals. A cancelled job is noticed after the same time. */
  heartbeatMs: number
  /** Called when the holder has lost the job. */
  onLost: () => void
  /** Whether the error of a heartbeat is already in the log. */
  isLogged?: (error: unknown) => boolean
}

/** A lease that is renewed until `stop`. */
export type KeptLease = {
  /** Changes the job's row and renews the lease. */
  change: (fields: JobChange) => Promise<void>
  /** Stores the reason of a wait in the row. `null`: the job continues. */
  wait: (reason: string | null) => void
  /** Ends the renewal. `onLost` is not called after that. */
  stop: () => void
}

/** Renews the lease of a job: for a worker, or for a call that serves a direct export. */
export function keepLease(
  deps: Pick<Deps, 'database' | 'sharedClock' | 'log'>,
  holder: LeaseHolder,
  { leaseMs, heartbeatMs, onLost, isLogged = () => false }: LeaseOptions,
): KeptLease {
  let waitingFor: string | null = null
  let isFailing = false
  let isStopped = false
  async function change(fields: JobChange) {
    const isOurs = await updateLeased(deps.database.db, holder, { waitingFor, ...fields, leaseUntil: deps.sharedClock.after(leaseMs) })
    if (!isOurs && !isStopped) onLost()
  }
  async function heartbeat() {
    try {
      await change({})
      isFailing = false
    } catch (error) {
      // Logs each outage only once.
      if (!isFailing && !isLogged(error)) deps.log.warn({ err: error, job: holder.id }, 'a lease could not be renewed')
      isFailing = true
    }
  }
  const timer = setInterval(() => void heartbeat(), heartbeatMs)
  timer.unref()
  return {
    change,
    wait(reason) {
      // Every call to the shop reports its reason, and most reports change nothing.
      if (reason === waitingFor || isStopped) return
      waitingFor = reason
      change({}).catch((error: unknown) => deps.log.warn({ err: error, job: holder.id }, 'a wait could not be told'))
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}
