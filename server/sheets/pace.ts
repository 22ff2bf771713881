import type { Clock } from '#server/platforms/clock.ts'
import { sleep } from '#server/platforms/retry.ts'

const MINUTE_MS = 60_000

/** Lets so many calls through in any minute; the others wait. `urgent` calls may use the last of them, so that nobody waits for an export. */
export type SheetsPace = {
  enter(options: { urgent: boolean; signal?: AbortSignal | undefined; onWait?: (() => void) | undefined }): Promise<void>
}

/** @param perMinute calls in any 60 seconds. @param kept how many of them only urgent calls may use. */
export function createPace(clock: Clock, perMinute: number, kept: number): SheetsPace {
  let taken: number[] = []

  /** 0 when the call may go now: then its place is taken. */
  function waitMs(max: number): number {
    const now = clock.now()
    // What lies ahead of a clock that was set back is from before: it holds nobody up.
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
