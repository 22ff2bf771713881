import { setTimeout as pause } from 'node:timers/promises'

/** Time and randomness as a dependency, so that tests do not wait and are deterministic. */
export type Clock = {
  /** Monotonic milliseconds, for durations. Nothing sets this clock back. */
  now: () => number
  /** Milliseconds since 1970 by the machine's clock, which can be set back or forward at any time. */
  date: () => number
  /** Waits this number of milliseconds. Rejects at once when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborts after this number of milliseconds. */
  deadline: (ms: number) => AbortSignal
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random: () => number
}

export const machineClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: async (ms, signal) => {
    await pause(ms, undefined, signal ? { signal } : {})
  },
  deadline: (ms) => AbortSignal.timeout(Math.max(1, Math.round(ms))),
  random: Math.random,
}
