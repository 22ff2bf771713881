import type { Clock } from './clock.ts'

/** A leaky bucket seen from its free side: `room` is what may still be spent, and it grows by `rate` a second up to `size`. */
export type Bucket = {
  readonly size: number
  readonly rate: number
  /** All that was ever taken, less what was given back. */
  spent: () => number
  room: () => number
  /** Takes the amount if there is room for it. A negative amount gives back. */
  spend: (amount: number) => boolean
}

export function openBucket(size: number, rate: number, clock: Clock): Bucket {
  let left = size
  let seen = clock.now()
  let spent = 0
  const room = () => {
    const now = clock.now()
    left = Math.min(size, left + ((now - seen) / 1000) * rate)
    seen = now
    return left
  }
  const spend = (amount: number) => {
    if (room() < amount) return false
    left = Math.min(size, left - amount)
    spent += amount
    return true
  }
  return { size, rate, room, spend, spent: () => spent }
}
