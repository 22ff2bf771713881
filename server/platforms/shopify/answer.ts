import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Level } from '#server/platforms/bucket.ts'
import { failure } from '#server/platforms/failures.ts'
import type { Levelled, ShopAnswer } from '#server/platforms/shop-call.ts'
import { parseAnswer, parseJson } from '#server/platforms/json.ts'
import type { AttemptResult } from '#server/platforms/retry.ts'
import { Problem } from '#server/platforms/shopify/problem.ts'
import { keepsOrders, withheldBy, type Withheld } from '#server/platforms/shopify/withheld.ts'

const Throttle = z.object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number() })

const Envelope = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(Problem), z.string()]).optional(),
  extensions: z
    .object({
      cost: z
        .object({ requestedQueryCost: z.number().nullish(), actualQueryCost: z.number().nullish(), throttleStatus: Throttle.nullish() })
        .nullish(),
      search: z.array(z.object({ warnings: z.array(z.unknown()) })).nullish(),
    })
    .optional(),
})
type Envelope = z.infer<typeof Envelope>

/** The cause of a query whose cost exceeds the limit of one query. A smaller page cures it. */
const TOO_DEAR = 'MAX_COST_EXCEEDED'

/** Whether a smaller request would help: the query was too expensive, or its answer too large. */
export function isTooMuch(error: unknown): boolean {
  return error instanceof AppError && (error.cause === TOO_DEAR || error.cause === 'TOO_LARGE')
}

/**
 * Reads a GraphQL answer: its complete `data` and the level of the cost bucket. Data with errors is incomplete and refused. So is the
 * answer to a search that Shopify understood only in part, because it matches too much. Only customers' data and payment terms that the
 * shop hides from the app may be missing; then `onWithheld` is called.
 */
export function readGraphql(store: string, answer: ShopAnswer, onWithheld: (what: Withheld) => void = () => {}): Levelled<unknown> {
  const json = parseJson(store, answer)
  if ('again' in json) return json
  const envelope = parseAnswer(Envelope, json.value, store)
  const level = levelOf(envelope)
  const { errors = [] } = envelope
  if (typeof errors === 'string') throw failure.refused(store)
  const problems: Problem[] = []
  for (const problem of errors) {
    const withheld = withheldBy(problem, envelope.data)
    if (withheld) onWithheld(withheld)
    else problems.push(problem)
  }
  if (problems.some(keepsOrders)) onWithheld('orders')
  if (problems.length > 0) return { ...problemOf(store, problems, envelope), level }
  if (envelope.extensions?.search?.some(({ warnings }) => warnings.length > 0)) throw failure.refused(store, 'SEARCH_WARNING')
  if (envelope.data === null || envelope.data === undefined) throw failure.answerInvalid(store, 'NO_DATA')
  return { value: envelope.data, level }
}

function levelOf({ extensions }: Envelope): Level | undefined {
  const status = extensions?.cost?.throttleStatus
  if (!status) return undefined
  const charged = extensions.cost?.actualQueryCost ?? undefined
  return { available: status.currentlyAvailable, maximum: status.maximumAvailable, perSecond: status.restoreRate, charged }
}

/** Maps Shopify's error codes to our errors (recorded answers; all have HTTP status 200). */
function problemOf(store: string, problems: readonly Problem[], envelope: Envelope): AttemptResult<never> {
  const byCode = (code: string) => problems.find(({ extensions }) => extensions?.code === code)
  if (byCode('THROTTLED')) return throttled(store, envelope)
  if (problems.some(keepsOrders)) throw failure.keepsOrders(store)
  const denied = byCode('ACCESS_DENIED')
  if (denied) throw failure.lacksScope(store, scopeIn(denied))
  if (byCode('SHOP_INACTIVE')) throw failure.unavailable(store)
  if (byCode('INTERNAL_SERVER_ERROR') ?? byCode('TIMEOUT')) return { again: failure.unreachable(store) }
  if (byCode(TOO_DEAR)) throw failure.refused(store, TOO_DEAR)
  // Cursor errors have no specific code. Both "Malformed cursor" and "Invalid cursor for current pagination sort" are BAD_REQUEST.
  if (problems.some(({ message }) => /\bcursor\b/i.test(message))) throw new AppError('INVALID_CURSOR')
  throw failure.refused(store, problems[0]?.extensions?.code)
}

/** The wait until the bucket has enough points for the query. Where it has them already, our own backoff applies. */
function throttled(store: string, { extensions }: Envelope): AttemptResult<never> {
  const status = extensions?.cost?.throttleStatus
  const requested = extensions?.cost?.requestedQueryCost
  if (!status || typeof requested !== 'number' || status.restoreRate <= 0) return { again: failure.busy(store) }
  const waitMs = Math.ceil((Math.max(0, requested - status.currentlyAvailable) / status.restoreRate) * 1000)
  return { again: failure.busy(store, waitMs), waitMs: waitMs === 0 ? undefined : waitMs }
}

/** The scopes in a message such as "Required access: the `read_products` access scope." */
function scopeIn({ message, extensions }: Problem): string {
  const named = Array.from((extensions?.requiredAccess ?? message).matchAll(/`([a-z_ ]+)`/g), ([, scope]) => scope)
  return named.length > 0 ? [...new Set(named)].join(', ') : 'unknown scope'
}
