import { machineClock, type Clock } from '#server/platforms/clock.ts'

export type FakeClock = Clock & { slept: number[]; set: (ms: number) => void }

/** A clock that only `sleep` and `set` move. Sleeps take no real time and are recorded (ms). `random` is always 0.5. */
export function fakeClock(start = Date.UTC(2026, 10, 21)): FakeClock {
  let now = start
  const slept: number[] = []
  return {
    slept,
    set: (ms) => void (now = ms),
    now: () => now,
    date: () => now,
    random: () => 0.5,
    // Sockets follow the machine's clock only.
    deadline: machineClock.deadline,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      slept.push(ms)
      now += ms
    },
  }
}
