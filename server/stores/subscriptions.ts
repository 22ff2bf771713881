import { deliveryPath } from '#shared/catalogue.ts'
import type { Deps } from '#server/deps.ts'
import { patience } from '#server/platforms/retry.ts'
import { connectionTo } from '#server/stores/secrets.ts'
import type { StoreRow } from '#server/stores/repo.ts'
import { forgetAnswers, isSubscribed } from '#server/stores/subscription-repo.ts'

/**
 * The way to ask a store's shop to stop telling us of changes, for a store that is about to be deleted or moved to another shop. It is called
 * afterwards, with the secrets of before, and nobody waits for the shop. null: the shop was not asked to tell.
 */
export async function endingOf(deps: Deps, store: StoreRow): Promise<(() => void) | null> {
  if (!(await isSubscribed(deps.database.db, store.id))) return null
  async function end() {
    try {
      // Secrets that cannot be opened any more must not keep a store from being deleted.
      const shop = deps.platforms.connect(connectionTo(deps, store), { patience: patience.figures })
      await shop.unsubscribe(deps.appUrl + deliveryPath(store))
    } catch (error) {
      deps.log.warn({ err: error, store: store.id }, 'a shop could not be asked to stop telling of changes')
    }
  }
  return () => void end()
}

/** After a change of a store's secrets or shop: the shop is asked anew, for its products and to tell us of changes. */
export const askAnew = ({ database, sharedClock }: Deps, storeId: string, hasMoved = false): Promise<void> =>
  forgetAnswers(database.db, storeId, sharedClock, hasMoved)
