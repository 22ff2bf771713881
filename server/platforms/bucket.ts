/** How full a shop's rate limit is, as its last answer said. Units are the platform's: cost points or calls. */
export type Level = { available: number; maximum: number; perSecond: number }

/** A booked share of the bucket: wait so long before the call, then settle with what the answer said. */
export type Ticket = { waitMs: number; settle(level?: Level): void }

/**
 * Our copy of the leaky bucket that a shop keeps for us, so that a call waits before it is refused. Nothing is known before the
 * first answer, and then nothing waits. Calls under way are counted as not yet paid: rather a moment too slow than refused.
 */
export type Bucket = { book(cost: number): Ticket }

export function createBucket(now: () => number): Bucket {
  let known: (Level & { at: number }) | undefined
  let booked = 0

  function waitFor(cost: number): number {
    if (!known || known.perSecond <= 0) return 0
    const refilled = Math.min(known.maximum, known.available + ((now() - known.at) / 1000) * known.perSecond)
    // More than the bucket can ever hold would wait for ever: let the shop say so.
    const missing = Math.min(cost, known.maximum) + booked - refilled
    return Math.max(0, Math.ceil((missing / known.perSecond) * 1000))
  }

  return {
    book(cost) {
      const waitMs = waitFor(cost)
      booked += cost
      let open = true
      return {
        waitMs,
        settle(level) {
          if (!open) return
          open = false
          booked -= cost
          if (level) known = { ...level, at: now() }
        },
      }
    },
  }
}
