import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { shopifyMessages } from '#shared/shopify-messages.ts'
import type { AttemptResult } from '#server/platforms/retry.ts'

const { platform } = messages
/** Retry-After is at most one hour. It is never 0, with which programs would call in a loop without a pause. */
const LONGEST_ADVICE_S = 3_600
const SHORTEST_ADVICE_S = 1
const adviceOf = (waitMs: number) => Math.min(LONGEST_ADVICE_S, Math.max(SHORTEST_ADVICE_S, Math.ceil(waitMs / 1000)))

/** The cause of the error for a shop that denies an app without approval access to orders. */
export const ORDERS_KEPT = 'orders kept'

/** The errors of all connectors. Messages contain the store's name and no content of the shop's answers. */
export const failure = {
  rejected: (store: string) => new AppError('STORE_REJECTED', platform.rejected(store)),
  lacksScope: (store: string, scope: string) => new AppError('STORE_LACKS_SCOPE', platform.lacksScope(store, scope), { cause: scope }),
  keepsOrders: (store: string) => new AppError('STORE_LACKS_SCOPE', shopifyMessages.ordersRefused(store), { cause: ORDERS_KEPT }),
  unavailable: (store: string) => new AppError('STORE_UNAVAILABLE', platform.unavailable(store)),
  unknownShop: (store: string) => new AppError('STORE_UNAVAILABLE', platform.notFound(store), { cause: 'NOT_FOUND' }),
  refused: (store: string, cause?: unknown) => new AppError('STORE_REFUSED', platform.refused(store), { cause }),
  refusedBecause: (store: string, why: string) => new AppError('STORE_REFUSED', platform.refusedBecause(store, why)),
  busy: (store: string, waitMs?: number) =>
    new AppError('STORE_BUSY', platform.busy(store), waitMs === undefined ? {} : { retryAfterSeconds: adviceOf(waitMs) }),
  unreachable: (store: string, cause?: unknown) => new AppError('STORE_UNREACHABLE', platform.unreachable(store), { cause }),
  redirected: (store: string) => new AppError('STORE_ANSWER_INVALID', platform.redirected(store)),
  rowInvalid: (store: string, row: string, field: string, cause: string) =>
    new AppError('STORE_ROW_INVALID', platform.rowInvalid(store, row, field), { cause }),
  answerInvalid: (store: string, cause?: unknown) => new AppError('STORE_ANSWER_INVALID', platform.answerInvalid(store), { cause }),
}

/**
 * The call that received the status. `scope` is the scope that a 403 reports as missing, on platforms that answer like this. `waitMs` is
 * the wait that the shop asked for.
 */
export type Asked = { store: string; scope?: string | undefined; waitMs?: number | undefined }

/**
 * Maps an HTTP status to one of our errors. It throws errors that a retry cannot cure and returns the others. The statuses are those of
 * both platforms: shopify.dev "response codes"; developers.shopbase.com "response status codes".
 */
export function platformFailureOf(status: number, { store, scope, waitMs }: Asked): AttemptResult<never> {
  if (status >= 500) return { again: failure.unreachable(store), waitMs }
  if (status === 429 || status === 430) return { again: failure.busy(store, waitMs), waitMs }
  if (status >= 300 && status < 400) throw failure.redirected(store)
  if (status === 403 && scope !== undefined) throw failure.lacksScope(store, scope)
  if (status === 401 || status === 403) throw failure.rejected(store)
  if (status === 402 || status === 423) throw failure.unavailable(store)
  if (status === 404) throw failure.unknownShop(store)
  throw failure.refused(store)
}
