/** So many calls in a row without an answer, and the shop counts as down. */
const FAILURES = 3
const PAUSE_MS = 30_000

/** Remembers that a shop is down, so that nobody waits for it again and again. */
export type Breaker = {
  /** How long no call may go out (ms); 0: it may now. While a shop is down one call in 30 s may, to see whether it is back. */
  waitMs(): number
  /** A call that went out is over. `isAlive`: the shop answered, whatever it said. */
  settle(isAlive: boolean): void
}

/** @param now steady milliseconds */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let closedUntil = 0
  return {
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
