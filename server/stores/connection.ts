import { AppError, type ErrorCode, type InputIssue } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { allOrders, hiddenWithout } from '#shared/shop-scopes.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import { storeMessages } from '#shared/store-messages.ts'
import type { ShopFacts, ShopDifference } from '#shared/stores.ts'
import type { Deps, ShopDeps } from '#server/deps.ts'
import type { ShopOptions } from '#server/platforms/http.ts'
import type { ShopCheck } from '#server/platforms/port.ts'
import type { StoreRow } from '#server/stores/repo.ts'
import { connectionTo } from '#server/stores/secrets.ts'
import { metBy, type Met } from '#server/stores/state.ts'

/** The result of a connection test. `facts` is null if the shop did not answer. */
export type Tested = { met: Met; facts: (ShopFacts & { shopName: string; limits: string[]; hidden: InputIssue[] }) | null }

function limitsOf({ missingScopes, seesAllOrders }: ShopCheck, notices: readonly string[]): string[] {
  return [
    ...notices,
    ...(missingScopes.length > 0 ? [messages.stores.missingScopes(missingScopes)] : []),
    ...(seesAllOrders ? [] : [messages.stores.onlyRecentOrders]),
  ]
}

/**
 * What a shop keeps from us, by the scope that is missing. Data that it withholds for another reason has no scope. Without a scope for
 * columns alone, the store does not count as limited: exports say so where these columns are chosen.
 */
function hiddenBy({ missingScopes, missingColumnScopes, seesAllOrders }: ShopCheck, withheld: readonly string[]): InputIssue[] {
  const scopes = [...missingScopes, ...(seesAllOrders ? [] : [allOrders]), ...missingColumnScopes]
  return [...withheld.map((message) => ({ path: '', message })), ...scopes.map((scope) => ({ path: scope, message: hiddenWithout(scope) }))]
}

/** Throws STORE_WITHHOLDS where the shop withholds data. Its issues tell which. */
export function refuseLimited({ facts }: Tested) {
  if (facts && facts.hidden.length > 0) throw new AppError('STORE_WITHHOLDS', undefined, { issues: facts.hidden })
}

/**
 * Tests the stored credentials and reads the shop's name, currency, time zone and limits. `saved` counts the calls for a store that is saved.
 * Throws the connector's errors.
 */
export async function testConnection(
  deps: ShopDeps,
  store: StoreRow,
  signal?: AbortSignal,
  saved: Pick<ShopOptions, 'storeId'> = {},
): Promise<Tested & { facts: object }> {
  const shop = deps.platforms.connect(connectionTo(deps, store), saved)
  const check = await shop.check(signal ? { signal } : {})
  const { shopName, currency, timezone } = check
  const limits = limitsOf(check, shop.notices())
  const met: Met = limits.length > 0 ? { state: 'limited', reason: storeMessages.limitedBy(limits) } : { state: 'connected', reason: null }
  return { met, facts: { shopName, currency, timezone, limits, hidden: hiddenBy(check, shop.withheld()) } }
}

/** Errors that do not show whether the credentials are valid. */
const unanswered: ReadonlySet<ErrorCode> = new Set(['STORE_UNREACHABLE', 'STORE_ANSWER_INVALID', 'STORE_BUSY'])

/**
 * Tests a store before it is saved. With `allowUnreachable`, a shop without a usable answer counts as unreachable. Otherwise, and always
 * where the shop refuses, this throws and nothing is saved.
 */
export async function testBeforeSaving(deps: Deps, store: StoreRow, allowUnreachable: boolean, signal?: AbortSignal): Promise<Tested> {
  try {
    return await testConnection(deps, store, signal)
  } catch (error) {
    if (!allowUnreachable || !(error instanceof AppError) || !unanswered.has(error.code)) throw error
    return { met: metBy(error) ?? { state: 'unreachable', reason: null }, facts: null }
  }
}

/** The currency and time zone of the store where they differ from its shop's. */
export function differencesOf(store: Pick<StoreRow, 'currency' | 'timezone'>, facts: ShopFacts): ShopDifference[] {
  return (['timezone', 'currency'] as const).flatMap((field) => {
    const shops = facts[field]
    return shops === null || shops === store[field]
      ? []
      : [{ field, value: shops, message: connectMessages.differs[field](shops, store[field]) }]
  })
}
