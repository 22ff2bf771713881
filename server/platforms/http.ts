import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { traits, type Platform } from '#shared/platforms.ts'
import { normalizeDomain } from '#shared/stores.ts'
import { createBreaker, type Breaker } from '#server/platforms/breaker.ts'
import { createBucket, type Bucket, type Level, type Refusal } from '#server/platforms/bucket.ts'
import { watched, type CallEnd } from '#server/platforms/call-end.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { createExchange, type Exchange, type Reply } from '#server/platforms/exchange.ts'
import { failure, platformFailureOf } from '#server/platforms/failures.ts'
import { openFile, type ExpectedFile } from '#server/platforms/file-download.ts'
import { createFlights, type Flights } from '#server/platforms/flights.ts'
import { createGate, type Gate } from '#server/platforms/gate.ts'
import type { Lookup } from '#server/platforms/guard.ts'
import { untilPaid } from '#server/platforms/rate-wait.ts'
import { retry, retryAfterMs, type AttemptResult, type Patience, type Turn } from '#server/platforms/retry.ts'
import { createSharedBuckets, type SharedBudgets } from '#server/platforms/shared-bucket.ts'
import { readTogether } from '#server/platforms/shared-reads.ts'
import type { Levelled, Reading, ShopAnswer, ShopCall } from '#server/platforms/shop-call.ts'
import { targetOf, type Target } from '#server/platforms/target.ts'
import { codeOf, SHOP_DOWN, unanswered } from '#server/platforms/unanswered.ts'

/** The maximum number of parallel calls to one shop: enough for a few users and an export, and polite to the shop. */
const CALLS_PER_SHOP = 6
/** The slots that exports leave free for users. */
const KEPT_FOR_PEOPLE = 2

/** Called with a sentence that says why the work waits, and with `null` when it continues. */
export type OnWait = (reason: string | null) => void

/** Called at the end of each call, with `null` after an answer or with the error that the call throws. The call awaits it. */
export type OnAnswer = (failure: AppError | null) => Promise<void>

/**
 * What holds for the calls of one client. `onWait` and `onAnswer` are called only for it. `patience` replaces that of its calls, where it is
 * known that somebody waits for them, or nobody. `storeId`: the saved store that the calls are counted for.
 */
export type ShopOptions = {
  onWait?: OnWait | undefined
  onAnswer?: OnAnswer | undefined
  /** Called with the headers of every answer, also of refusals. */
  onReply?: ((header: Reply['header']) => void) | undefined
  patience?: Patience | undefined
  storeId?: string | undefined
}

/** What is left of the rate limit of a store's shop, in the platform's units. */
export type Budget = Pick<Level, 'available' | 'maximum'> & { platform: Platform; storeId: string }

/** Whether calls to a store's shop are held back, because it counts as down. */
export type Circuit = { platform: Platform; storeId: string; isOpen: boolean }

/** The HTTP client of one shop. Every call to a shop uses it. */
export type ShopHttp = {
  store: string
  host: string
  call<T>(call: ShopCall, reading: Reading<T>): Promise<T>
  /** The wait of calls of this total cost for the shop's rate limit, or `null` while its level is unknown. */
  waitMs(cost: number): number | null
  /**
   * Reports why the work waits between calls. The reason is reported again whenever one of the calls does not wait. `null`: the work
   * continues.
   */
  waitFor(reason: string | null): void
  /** Downloads a file that the platform stored on one of its own hosts, as a stream and without retries. Other hosts are refused. */
  file(address: string, host: string, expected: ExpectedFile): Promise<Readable>
}

export type Log = (event: object, message: string) => void
export type HttpOptions = {
  /**
   * Host to base URL, for the sandbox and tests. Only these hosts are redirected and unguarded. The host `*` matches all others. A `*` in
   * the URL is replaced by the original host.
   */
  endpoints: Readonly<Record<string, string>>
  log: Log
  clock: Clock
  lookup: Lookup
  /** Called at the end of each attempt that was sent. */
  onCall?: ((end: CallEnd) => void) | undefined
  /** The rate limits as all processes share them. Default: this process has them for itself. */
  budgets?: SharedBudgets | undefined
}
export type Http = {
  /** Throws INVALID_INPUT unless the domain is a public shop of its platform. */
  shop(platform: Platform, domain: string, store: string, options?: ShopOptions): ShopHttp
  /** The address of the shop for a browser, without a slash at its end. Throws INVALID_INPUT like `shop`. */
  addressOf(platform: Platform, domain: string): string
  /** The budgets of the saved stores whose shops have reported a level. */
  budgets(): Budget[]
  /** The circuits of the saved stores whose shops have been called. */
  circuits(): Circuit[]
  close: () => Promise<void>
}

/** The state that all connections to one shop share. */
type ShopLimits = { gate: Gate; bucket: Bucket; breaker: Breaker; reads: Flights<ShopAnswer> }
type Way = {
  platform: Platform
  store: string
  storeId: string | null
  host: string
  limits: ShopLimits
  target: Target
  exchange: Exchange
  clock: Clock
  log: Log
  onWait: OnWait
  onAnswer: OnAnswer
  onCall: (end: CallEnd) => void
  onReply: (header: Reply['header']) => void
}

export function createHttp({ endpoints, log, clock, lookup, onCall = () => {}, budgets }: HttpOptions): Http {
  const exchange = createExchange(lookup)
  const sharedBuckets = budgets ? createSharedBuckets({ budgets, clock, log }) : null
  const limitsByHost = new Map<string, ShopLimits>()
  const hostsOfStores = new Map<string, { platform: Platform; limits: ShopLimits }>()

  function limitsOf(host: string): ShopLimits {
    const limits = limitsByHost.get(host) ?? {
      gate: createGate(CALLS_PER_SHOP, KEPT_FOR_PEOPLE),
      bucket: sharedBuckets?.open(host) ?? createBucket(clock.now),
      breaker: createBreaker(clock.now),
      reads: createFlights(),
    }
    limitsByHost.set(host, limits)
    return limits
  }

  return {
    shop(platform, domain, store, { onWait: told, onAnswer = async () => {}, onReply = () => {}, patience, storeId = null } = {}) {
      const host = hostOf(platform, domain)
      const limits = limitsOf(host)
      if (storeId !== null) hostsOfStores.set(storeId, { platform, limits })
      let waitReason: string | null = null
      const onWait: OnWait = told ?? (() => {})
      const tell: OnWait = (reason) => onWait(reason ?? waitReason)
      const target = targetOf(host, endpoints)
      const way = { platform, store, storeId, host, limits, target, exchange, clock, log, onWait: tell, onAnswer, onReply, onCall }
      return {
        store,
        host,
        async call(given, reading) {
          const call = patience && !given.isShared ? { ...given, patience } : given
          // Work that tells why it waits has its own calls.
          if (call.isRead && !told)
            return readTogether(limits.reads, call, reading, [store, storeId], (one, read) => callOnce(way, one, read))
          // A read that began before the end of a change may not see it.
          return callOnce(way, call, reading).finally(() => call.isRead || call.isShared || limits.reads.close())
        },
        waitMs: (cost) => limits.bucket.waitMs(cost),
        waitFor(reason) {
          waitReason = reason
          onWait(reason)
        },
        file: (address, from, expected) => openFile(way, address, targetOf(from, endpoints), from, expected),
      }
    },
    addressOf(platform, domain) {
      const { origin, prefix } = targetOf(hostOf(platform, domain), endpoints)
      return origin + prefix
    },
    budgets: () =>
      [...hostsOfStores].flatMap(([storeId, { platform, limits }]) => {
        const level = limits.bucket.level()
        return level ? { platform, storeId, ...level } : []
      }),
    circuits: () => [...hostsOfStores].map(([storeId, { platform, limits }]) => ({ platform, storeId, isOpen: limits.breaker.isOpen() })),
    async close() {
      await sharedBuckets?.close()
      await exchange.close()
    },
  }
}

function hostOf(platform: Platform, domain: string): string {
  const host = normalizeDomain(platform, domain)
  if (host === null) throw new AppError('INVALID_INPUT', messages.stores.domainInvalid(traits[platform].hostSuffix))
  return host
}

/** A call with all its retries. Callers without time to wait fail at once while a shop is down. */
async function callOnce<T>(way: Way, call: ShopCall, reading: Reading<T>): Promise<T> {
  const { clock, store, onWait, onAnswer } = way
  const { breaker } = way.limits
  let isOut = false
  const turn = async (how: Turn): Promise<AttemptResult<T>> => {
    const waitMs = isOut ? 0 : breaker.waitMs()
    if (waitMs > 0) return { again: failure.unreachable(store, SHOP_DOWN), waitMs }
    isOut = true
    return attempt(way, call, reading, how)
  }
  try {
    const value = await retry(turn, call.patience, clock, call.signal, onWait)
    breaker.settle(true)
    await onAnswer(null)
    return value
  } catch (error) {
    // An abort by the caller says nothing about the shop.
    if (!(error instanceof AppError)) throw error
    if (isOut) breaker.settle(error.code !== 'STORE_UNREACHABLE')
    await onAnswer(error)
    throw error
  }
}

/** Waits for the shop's rate limit, sends the call and updates the level from the answer. */
async function attempt<T>(way: Way, call: ShopCall, reading: Reading<T>, turn: Turn): Promise<AttemptResult<T>> {
  const { limits, store, platform, storeId, clock, onCall } = way
  const ticket = limits.bucket.book(call.cost, call.patience.priority)
  let level: Level | undefined
  let refusal: Refusal | undefined
  try {
    const paid = await untilPaid(way, ticket, call.signal, turn.msLeft)
    if ('tooLongMs' in paid) return { again: failure.busy(store, paid.tooLongMs), waitMs: paid.tooLongMs }
    ticket.leave()
    const send = async (sent: () => void) => {
      const reply = await timed(way, call, { ...turn, ...paid }, sent)
      if ('again' in reply) return reply
      way.onReply(reply.header)
      level = reading.levelOf?.(reply.header)
      const outcome = outcomeOf(way, call, reading, reply)
      level = outcome.level ?? level
      if ('again' in outcome && outcome.again.code === 'STORE_BUSY') refusal = { waitMs: outcome.waitMs }
      return outcome
    }
    return await watched(send, { now: clock.now, signal: call.signal, tell: (end) => onCall({ platform, storeId, ...end }) })
  } finally {
    ticket.settle(level, refusal)
  }
}

/**
 * One exchange. The deadline includes the wait for other calls to this shop. The log has host, path, status and duration, and never the
 * content.
 */
async function timed(
  { store, host, limits, target, exchange, clock, log }: Way,
  call: ShopCall,
  { attempt: number, msLeft }: Turn,
  sent: () => void,
) {
  const start = clock.now()
  const { operation, signal, patience, method, headers, body } = call
  const tell = (result: object) => {
    const [path] = call.path.split('?')
    log({ host, path, operation, attempt: number, durationMs: Math.round(clock.now() - start), ...result }, 'shop call')
  }
  try {
    const question = { method, headers, path: target.prefix + call.path, ...(body === undefined ? {} : { body }) }
    const deadline = clock.deadline(Math.min(patience.attemptMs, msLeft))
    const until = signal ? AbortSignal.any([signal, deadline]) : deadline
    const ask = () => {
      sent()
      return exchange.ask(target.origin, question, { guarded: target.guarded, readsRefusals: call.refusalIn !== undefined, signal: until })
    }
    const reply = await limits.gate.run(ask, { priority: patience.priority, signal: until })
    tell({ status: reply.status })
    return reply
  } catch (error) {
    signal?.throwIfAborted()
    const code = codeOf(error)
    tell({ failed: code })
    return unanswered(code, error, store)
  }
}

function outcomeOf<T>({ store, clock }: Way, call: ShopCall, reading: Reading<T>, { status, header, body }: Reply): Levelled<T> {
  if (status < 200 || status >= 300) {
    const refused = 'text' in body ? call.refusalIn?.(status, body.text) : null
    if (refused) throw refused
    return platformFailureOf(status, { store, scope: call.scope, waitMs: retryAfterMs(header('retry-after'), clock.date()) })
  }
  if ('fault' in body && body.fault === 'CUT') return { again: failure.unreachable(store, body.fault) }
  if ('fault' in body) throw failure.answerInvalid(store, body.fault)
  return reading.read({ header, text: body.text })
}
