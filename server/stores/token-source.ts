import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { ShopDeps } from '#server/deps.ts'
import type { ShopOptions } from '#server/platforms/http.ts'
import type { AppOfShop, TokenSource } from '#server/platforms/port.ts'
import { sleep } from '#server/platforms/retry.ts'
import { findStoreRow, type StoreRow } from '#server/stores/repo.ts'
import { claimRenewal, endRenewal } from '#server/stores/token-repo.ts'
import { isUsable, openTokens, sealTokens, storedTokens, type StoredTokens } from '#server/stores/tokens.ts'

/** Longer than a renewal takes. After a crash, another process renews from then on. */
const claimMs = 30_000
/** How often a call looks whether another one has ended its renewal. */
const lookMs = 150

/** `isSame`: whether a later row of the store has the same app at the same shop. `onAnswer` follows the state of the store. */
type Approved = { app: AppOfShop; isSame: (row: StoreRow) => boolean; onAnswer: ShopOptions['onAnswer'] }

/** Renews claimed tokens. Both new ones are written at once, before the first use of either. Throws the shop's refusals. */
async function renew(
  deps: ShopDeps,
  store: StoreRow,
  { app, onAnswer }: Approved,
  { refreshToken }: StoredTokens,
  until: Date,
): Promise<StoredTokens> {
  const { database, vault, platforms, now } = deps
  const approvals = platforms.approvals[store.platform]
  let next: string | null = null
  try {
    if (!approvals || refreshToken === null) throw new AppError('STORE_REJECTED', messages.platform.rejected(store.name))
    const granted = await approvals.renew(store, app, refreshToken, { onAnswer, storeId: store.id })
    next = sealTokens(vault, store.id, granted, now())
    return storedTokens(granted, now())
  } finally {
    await endRenewal(database.db, store.id, until, next)
  }
}

/**
 * The tokens of a store whose shop approved an app. They are read again for each call that finds its own expired, because another process
 * may have renewed them. One call at a time renews the tokens of a store: Shopify gives each refresh token one successor.
 */
export function tokenSourceOf(deps: ShopDeps, store: StoreRow, approved: Approved): TokenSource {
  const { database, vault, now, clock } = deps
  let known = store.tokens === null ? null : openTokens(vault, store.id, store.tokens)

  async function usable(refused: string | null, signal?: AbortSignal): Promise<string> {
    const serves = ({ token, ...rest }: StoredTokens) => token !== refused && isUsable({ token, ...rest }, now())
    if (known && serves(known)) return known.token
    for (;;) {
      const row = await findStoreRow(database.db, store.id)
      if (!row || row.tokens === null || !approved.isSame(row)) throw new AppError('STORE_REJECTED', messages.platform.rejected(store.name))
      const found = openTokens(vault, row.id, row.tokens)
      known = found
      if (serves(found)) return found.token
      const until = new Date(now() + claimMs)
      if (await claimRenewal(database.db, row, new Date(now()), until)) {
        const renewed = await renew(deps, row, approved, found, until)
        known = renewed
        return renewed.token
      }
      await sleep(clock, lookMs, signal)
    }
  }

  return { current: (signal) => usable(null, signal), after: usable }
}
