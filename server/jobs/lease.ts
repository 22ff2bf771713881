import type { Deps } from '#server/deps.ts'
import { updateLeased, type JobChange, type LeaseHolder } from '#server/jobs/queue-repo.ts'

export type LeaseOptions = {
  leaseMs: number
  /** How often the lease is renewed; a cancelled job is noticed as quickly. */
  heartbeatMs: number
  /** Called when the job is not the holder's any more. */
  onLost: () => void
  /** Whether a failure of the heartbeat is in the log already. */
  isLogged?: (error: unknown) => boolean
}

/** A lease that is renewed until `stop`. */
export type KeptLease = {
  /** Changes the job's row and renews the lease. */
  change: (fields: JobChange) => Promise<void>
  /** Keeps in the row why nothing moves; `null`: it moves again. */
  wait: (reason: string | null) => void
  /** Ends the renewal; what the holder learns after it is not told any more. */
  stop: () => void
}

/** When a lease that is taken now ends. */
export const leaseEnd = ({ now }: Pick<Deps, 'now'>, leaseMs: number): Date => new Date(now() + leaseMs)

/** Keeps a job leased: by a worker, or by the call that runs an export while its caller waits. */
export function keepLease(
  deps: Pick<Deps, 'database' | 'now' | 'log'>,
  holder: LeaseHolder,
  { leaseMs, heartbeatMs, onLost, isLogged = () => false }: LeaseOptions,
): KeptLease {
  let waitingFor: string | null = null
  let isFailing = false
  let isStopped = false
  async function change(fields: JobChange) {
    const isOurs = await updateLeased(deps.database.db, holder, { waitingFor, ...fields, leaseUntil: leaseEnd(deps, leaseMs) })
    if (!isOurs && !isStopped) onLost()
  }
  async function heartbeat() {
    try {
      await change({})
      isFailing = false
    } catch (error) {
      // One line for each outage, however long it lasts.
      if (!isFailing && !isLogged(error)) deps.log.warn({ err: error, job: holder.id }, 'a lease could not be renewed')
      isFailing = true
    }
  }
  const timer = setInterval(() => void heartbeat(), heartbeatMs)
  timer.unref()
  return {
    change,
    wait(reason) {
      // Each of the shop's calls reports; most report what is known.
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
