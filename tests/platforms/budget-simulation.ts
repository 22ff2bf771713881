// A shop and processes that share its rate limit, on a virtual clock. The shop refuses what it has no room for, and counts it.
import { randomFrom, type Random } from '#sandbox/catalogue/random.ts'
import type { BudgetState } from '#server/platforms/budget-state.ts'
import type { Level } from '#server/platforms/bucket.ts'
import type { Clock } from '#server/platforms/clock.ts'
import type { Priority } from '#server/platforms/priority.ts'
import { createSharedBucket, type SharedBucket, type SharedBudgets } from '#server/platforms/shared-bucket.ts'

export type SimulatedShop = { maximum: number; perSecond: number; latencyMs: number }
export type SimulatedCall = { process: number; priority: Priority; cost: number; waitedMs: number; at: number }

type Timer = { at: number; wake: () => void }

function virtualClock(part: () => number) {
  let now = 1_000
  const timers: Timer[] = []
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      timers.push({ at: now + Math.max(0, ms), wake: resolve })
    })
  const deadline = (ms: number) => {
    const late = new AbortController()
    timers.push({ at: now + ms, wake: () => late.abort(new Error('too late')) })
    return late.signal
  }
  const clock: Clock = { now: () => now, date: () => now, sleep, deadline, random: part }
  return {
    clock,
    async run(until: number) {
      for (;;) {
        await new Promise(setImmediate)
        timers.sort((one, other) => one.at - other.at)
        const [first] = timers
        if (!first || first.at > until) break
        now = Math.max(now, first.at)
        timers.shift()
        first.wake()
      }
      now = until
    },
  }
}

/** `uses`: the shop charges a call's cost, or a random part of it. `isTerse`: its refusals tell no level. */
type Manners = { uses?: 'cost' | 'part'; isTerse?: boolean }

export function simulate(seed: number, shop: SimulatedShop, processes: number, { uses = 'cost', isTerse = false }: Manners = {}) {
  const random: Random = randomFrom(seed)
  const part = () => random.int(1_000_000) / 1_000_000
  const { clock, ...time } = virtualClock(part)
  const { now } = clock
  const calls: SimulatedCall[] = []
  const counted = { refused: 0, spent: 0, lost: 0, changes: 0 }
  let room = shop.maximum
  let filledAt = now()
  let state: BudgetState | null = null
  let isAway = false

  function refill() {
    const full = room + ((now() - filledAt) / 1_000) * shop.perSecond
    counted.lost += Math.max(0, full - shop.maximum)
    room = Math.min(shop.maximum, full)
    filledAt = now()
  }
  const budgets: SharedBudgets = {
    async change(_shop, change) {
      for (;;) {
        await clock.sleep(part() * 3)
        if (isAway) throw new Error('away')
        const before = state
        const reply = change(before, now())
        await clock.sleep(part() * 3)
        counted.changes += 1
        // As the version of the row.
        if (state !== before) continue
        // As in JSON.
        state = structuredClone(reply.state)
        return reply
      }
    },
  }

  /** The shop's answer. A refusal tells no level where `isTerse`. */
  async function answer(cost: number): Promise<{ level: Level | undefined; isRefused: boolean }> {
    await clock.sleep(shop.latencyMs * part())
    refill()
    if (room < cost) {
      counted.refused += 1
      return { level: isTerse ? undefined : { available: room, maximum: shop.maximum, perSecond: shop.perSecond }, isRefused: true }
    }
    const charged = uses === 'cost' ? cost : Math.ceil(cost * part())
    room -= cost
    await clock.sleep(shop.latencyMs * part())
    refill()
    room = Math.min(shop.maximum, room + cost - charged)
    counted.spent += charged
    const level = { available: Math.floor(room), maximum: shop.maximum, perSecond: shop.perSecond, charged }
    await clock.sleep(shop.latencyMs * part())
    return { level, isRefused: false }
  }

  const buckets: SharedBucket[] = Array.from({ length: processes }, (_, index) =>
    createSharedBucket({ shop: 'shop', budgets, holder: `process ${index}`, clock, onAway: () => {} }),
  )
  const dead = new Set<number>()
  /** The promise of a dead process never settles. */
  const unlessDead = async (process: number) => {
    if (dead.has(process)) await new Promise(() => {})
  }

  async function call(process: number, priority: Priority, cost: number, signal?: AbortSignal): Promise<void> {
    const ticket = buckets[process]?.book(cost, priority)
    if (!ticket) throw new Error('no such process')
    const begun = now()
    try {
      for (let waitMs = await ticket.waitMs(); waitMs > 0; waitMs = await ticket.waitMs()) {
        await clock.sleep(Math.min(waitMs, ticket.askAgainMs ?? waitMs), signal)
        await unlessDead(process)
      }
    } catch (error) {
      ticket.settle()
      throw error
    }
    calls.push({ process, priority, cost, waitedMs: now() - begun, at: now() })
    ticket.leave()
    const { level, isRefused } = await answer(cost)
    await unlessDead(process)
    ticket.settle(level, isRefused ? { waitMs: undefined } : undefined)
  }

  return {
    random,
    clock,
    calls,
    counted,
    call,
    run: (until: number) => time.run(until),
    /** The shop's own level. */
    room() {
      refill()
      return room
    },
    /** Somebody else uses the shop. */
    use(amount: number) {
      refill()
      room = Math.max(0, room - amount)
    },
    kill: (process: number) => void dead.add(process),
    setAway: (to: boolean) => void (isAway = to),
    state: () => state,
    close: async () => Promise.all(buckets.map((bucket) => bucket.close())),
    /** Calls without end, one after another. */
    async keepCalling(process: number, priority: Priority, cost: () => number) {
      for (;;) {
        await unlessDead(process)
        await call(process, priority, cost())
      }
    },
    /** Calls at random times. */
    async callAtRandom(process: number, priority: Priority, everyMs: number, cost: () => number) {
      for (;;) {
        await clock.sleep(2 * everyMs * part())
        void call(process, priority, cost())
      }
    },
  }
}
