/** The level of a shop's rate limit in its last answer. The units are the platform's: cost points or calls. */
export type Level = { available: number; maximum: number; perSecond: number }

/** A reservation in the bucket. */
export type Ticket = {
  /** The remaining wait of the call. It is asked again afterwards, because more urgent calls may have come. */
  waitMs(): number
  /** The call goes out now. */
  leave(): void
  /** Ends the call. `level` is what its answer reported. */
  settle(level?: Level): void
}

/**
 * Our copy of the shop's leaky bucket, so that a call waits instead of being refused. Nothing waits before the first answer. Running calls
 * count as not yet charged: a short delay is better than a refusal. Calls with low priority wait behind all others and leave a part of the
 * bucket free, because calls of other processes are not visible here.
 */
export type Bucket = {
  book(cost: number, givesWay?: boolean): Ticket
  /** The wait for calls of this total cost if no other call were waiting, or `null` while the level is unknown. */
  waitMs(cost: number): number | null
}

/** The part of the bucket that calls with low priority leave free. */
const KEPT = 0.2

type Booking = { cost: number; givesWay: boolean; hasLeft: boolean }

export function createBucket(now: () => number): Bucket {
  let known: (Level & { at: number }) | undefined
  /** In order of arrival. */
  const booked: Booking[] = []

  /** The cost that comes before a reservation: running calls, earlier calls of the same priority and calls of higher priority. */
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
    // A cost above the bucket's size would wait for ever, so the shop refuses it instead.
    return waitMs(Math.min(mine.cost + kept, maximum) + before(mine)) ?? 0
  }

  function waitMs(cost: number): number | null {
    if (!known) return null
    if (known.perSecond <= 0) return 0
    // A clock that was set back would stop the refill until it catches up. The refill starts from the current time instead.
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
