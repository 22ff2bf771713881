import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { Platform, platforms } from '#shared/platforms.ts'
import type { Deps } from '#server/deps.ts'
import { addHint, countHints, findKeeping, lookInstead, markHint, noteHeard } from '#server/catalogue/hints-repo.ts'
import { hasChange } from '#server/catalogue/reading.ts'
import { findCatalogueOn } from '#server/catalogue/setting-repo.ts'
import { deliveryHeaders, isSignedWith, toldProduct } from '#server/platforms/deliveries.ts'
import { signingSecretOf } from '#server/stores/secrets.ts'
import { findStore, type StoreRow } from '#server/stores/service.ts'

/** What a shop, or somebody else, has sent. `header`: '' where it is missing. */
export type Delivery = { platform: string; storeId: string; body: Buffer; header: (name: string) => string }

const isStoreId = /^[\w-]{1,64}$/
const heardEveryMs = 60_000
/** Nobody knows it, so that nothing is signed with it. */
const nobodys = randomUUID()

/** null: there is none, or it cannot be opened any more. Strangers must not learn which. */
function secretOf(vault: Deps['vault'], store: StoreRow | null): string | null {
  try {
    return signingSecretOf(vault, store)
  } catch {
    return null
  }
}

const headersOf = (platform: string) => deliveryHeaders[Platform.safeParse(platform).data ?? platforms[0]]

/** The shop that a message says it is from. */
export const deliveryDomain = (platform: string, header: Delivery['header']): string => header(headersOf(platform).domain).toLowerCase()

/**
 * The store that a message is really from. Throws SIGNED_OUT. An unknown store, another platform, a store without a secret and a wrong signature
 * take the same steps and get the same answer.
 */
export async function deliverySender(deps: Deps, { platform, storeId, body, header }: Delivery): Promise<StoreRow> {
  const named = Platform.safeParse(platform)
  // Postgres takes no text with the character 0.
  const found = isStoreId.test(storeId) ? await findStore(deps, storeId) : null
  const store = found && named.success && found.platform === named.data ? found : null
  const secret = secretOf(deps.vault, store)
  const isSigned = isSignedWith(secret ?? nobodys, body, header(headersOf(platform).signature))
  const isOfShop = store !== null && deliveryDomain(platform, header) === store.domain
  if (!store || !isSigned || !isOfShop) throw new AppError('SIGNED_OUT', catalogueRefusals.notSigned)
  return store
}

/**
 * Takes a message of a store's shop: notes which product may have changed. The shop is asked for it by a keeper, and never by this call. Whatever else the
 * message says is left out. One whose change the copy has already changes nothing. Throws DELIVERY_UNWANTED where no copy of the store is kept, so that the shop ends its subscription by itself, should it not have been asked to.
 */
export async function receiveDelivery(deps: Deps, { id: storeId, active }: StoreRow, body: Buffer): Promise<void> {
  const { database, now, sharedClock, catalogue } = deps
  const { db } = database
  const [{ isOn, isHeld }, isAnyOn] = await Promise.all([findKeeping(db, storeId, sharedClock), findCatalogueOn(db)])
  if (!active || !isOn || !isAnyOn) throw new AppError('DELIVERY_UNWANTED')
  const told = toldProduct(body)
  if (!told) return
  const { productId, changedAt } = told
  // After the look at the keeper: one that has begun since then asks a shop that has changed already.
  const [copied, count] = await Promise.all([catalogue.version(storeId, productId), countHints(db, storeId)])
  const at = new Date(now())
  const hint = { storeId, productId, mark: randomUUID(), at }
  async function keep() {
    // The end of a product that is not there. A keeper may have read it already, and be about to write it.
    if (copied === null && changedAt === null && !isHeld) return markHint(db, hint)
    if (hasChange(copied, changedAt)) return
    if (count >= catalogueLimits.hints.kept) return lookInstead(db, storeId, sharedClock)
    return addHint(db, { ...hint, changedAt: changedAt === null ? null : new Date(changedAt) })
  }
  await Promise.all([noteHeard(db, storeId, at, heardEveryMs), keep()])
}
