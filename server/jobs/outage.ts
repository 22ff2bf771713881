import { errors } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/procedure/disk-full.ts'
import { toFailure } from '#server/procedure/failure.ts'

/** Whether a statement failed as callers are told that the server cannot answer now: the database is locked or away, which may pass. */
export const isDatabaseAway = (error: unknown): boolean => !isDiskFull(error) && toFailure(error).status === errors.OVERLOADED.status

/** What a worker that looks at the queue is to do about a database that does not answer. */
export type Outage = {
  /** Says that the database is away, where that is why it failed; once, until `isOver`. False: it failed for another reason. */
  hasCaused(error: unknown): boolean
  /** The database has answered. */
  isOver(): void
  /** How long to wait before the next look, in milliseconds: longer each time while the database is away. */
  pauseMs(): number
}

/** What the log says. */
export const outageLines = { away: 'the database does not answer; trying again', back: 'the database answers again' } as const

const longestPauseMs = 5_000

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error
}

/** The words of whatever broke the connection; a statement's own would hold its parameters. */
function reasonFor(error: unknown): string {
  const root = rootOf(error)
  if (!(root instanceof Error)) return String(root)
  return 'code' in root ? String(root.code) : root.message
}

/** `pollMs`: how long to wait while all is well. */
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
