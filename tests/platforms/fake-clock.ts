import { machineClock, type Clock } from '#server/platforms/clock.ts'

type FakeClock = Clock & { slept: number[]; set: (ms: number) => void }

/** A clock that stands still but for sleeps, which take no time and are written down (ms), and `set`. Chance is always in the middle. */
export function fakeClock(start = Date.UTC(2026, 10, 21)): FakeClock {
  let now = start
  const slept: number[] = []
  return {
    slept,
    set: (ms) => void (now = ms),
    now: () => now,
    date: () => now,
    random: () => 0.5,
    // Sockets know no clock but the machine's.
    deadline: machineClock.deadline,
    async sleep(ms, signal) {
      signal?.throwIfAborted()
      slept.push(ms)
      now += ms
    },
  }
}
