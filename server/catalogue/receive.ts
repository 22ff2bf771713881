import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { Platform, platforms } from '#shared/platforms.ts'
import type { Deps } from '#server/deps.ts'
import { keepingOf, noteHint } from '#server/catalogue/hinting.ts'
import { noteHeard } from '#server/catalogue/hints-repo.ts'
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
  const keeping = await keepingOf(deps, storeId)
  if (!active || !keeping.isKept) throw new AppError('DELIVERY_UNWANTED')
  const told = toldProduct(body)
  if (!told) return
  const heard = noteHeard(deps.database.db, storeId, new Date(deps.now()), heardEveryMs)
  await Promise.all([heard, noteHint(deps, storeId, told, keeping)])
}
