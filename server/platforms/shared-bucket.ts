import { createBucket, type Bucket, type Level, type Refusal, type Ticket } from '#server/platforms/bucket.ts'
import { carriedOut, HOLD_MS, type BudgetReply, type BudgetRequest, type BudgetState, type Report } from '#server/platforms/budget-state.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Log } from '#server/platforms/http.ts'
import { priorityRules, type Priority } from '#server/platforms/priority.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'

/** What all processes know together about the rate limits of shops. */
export type SharedBudgets = {
  /**
   * Changes the state of a shop's budget in one step. `change` gets the state and the time of the shared clock, and is repeated if another
   * process was faster.
   */
  change(shop: string, change: (state: BudgetState | null, now: number) => BudgetReply): Promise<BudgetReply>
}

type SharedBucketOptions = {
  shop: string
  budgets: SharedBudgets
  /** This process. */
  holder: string
  clock: Clock
  /** Called when the shared state is out of reach, and with null when it is back. */
  onAway: (error: unknown) => void
}

/** `close` gives back what is reserved. */
export type SharedBucket = Bucket & { close(): Promise<void> }

/** The maximum wait for the shared state. */
const ANSWER_MS = 2_000
/** How long the share of this process applies before the shared state is asked again. */
const AWAY_MS = 5_000
/** The time in which ended calls are collected before the others are told. */
const COLLECT_MS = 100
/** How often a waiting call asks again, so that others see that it waits. */
const ASK_AGAIN_MS = 500
/** A reservation is not used in its last second, because clocks and answers are not exact. */
const SPARE_MS = 1_000
/** The wait after a refusal that tells none. */
const SHUT_MS = 1_000
/** The number of processes that are expected while their number is unknown. */
const FEWEST = 2

/** What the log says about the shared state. */
const budgetLines = {
  away: 'the shared rate limit of a shop is out of reach: this process keeps to its part of it',
  back: 'the shared rate limit of a shop is back',
}

type Booking = {
  cost: number
  priority: Priority
  since: number
  /** `held`: its cost is reserved until `validUntil`. */
  phase: 'waiting' | 'held' | 'sent'
  validUntil: number
  /** When it may ask again. */
  dueAt: number
  sentAt: number
  /** What was known of `BudgetState.charged` when it was sent. */
  charged: number
  /** Its place in the bucket of this process, which is used while the shared state is out of reach. */
  own: Ticket<number> | null
}

const rankOf = ({ priority }: Booking) => priorityRules[priority].rank
const scaled = ({ available, maximum, perSecond }: Level, share: number): Level => ({
  available: available * share,
  maximum: maximum * share,
  perSecond: perSecond * share,
})
const holds = ({ phase }: Booking) => phase !== 'waiting'
const costOf = (bookings: readonly Booking[]) => bookings.reduce((sum, { cost }) => sum + cost, 0)
const nothingTold = {
  spent: 0,
  isSilent: false,
  report: null as (Pick<Report, 'level' | 'cost' | 'charged'> & { sentAt: number; heardAt: number }) | null,
  shutUntil: 0,
}

/**
 * A bucket that all processes share. Each call reserves its cost in the shared state before it is sent. Calls of one process ask together.
 * What has ended is told with the next question, or soon after. While the shared state is out of reach, each process uses its part of the rate
 * limit.
 */
export function createSharedBucket({ shop, budgets, holder, clock, onAway }: SharedBucketOptions): SharedBucket {
  const { now } = clock
  const closing = new AbortController()
  const booked: Booking[] = []
  let turn = 0
  let told = { ...nothingTold }
  let isUntold = false
  /** The last state that was seen. */
  let seen: { state: BudgetState; at: number } | null = null
  /** The level in the last answer, until the shared state has one. */
  let heard: Level | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let awayUntil = Number.NEGATIVE_INFINITY
  let own: { bucket: Bucket<number>; share: number } | null = null
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function requestNow(waiting: readonly Booking[]): BudgetRequest {
    const { spent, isSilent, report, shutUntil } = told
    return {
      holder,
      turn: (turn += 1),
      held: costOf(booked.filter(holds)),
      spent,
      isSilent,
      report: report && {
        level: report.level,
        cost: report.cost,
        charged: report.charged,
        sentMsAgo: now() - report.sentAt,
        heardMsAgo: now() - report.heardAt,
      },
      shutMs: Math.max(0, shutUntil - now()),
      waiting: waiting.map(({ cost, priority, since }) => ({ cost, priority, waitedMs: now() - since })),
    }
  }

  /** Asks once for all waiting calls, and tells what has ended. */
  async function askOnce() {
    const waiting = booked.filter((one) => !holds(one)).toSorted((one, other) => rankOf(one) - rankOf(other))
    const request = requestNow(waiting)
    const before = told
    told = { ...nothingTold }
    isUntold = false
    askedAt = now()
    try {
      const change = budgets.change(shop, (state, sharedNow) => carriedOut(state, request, sharedNow))
      const { state, waitsMs } = await unlessAborted(change, clock.deadline(ANSWER_MS))
      if (own) onAway(null)
      own = null
      awayUntil = Number.NEGATIVE_INFINITY
      seen = { state, at: now() }
      waiting.forEach((one, index) => take(one, waitsMs[index] ?? 0))
    } catch (error) {
      // What was told may have arrived or not. Told twice, it only delays.
      told = { ...told, spent: told.spent + before.spent, isSilent: told.isSilent || before.isSilent, report: told.report ?? before.report }
      isUntold = true
      leaveShared(error)
    }
  }

  function take(one: Booking, waitMs: number) {
    if (waitMs > 0) return void (one.dueAt = now() + waitMs)
    // Its caller has left meanwhile, so its cost has to be given back.
    if (!booked.includes(one)) return tellSoon()
    Object.assign(one, { phase: 'held', validUntil: askedAt + HOLD_MS - SPARE_MS })
    one.own?.settle()
    one.own = null
  }

  /** From now on, this process keeps to its part of the rate limit. */
  function leaveShared(error: unknown) {
    awayUntil = now() + AWAY_MS
    if (own) return
    onAway(error)
    const share = 1 / Math.max(FEWEST, Object.keys(seen?.state.holders ?? {}).length)
    own = { bucket: createBucket(now), share }
    const known = free()
    if (known) own.bucket.book(0).settle(scaled(known, share))
  }

  /** What a call of this process leaves of its part. The shop's answer raises it only where it is unknown, because others use the shop too. */
  function leftOf({ bucket, share }: { bucket: Bucket<number>; share: number }, { cost }: Booking, level: Level | undefined) {
    const before = bucket.level()
    const said = level && scaled(level, share)
    const known = said ?? (seen?.state.level && scaled(seen.state.level, share))
    if (!known) return undefined
    const available = before ? before.available - (level?.charged ?? cost) : known.available
    return { ...known, available: Math.min(available, known.available) }
  }

  /** Asks after the question that is under way, together with all others that wait for it. */
  function ask(): Promise<void> {
    next ??= running.then(() => {
      next = null
      running = askOnce()
      return running
    })
    return next
  }

  function tellSoon() {
    if (isUntold || closing.signal.aborted) return
    isUntold = true
    const tell = async () => {
      await clock.sleep(COLLECT_MS, closing.signal)
      if (isUntold && now() >= awayUntil) await ask()
    }
    // Closing tells it.
    tell().catch(() => {})
  }

  async function waitMsOf(mine: Booking): Promise<number> {
    if (mine.phase === 'held' && now() >= mine.validUntil) Object.assign(mine, { phase: 'waiting', dueAt: now() })
    if (holds(mine)) return 0
    const isFresh = mine.dueAt > now() && now() - askedAt < ASK_AGAIN_MS
    if (now() >= awayUntil && !isFresh) await ask()
    if (holds(mine)) return 0
    if (!own) return Math.max(1, mine.dueAt - now())
    mine.own ??= own.bucket.book(mine.cost, mine.priority)
    return mine.own.waitMs()
  }

  /** What is left now, without what is reserved. */
  function free(): Level | null {
    const level = seen?.state.level
    if (!seen || !level) return heard
    const held = Object.values(seen.state.holders).reduce((sum, one) => sum + one.held, 0)
    const refilled = ((now() - seen.at) / 1_000) * level.perSecond
    return { ...level, available: Math.min(level.maximum, Math.max(0, level.available - held) + refilled) }
  }

  function end(mine: Booking, level: Level | undefined, refusal: Refusal | undefined) {
    heard = level ?? heard
    const cost = refusal ? 0 : (level?.charged ?? mine.cost)
    told.spent += cost
    const known = seen?.state.level
    // A refusal without a level: less was left than the call needed.
    const reported = level ?? (refusal && known ? { ...known, available: 0 } : undefined)
    if (reported) told.report = { level: reported, cost, sentAt: mine.sentAt, heardAt: now(), charged: mine.charged }
    else if (!refusal) told.isSilent = true
    if (refusal) told.shutUntil = now() + (refusal.waitMs ?? SHUT_MS)
  }

  return {
    waitMs(cost) {
      const level = free()
      if (!level) return null
      return level.perSecond <= 0 ? 0 : Math.max(0, Math.ceil(((cost - level.available) / level.perSecond) * 1_000))
    },
    level: () => free(),
    book(cost, priority = 'person') {
      const mine: Booking = {
        cost,
        priority,
        since: now(),
        phase: 'waiting',
        validUntil: 0,
        dueAt: Number.NEGATIVE_INFINITY,
        sentAt: 0,
        charged: 0,
        own: null,
      }
      booked.push(mine)
      return {
        askAgainMs: ASK_AGAIN_MS,
        waitMs: () => waitMsOf(mine),
        leave() {
          mine.own?.leave()
          Object.assign(mine, { phase: 'sent', sentAt: now(), charged: (seen?.state.charged ?? 0) + told.spent })
        },
        settle(level, refusal) {
          const index = booked.indexOf(mine)
          if (index === -1) return
          booked.splice(index, 1)
          mine.own?.settle(own && mine.phase === 'sent' ? leftOf(own, mine, level) : undefined)
          if (mine.phase === 'sent') end(mine, level, refusal)
          if (askedAt >= mine.since || mine.phase === 'sent') tellSoon()
        },
      }
    },
    async close() {
      closing.abort()
      if (isUntold || booked.some(holds)) await ask().catch(() => {})
    },
  }
}

/** The shared buckets of this process, by shop. */
export type SharedBuckets = { open(shop: string): Bucket; close(): Promise<void> }

export function createSharedBuckets({ budgets, clock, log }: { budgets: SharedBudgets; clock: Clock; log: Log }): SharedBuckets {
  const holder = crypto.randomUUID()
  const buckets: SharedBucket[] = []
  return {
    open(shop) {
      const onAway = (error: unknown) =>
        log(error === null ? { shop } : { shop, err: error }, error === null ? budgetLines.back : budgetLines.away)
      const bucket = createSharedBucket({ shop, budgets, holder, clock, onAway })
      buckets.push(bucket)
      return bucket
    },
    async close() {
      await Promise.all(buckets.map((bucket) => bucket.close()))
    },
  }
}
