import { machineClock, type Clock } from '#server/platforms/clock.ts'

/** A clock that stands still but for sleeps, which take no time and are written down (ms). Chance is always in the middle. */
export function fakeClock(start = Date.UTC(2026, 10, 21)): Clock & { slept: number[] } {
  let now = start
  const slept: number[] = []
  return {
    slept,
    now: () => now,
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
