import { setTimeout as pause } from 'node:timers/promises'

/** Time and chance, so that tests neither wait nor guess. `now` is in milliseconds since 1970. */
export type Clock = {
  now: () => number
  /** Waits so many milliseconds; rejects at once when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborts after so many milliseconds. */
  deadline: (ms: number) => AbortSignal
  /** From 0 up to, but not, 1. */
  random: () => number
}

/** The machine's own time: steady, because nothing sets it back while we run. */
export const machineClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    await pause(ms, undefined, signal ? { signal } : {})
  },
  deadline: (ms) => AbortSignal.timeout(Math.max(1, Math.round(ms))),
  random: Math.random,
}
