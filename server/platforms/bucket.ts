import { CAPPED_SHARE, priorityRules, type Priority } from '#server/platforms/priority.ts'

/**
 * The level of a shop's rate limit in its last answer. The units are the platform's: cost points or calls. `charged`: what the shop charged for
 * the call. Default: its cost.
 */
export type Level = { available: number; maximum: number; perSecond: number; charged?: number | undefined }

/** The shop has refused a call because of its rate limit. `waitMs`: the wait that it asked for, if any. */
export type Refusal = { waitMs: number | undefined }

/** A reservation in the bucket. */
export type Ticket<Wait = number | Promise<number>> = {
  /** The longest wait after which the call asks again. Default: it waits to the end. */
  askAgainMs?: number
  /** The remaining wait of the call. It is asked again afterwards, because more urgent calls may have come. */
  waitMs(): Wait
  /** The call goes out now. */
  leave(): void
  /** Ends the call. `level` is what its answer reported. */
  settle(level?: Level, refusal?: Refusal): void
}

/**
 * A copy of the shop's leaky bucket, so that a call waits instead of being refused. Nothing waits before the first answer. Running calls
 * count as not yet charged: a short delay is better than a refusal. Each priority waits behind the more urgent ones, and some have a small
 * bucket of their own inside the shop's; see `priorityRules`.
 */
export type Bucket<Wait = number | Promise<number>> = {
  book(cost: number, priority?: Priority): Ticket<Wait>
  /** The wait for calls of this total cost if no other call were waiting, or `null` while the level is unknown. */
  waitMs(cost: number): number | null
  /** The present level: that of the last answer, and what has been refilled since. `null` while it is unknown. */
  level(): Pick<Level, 'available' | 'maximum'> | null
}

type Booking = { cost: number; priority: Priority; hasLeft: boolean }

const isCapped = ({ priority }: Booking) => priorityRules[priority].cap !== null
const costOf = (bookings: readonly Booking[]) => bookings.reduce((sum, { cost }) => sum + cost, 0)

/** The bucket of one process, in memory. */
export function createBucket(now: () => number): Bucket<number> {
  let known: (Level & { at: number }) | undefined
  /** In order of arrival. */
  const booked: Booking[] = []
  /** What capped calls have used of their share and has not leaked away yet, as of a moment. */
  let used = { cost: 0, at: now() }

  /** The reservations that come before one: running calls, earlier calls of the same priority and calls of higher priority. */
  function before(mine: Booking): Booking[] {
    const index = booked.indexOf(mine)
    const rankOf = ({ priority }: Booking) => priorityRules[priority].rank
    const isBefore = (one: Booking, at: number) =>
      one !== mine && (one.hasLeft || rankOf(one) < rankOf(mine) || (rankOf(one) === rankOf(mine) && at < index))
    return booked.filter(isBefore)
  }

  function waitFor(mine: Booking): number {
    if (!known) return 0
    const { maximum } = known
    const kept = priorityRules[mine.priority].kept * maximum
    // A cost above the bucket's size would wait for ever, so the shop refuses it instead.
    return Math.max(waitMs(Math.min(mine.cost + kept, maximum) + costOf(before(mine))) ?? 0, shareWaitMs(mine, known))
  }

  /** The share is a bucket of its own: a part of the shop's size and of its rate. A call above its size leaves when it is empty. */
  function shareWaitMs(mine: Booking, { maximum, perSecond }: Level): number {
    const { cap } = priorityRules[mine.priority]
    if (cap === null || perSecond <= 0) return 0
    const size = maximum * CAPPED_SHARE * cap
    const waiting = before(mine).filter((one) => isCapped(one) && !one.hasLeft)
    const over = usedOfShare() + costOf(waiting) + Math.min(mine.cost, size) - size
    return Math.max(0, Math.ceil((over / (perSecond * CAPPED_SHARE)) * 1000))
  }

  function usedOfShare(): number {
    const leaked = Math.max(0, (now() - used.at) / 1000) * (known?.perSecond ?? 0) * CAPPED_SHARE
    used = { cost: Math.max(0, used.cost - leaked), at: now() }
    return used.cost
  }

  function refilled(level: Level & { at: number }): number {
    // A clock that was set back would stop the refill until it catches up. The refill starts from the current time instead.
    level.at = Math.min(level.at, now())
    return Math.min(level.maximum, level.available + ((now() - level.at) / 1000) * level.perSecond)
  }

  function waitMs(cost: number): number | null {
    if (!known) return null
    if (known.perSecond <= 0) return 0
    return Math.max(0, Math.ceil(((cost - refilled(known)) / known.perSecond) * 1000))
  }

  return {
    waitMs,
    level: () => (known ? { available: refilled(known), maximum: known.maximum } : null),
    book(cost, priority = 'person') {
      const mine = { cost, priority, hasLeft: false }
      booked.push(mine)
      return {
        waitMs: () => waitFor(mine),
        leave() {
          mine.hasLeft = true
          if (isCapped(mine)) used = { cost: usedOfShare() + cost, at: now() }
        },
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
