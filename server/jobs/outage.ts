import { errors } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/procedure/disk-full.ts'
import { toFailure } from '#server/procedure/failure.ts'

/** Whether a statement failed because the database is locked or cannot be reached, which may pass. Then the API answers OVERLOADED. */
export const isDatabaseAway = (error: unknown): boolean => !isDiskFull(error) && toFailure(error).status === errors.OVERLOADED.status

/** How a polling worker treats a database that does not answer. */
export type Outage = {
  /** Logs once, until `isOver`, that the database is away. Returns false where the statement failed for another reason. */
  hasCaused(error: unknown): boolean
  /** Called when the database has answered. */
  isOver(): void
  /** The wait before the next poll, in milliseconds. It grows while the database is away. */
  pauseMs(): number
}

/** The log messages. */
export const outageLines = { away: 'the database does not answer; trying again', back: 'the database answers again' } as const

const longestPauseMs = 5_000

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error
}

/** The message of the connection error. The message of the statement could have its parameters in it. */
function reasonFor(error: unknown): string {
  const root = rootOf(error)
  if (!(root instanceof Error)) return String(root)
  return 'code' in root ? String(root.code) : root.message
}

/** `pollMs`: the normal polling interval. */
export function watchForOutage({ log }: Pick<Deps, 'log'>, pollMs: number): Outage {
  let isAway = false
  let nextMs = pollMs
  return {
    hasCaused(error) {
      if (!isDatabaseAway(error)) return false
      if (!isAway) log.warn({ reason: reasonFor(error) }, outageLines.away)
      isAway = true
      return true
    },
    isOver() {
      if (isAway) log.info(outageLines.back)
      isAway = false
      nextMs = pollMs
    },
    pauseMs() {
      const ms = nextMs
      if (isAway) nextMs = Math.min(nextMs * 2, longestPauseMs)
      return ms
    },
  }
}
