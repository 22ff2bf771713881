import { z } from 'zod'
import type { Level } from '#server/platforms/bucket.ts'
import { CAPPED_SHARE, priorities, priorityRules, type Priority } from '#server/platforms/priority.ts'

/** How long a reservation counts that nobody renews: its process has died, or waits for a slow shop. Then it counts as used. */
export const HOLD_MS = 10_000
/** How long a process counts as waiting without saying so again. */
export const WAIT_MS = 2_000
/** How soon a call asks again while the first answer of a shop is awaited. */
const FIRST_MS = 100
/** The maximum time for which one refusal holds calls back. */
const LONGEST_SHUT_MS = 60_000

const Wait = z.object({
  priority: z.enum(priorities),
  /** The cost of all such calls of the process, and of the first of them. */
  cost: z.number(),
  first: z.number(),
  /** Since when the first one waits. */
  since: z.number(),
})
const Holder = z.object({
  /** The number of its last request. */
  turn: z.number(),
  /** What it has reserved for calls that have not ended, and until when. */
  held: z.number(),
  until: z.number(),
  waits: z.array(Wait),
  waitsUntil: z.number(),
})

/** What is known about the rate limit of a shop, and who uses it. All times are those of the clock that the processes share, in milliseconds. */
export const BudgetState = z.object({
  /** When it was written. */
  at: z.number(),
  /** `available`: without what calls have used that have ended. Reservations are not subtracted. null: the shop has reported no level. */
  level: z.object({ available: z.number(), maximum: z.number(), perSecond: z.number() }).nullable(),
  /** When the level was last reported. */
  heardAt: z.number(),
  /** Whether a call has ended without a level, so that none is to be expected. */
  isSilent: z.boolean(),
  /** The total that ended calls have used so far. */
  charged: z.number(),
  /** What capped calls have used of their share and has not leaked away yet. */
  share: z.number(),
  /** The shop has refused a call, and wants none before this time. */
  shutUntil: z.number(),
  holders: z.record(z.string(), Holder),
})
export type BudgetState = z.infer<typeof BudgetState>
type Holders = BudgetState['holders']

/** The level in an answer. Its call is among those that the request reports as ended. */
export type Report = {
  level: Level
  /** What the shop charged for the call. */
  cost: number
  /** How long ago the call was sent and answered, and `charged` as it was known when it was sent. */
  sentMsAgo: number
  heardMsAgo: number
  charged: number
}
export type WaitingCall = { cost: number; priority: Priority; waitedMs: number }

/** What a process tells the others and asks of them. */
export type BudgetRequest = {
  holder: string
  /** Ascends. A request that is carried out after a later one of the same process changes nothing. */
  turn: number
  /** The cost of its calls that are under way, or may start. */
  held: number
  /** What its calls have used that ended since the last request. */
  spent: number
  /** Whether a call has ended without a level. */
  isSilent: boolean
  report: Report | null
  /** How long the shop wants no calls. */
  shutMs: number
  /** The most urgent first. */
  waiting: readonly WaitingCall[]
}

/** `waitsMs`: for each waiting call, the time until it may ask again. 0: its cost is reserved, and it may start. */
export type BudgetReply = { state: BudgetState; waitsMs: number[] }

const unknown = (now: number): BudgetState => ({
  at: now,
  level: null,
  heardAt: 0,
  isSilent: false,
  charged: 0,
  share: 0,
  shutUntil: now,
  holders: {},
})

/** `until` may be far in the future after the clock was set back. */
const isOver = (until: number, now: number, atMost: number) => until <= now || until > now + atMost
const heldBy = (holders: Holders) => Object.values(holders).reduce((sum, { held }) => sum + held, 0)

/** No shop has less than nothing. More may be reported as used than was, after a process could not tell it. */
const used = <L extends { available: number }>(level: L, cost: number): L => ({ ...level, available: Math.max(0, level.available - cost) })

/** The state at this time: refilled, and without reservations that have run out. */
export function caughtUp(before: BudgetState, now: number): BudgetState {
  const seconds = Math.max(0, now - before.at) / 1_000
  const { level } = before
  const entries = Object.entries(before.holders)
  const over = heldBy(Object.fromEntries(entries.filter(([, { until }]) => isOver(until, now, HOLD_MS))))
  return {
    ...before,
    at: now,
    // Whether these calls were sent is not known.
    level: level && used({ ...level, available: Math.min(level.maximum, level.available + seconds * level.perSecond) }, over),
    charged: before.charged + over,
    share: Math.max(0, before.share - seconds * (level?.perSecond ?? 0) * CAPPED_SHARE),
    shutUntil: Math.min(before.shutUntil, now + LONGEST_SHUT_MS),
    heardAt: Math.min(before.heardAt, now),
    holders: Object.fromEntries(entries.filter(([, { until }]) => !isOver(until, now, HOLD_MS))),
  }
}

/**
 * Corrects the level by an answer, within what the answer proves. At least what it reports is there, less what others used meanwhile. At
 * most there is what it reports, what was refilled meanwhile, and what calls under way have reserved, which the shop may have charged already.
 */
function corrected(state: BudgetState, { level, cost, sentMsAgo, heardMsAgo, charged }: Report): BudgetState {
  const heardAt = state.at - heardMsAgo
  // Another process has told a later answer.
  if (heardAt < state.heardAt) return state
  const low = level.available - Math.max(0, state.charged - charged - cost)
  const high = level.available + (sentMsAgo / 1_000) * level.perSecond + heldBy(state.holders)
  const available = Math.max(low, Math.min(state.level?.available ?? low, high))
  return { ...state, heardAt, isSilent: false, level: { ...level, available: Math.max(0, Math.min(available, level.maximum)) } }
}

const rankOf = ({ priority }: { priority: Priority }) => priorityRules[priority].rank
const isCapped = ({ priority }: { priority: Priority }) => priorityRules[priority].cap !== null
type Ahead = { priority: Priority; cost: number }

/** What other processes wait for and gets its turn before this call: all that is more urgent, and what has waited longer. */
function aheadOf(call: WaitingCall, others: Holders, now: number): Ahead[] {
  const waits = Object.values(others).flatMap((holder) => (isOver(holder.waitsUntil, now, WAIT_MS) ? [] : holder.waits))
  return waits.flatMap(({ priority, cost, first, since }) => {
    const mine = rankOf(call)
    const rank = priorityRules[priority].rank
    if (rank < mine) return [{ priority, cost }]
    return rank === mine && since < now - call.waitedMs ? [{ priority, cost: first }] : []
  })
}

const costOf = (calls: readonly { cost: number }[]) => calls.reduce((sum, { cost }) => sum + cost, 0)

/** The wait of a call for the shop, as in bucket.ts. */
function waitMsOf(call: WaitingCall, ahead: readonly Ahead[], state: BudgetState, now: number): number {
  const { level, shutUntil, share } = state
  const shutMs = Math.max(0, shutUntil - now)
  // Only one process calls until the level is known.
  if (!level) return Math.max(shutMs, state.isSilent || heldBy(state.holders) === 0 ? 0 : FIRST_MS)
  const { maximum, perSecond, available } = level
  if (perSecond <= 0) return shutMs
  const { kept, cap } = priorityRules[call.priority]
  const need = Math.min(call.cost + kept * maximum, maximum) + costOf(ahead)
  const missing = need - (available - heldBy(state.holders))
  const size = cap === null ? 0 : maximum * CAPPED_SHARE * cap
  const over = cap === null ? 0 : share + costOf(ahead.filter(isCapped)) + Math.min(call.cost, size) - size
  return Math.max(shutMs, Math.ceil(Math.max(0, missing / perSecond, over / (perSecond * CAPPED_SHARE)) * 1_000))
}

/** The waits of a process that others have to know. */
function summed(waiting: readonly WaitingCall[], now: number): z.infer<typeof Wait>[] {
  return priorities.flatMap((priority) => {
    const such = waiting.filter((call) => call.priority === priority)
    const [first] = such
    return first ? [{ priority, cost: costOf(such), first: first.cost, since: now - first.waitedMs }] : []
  })
}

/** Carries out a request at this time of the shared clock. The arithmetic is pure, so that it can be repeated if the state has changed meanwhile. */
export function carriedOut(before: BudgetState | null, request: BudgetRequest, now: number): BudgetReply {
  const { holder, turn, spent, report, waiting } = request
  let state = caughtUp(before ?? unknown(now), now)
  const { [holder]: known, ...others } = state.holders
  if (known && known.turn >= turn) return { state, waitsMs: waiting.map(() => FIRST_MS) }
  const mine = { turn, held: request.held, until: now + HOLD_MS, waits: [], waitsUntil: now }
  state = {
    ...state,
    level: state.level && used(state.level, spent),
    charged: state.charged + spent,
    isSilent: state.isSilent || (request.isSilent && state.level === null),
    shutUntil: Math.max(state.shutUntil, now + Math.min(request.shutMs, LONGEST_SHUT_MS)),
    holders: { ...others, [holder]: mine },
  }
  if (report) state = corrected(state, report)
  const blocked: WaitingCall[] = []
  const waitsMs = waiting.map((call) => {
    const ahead = [...aheadOf(call, others, now), ...blocked]
    const waitMs = waitMsOf(call, ahead, state, now)
    if (waitMs > 0) blocked.push(call)
    else {
      mine.held += call.cost
      if (isCapped(call)) state.share += call.cost
    }
    return waitMs
  })
  Object.assign(mine, { waits: summed(blocked, now), waitsUntil: now + WAIT_MS })
  return { state, waitsMs }
}
