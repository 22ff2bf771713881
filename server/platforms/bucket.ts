/** How full a shop's rate limit is, as its last answer said. Units are the platform's: cost points or calls. */
export type Level = { available: number; maximum: number; perSecond: number }

/** A booked share of the bucket. */
export type Ticket = {
  /** How long the call has to wait yet; asked again after that, because more urgent ones may have come. */
  waitMs(): number
  /** The call goes out now. */
  leave(): void
  /** The call is over; `level` is what its answer said. */
  settle(level?: Level): void
}

/**
 * Our copy of the leaky bucket that a shop keeps for us, so that a call waits before it is refused. Nothing is known before the
 * first answer, and then nothing waits. Calls under way are counted as not yet paid: rather a moment too slow than refused.
 * Calls that give way wait behind all others, and leave a part of the bucket to them: those of other processes are not seen here.
 */
export type Bucket = {
  book(cost: number, givesWay?: boolean): Ticket
  /** How long calls that cost so much together would wait if they were alone; `null` while nothing is known. */
  waitMs(cost: number): number | null
}

/** The part of a bucket that only those who do not give way may use. */
const KEPT = 0.2

type Booking = { cost: number; givesWay: boolean; hasLeft: boolean }

export function createBucket(now: () => number): Bucket {
  let known: (Level & { at: number }) | undefined
  /** In the order they came. */
  const booked: Booking[] = []

  /** What goes before a booking: calls under way, earlier ones of its kind, and those that it gives way to. */
  function before(mine: Booking): number {
    const index = booked.indexOf(mine)
    const isBefore = (one: Booking, at: number) =>
      one !== mine && (one.hasLeft || (one.givesWay === mine.givesWay ? at < index : mine.givesWay))
    return booked.filter(isBefore).reduce((sum, { cost }) => sum + cost, 0)
  }

  function waitFor(mine: Booking): number {
    if (!known) return 0
    const { maximum } = known
    const kept = mine.givesWay ? maximum * KEPT : 0
    // More than the bucket can ever hold would wait for ever: let the shop say so.
    return waitMs(Math.min(mine.cost + kept, maximum) + before(mine)) ?? 0
  }

  function waitMs(cost: number): number | null {
    if (!known) return null
    if (known.perSecond <= 0) return 0
    // A clock that was set back would empty the bucket until it has caught up: the bucket fills from this moment on instead.
    known.at = Math.min(known.at, now())
    const { maximum, available, perSecond, at } = known
    const refilled = Math.min(maximum, available + ((now() - at) / 1000) * perSecond)
    return Math.max(0, Math.ceil(((cost - refilled) / perSecond) * 1000))
  }

  return {
    waitMs,
    book(cost, givesWay = false) {
      const mine = { cost, givesWay, hasLeft: false }
      booked.push(mine)
      return {
        waitMs: () => waitFor(mine),
        leave: () => void (mine.hasLeft = true),
        settle(level) {
          const index = booked.indexOf(mine)
          if (index === -1) return
          booked.splice(index, 1)
          if (level) known = { ...level, at: now() }
        },
      }
    },
  }
}
