import type { Clock } from './clock.ts'

/** A leaky bucket. `room` is the remaining amount. It grows by `rate` a second up to `size`. */
export type Bucket = {
  readonly size: number
  readonly rate: number
  /** The total taken, less the amount returned. */
  spent: () => number
  /** How often there was no room. */
  refused: () => number
  room: () => number
  /** Takes the amount if there is room for it. A negative amount returns it. */
  spend: (amount: number) => boolean
}

export function openBucket(size: number, rate: number, clock: Clock): Bucket {
  let left = size
  let seen = clock.now()
  let spent = 0
  let refused = 0
  const room = () => {
    const now = clock.now()
    left = Math.min(size, left + ((now - seen) / 1000) * rate)
    seen = now
    return left
  }
  const spend = (amount: number) => {
    if (room() < amount) {
      refused += 1
      return false
    }
    left = Math.min(size, left - amount)
    spent += amount
    return true
  }
  return { size, rate, room, spend, spent: () => spent, refused: () => refused }
}
