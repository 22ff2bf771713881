/** After this number of calls in a row without an answer, the shop counts as down. */
const FAILURES = 3
const PAUSE_MS = 30_000

/** A circuit breaker: remembers that a shop is down, so that callers do not wait for it repeatedly. */
export type Breaker = {
  /** Milliseconds until the next call may go out. 0 means now. While a shop is down, one call in 30 s tests whether it is back. */
  waitMs(): number
  /** Records the end of a call. `isAlive`: the shop answered, with any status. */
  settle(isAlive: boolean): void
  /** Whether the shop counts as down. */
  isOpen(): boolean
}

/** @param now steady milliseconds */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let closedUntil = 0
  return {
    isOpen: () => failures >= FAILURES,
    waitMs() {
      if (failures < FAILURES) return 0
      const waitMs = Math.max(0, closedUntil - now())
      if (waitMs === 0) closedUntil = now() + PAUSE_MS
      return waitMs
    },
    settle(isAlive) {
      failures = isAlive ? 0 : failures + 1
      closedUntil = now() + PAUSE_MS
    },
  }
}
