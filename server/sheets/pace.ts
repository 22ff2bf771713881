import type { Clock } from '#server/platforms/clock.ts'
import { sleep } from '#server/platforms/retry.ts'

const MINUTE_MS = 60_000

/**
 * Limits the number of calls in any minute; further calls wait. Some calls are reserved for `urgent` ones, so that users do not wait for
 * exports.
 */
export type SheetsPace = {
  enter(options: { urgent: boolean; signal?: AbortSignal | undefined; onWait?: (() => void) | undefined }): Promise<void>
}

/** @param perMinute the maximum number of calls in any 60 seconds. @param kept how many of them are reserved for urgent calls. */
export function createPace(clock: Clock, perMinute: number, kept: number): SheetsPace {
  let taken: number[] = []

  /** The remaining wait. 0: the call may go out now and is counted. */
  function waitMs(max: number): number {
    const now = clock.now()
    // After the clock was set back, entries in its future are outdated and ignored.
    taken = taken.filter((at) => at > now - MINUTE_MS && at <= now)
    const blocking = taken.at(-max)
    if (blocking !== undefined) return blocking + MINUTE_MS - now
    taken.push(now)
    return 0
  }

  return {
    async enter({ urgent, signal, onWait }) {
      const max = urgent ? perMinute : perMinute - kept
      for (let wait = waitMs(max); wait > 0; wait = waitMs(max)) {
        onWait?.()
        await sleep(clock, wait, signal)
      }
    },
  }
}
