import { AppError, type ErrorCode } from '#shared/errors.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { deliveryPath } from '#shared/catalogue.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import type { Deps } from '#server/deps.ts'
import { noteCopy, type Claim, type CopyRow } from '#server/catalogue/repo.ts'
import { isReachable } from '#server/catalogue/reachable.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'
import {
  beginEnding,
  beginSubscribing,
  endSubscribing,
  endTries,
  noteEnded,
  noteUncertain,
  tellingButUnwanted,
  type Ending,
} from '#server/catalogue/telling-repo.ts'
import type { Shop } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { toFailure } from '#server/procedure/failure.ts'
import { signingSecretOf } from '#server/stores/secrets.ts'
import { findStore, shopOf, type StoreRow } from '#server/stores/service.ts'

const { subscribeEveryMs, retryEveryMs } = catalogueLimits.hints

/** Failures that pass, so that what the shop was asked for before may still hold. */
const passing: ReadonlySet<ErrorCode> = new Set(['STORE_BUSY', 'STORE_UNREACHABLE', 'STORE_ANSWER_INVALID'])

/** Why a shop cannot tell us of changes, whatever it allows. null: it can. */
function obstacle({ appUrl, vault }: Deps, store: StoreRow): string | null {
  if (!isReachable(appUrl)) return catalogueRefusals.webhooks.notReachable
  return signingSecretOf(vault, store) === null ? catalogueRefusals.webhooks.noSecret[store.platform] : null
}

/** Whether the shop may tell us of changes, as far as is known. */
const mayTell = ({ webhooks }: CopyRow) => webhooks !== null && webhooks !== 'unavailable'

/** Whether a shop has to be asked to tell us of changes. */
export function isSubscriptionDue({ webhooks, webhookProblem, webhooksAt }: CopyRow, now: number): boolean {
  if (webhooksAt === null || webhooks === 'ending' || webhooks === 'left') return true
  const everyMs = webhooks === 'on' && webhookProblem === null ? subscribeEveryMs : retryEveryMs
  return webhooksAt.getTime() + everyMs <= now
}

type Asking = { store: StoreRow; row: CopyRow; claim: Claim }

/** What has become of asking a shop. A refusal of one thing leaves in the shop what it has accepted before. */
async function attempt({ row }: Asking, subscribe: () => Promise<void>) {
  try {
    await subscribe()
    return { webhooks: 'on', webhookProblem: null } as const
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isStill = row.webhooks === 'on' && passing.has(error.code)
    return { webhooks: isStill ? ('on' as const) : ('uncertain' as const), webhookProblem: error.message }
  }
}

/** Ends what was begun for a store that is deleted, or another shop's, by now: nobody else knows of it any more. */
async function endForgotten(deps: Deps, store: StoreRow, shop: Shop) {
  const present = await findStore(deps, store.id)
  if (present?.platform === store.platform && present.domain === store.domain) return
  await shop
    .unsubscribe(deps.appUrl + deliveryPath(store))
    .catch((error: unknown) => deps.log.warn({ err: error, store: store.id }, 'a shop could not be asked to stop telling of changes'))
}

/** Whether a store has the shop and the secrets that it had when it was claimed. Its reading may have taken hours. */
async function isPresent(deps: Deps, { id, platform, domain, secrets }: StoreRow): Promise<boolean> {
  const present = await findStore(deps, id)
  return present?.platform === platform && present.domain === domain && present.secrets === secrets
}

/**
 * Asks a shop to tell us of changes: at the first visit, then about once a day, because a shop ends subscriptions by itself where messages fail for
 * hours. A refusal is noted and fails nothing. That the shop may tell is noted before it is asked.
 */
export async function keepSubscribed(deps: Deps, asking: Asking, { shop, signal }: { shop: Shop; signal: AbortSignal }) {
  const { store, row, claim } = asking
  const { db } = deps.database
  if (!isSubscriptionDue(row, deps.now())) return
  const at = new Date(deps.now())
  const problem = obstacle(deps, store)
  if (problem !== null) {
    await noteCopy(db, claim, { webhooks: mayTell(row) ? 'uncertain' : 'unavailable', webhookProblem: problem, webhooksAt: at })
    return
  }
  if (!(await isPresent(deps, store)) || !(await beginSubscribing(db, claim, row, at))) return
  let isNoted = false
  try {
    const found = await attempt(asking, () => shop.subscribe(deps.appUrl + deliveryPath(store), { signal }))
    isNoted = await endSubscribing(db, claim, at, found)
  } finally {
    if (!isNoted) {
      await noteUncertain(db, store.id)
      await endForgotten(deps, store, shop)
    }
  }
}

/**
 * Asks the shops of stores whose copies are not wanted any more to stop telling. What a shop tells in vain is refused. A failure is kept for the
 * store's state, and the shop is asked again a day later and then less and less often, by any process, until it has stopped, the copy is
 * wanted again, or it was asked so often that only a person can help.
 */
export async function endUnwanted(deps: Deps, signal: AbortSignal) {
  const { db } = deps.database
  const unwanted = async () => tellingButUnwanted(db, await findCatalogueOn(db), new Date(deps.now()))
  for (const id of await unwanted()) {
    // The shops before it may have taken minutes.
    const isStill = (await unwanted()).includes(id)
    const store = await findStore(deps, id)
    const at = new Date(deps.now())
    const tries = store && isStill && !signal.aborted ? await beginEnding(db, id, at) : null
    if (!store || tries === null) continue
    // It was asked to tell in the meantime, and may have been told both.
    if (!(await noteEnded(db, id, at, await endAt(deps, store, tries, signal)))) await noteUncertain(db, id)
  }
}

async function endAt(deps: Deps, store: StoreRow, tries: number, signal: AbortSignal): Promise<Ending> {
  const { notEnded, left } = catalogueRefusals.webhooks
  try {
    await shopOf(deps, store, { patience: patience.freshness }).unsubscribe(deps.appUrl + deliveryPath(store), { signal })
    return { is: signal.aborted ? 'broken' : 'stopped' }
  } catch (error) {
    if (signal.aborted) return { is: 'broken' }
    deps.log.warn({ err: error, store: store.id, tries }, 'a shop could not be asked to stop telling of changes')
    const why = toFailure(error).message
    return tries < endTries ? { is: 'failed', problem: notEnded(why) } : { is: 'left', problem: left(tries, why) }
  }
}
