import { priorityRules, type Priority } from '#server/platforms/priority.ts'

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
 * count as not yet charged: a short delay is better than a refusal. Each priority waits behind the more urgent ones, and uses no more than
 * its share of the rate limit; see `priorityRules`.
 */
export type Bucket = {
  book(cost: number, priority?: Priority): Ticket
  /** The wait for calls of this total cost if no other call were waiting, or `null` while the level is unknown. */
  waitMs(cost: number): number | null
}

type Booking = { cost: number; priority: Priority; hasLeft: boolean }

export function createBucket(now: () => number): Bucket {
  let known: (Level & { at: number }) | undefined
  /** In order of arrival. */
  const booked: Booking[] = []
  /** What calls with a share have used of it and has not leaked away yet, as of a moment. */
  const used = new Map<Priority, { cost: number; at: number }>()

  /** The cost that comes before a reservation: running calls, earlier calls of the same priority and calls of higher priority. */
  function before(mine: Booking): number {
    const index = booked.indexOf(mine)
    const rankOf = ({ priority }: Booking) => priorityRules[priority].rank
    const isBefore = (one: Booking, at: number) =>
      one !== mine && (one.hasLeft || rankOf(one) < rankOf(mine) || (rankOf(one) === rankOf(mine) && at < index))
    return booked.filter(isBefore).reduce((sum, { cost }) => sum + cost, 0)
  }

  function waitFor(mine: Booking): number {
    if (!known) return 0
    const { maximum } = known
    const kept = priorityRules[mine.priority].kept * maximum
    // A cost above the bucket's size would wait for ever, so the shop refuses it instead.
    return Math.max(waitMs(Math.min(mine.cost + kept, maximum) + before(mine)) ?? 0, shareWaitMs(mine, known))
  }

  /** The share is a bucket of its own: a part of the shop's size and of its rate. A call above its size leaves when it is empty. */
  function shareWaitMs({ priority, cost }: Booking, { maximum, perSecond }: Level): number {
    const { share } = priorityRules[priority]
    if (share === 1 || perSecond <= 0) return 0
    const over = usedOf(priority) + Math.min(cost, maximum * share) - maximum * share
    return Math.max(0, Math.ceil((over / (perSecond * share)) * 1000))
  }

  function usedOf(priority: Priority): number {
    const { cost, at } = used.get(priority) ?? { cost: 0, at: now() }
    const leaked = Math.max(0, (now() - at) / 1000) * (known?.perSecond ?? 0) * priorityRules[priority].share
    const left = Math.max(0, cost - leaked)
    used.set(priority, { cost: left, at: now() })
    return left
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
    book(cost, priority = 'person') {
      const mine = { cost, priority, hasLeft: false }
      booked.push(mine)
      return {
        waitMs: () => waitFor(mine),
        leave() {
          mine.hasLeft = true
          if (priorityRules[priority].share < 1) used.set(priority, { cost: usedOf(priority) + cost, at: now() })
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
