import { setTimeout as pause } from 'node:timers/promises'

/** Time and chance, so that tests neither wait nor guess. */
export type Clock = {
  /** Steady milliseconds: how much time passed between two of them. Nothing sets this clock back. */
  now: () => number
  /** Milliseconds since 1970, as the machine has them: somebody may set them back or forward at any moment. */
  date: () => number
  /** Waits so many milliseconds; rejects at once when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborts after so many milliseconds. */
  deadline: (ms: number) => AbortSignal
  /** From 0 up to, but not, 1. */
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
