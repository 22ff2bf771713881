import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import type { Deps } from '#server/deps.ts'
import type { AppOfShop, TokenSource } from '#server/platforms/port.ts'
import { sleep } from '#server/platforms/retry.ts'
import type { StoreRow } from '#server/stores/repo.ts'
import { followState } from '#server/stores/state.ts'
import { claimRenewal, endRenewal, findTokens } from '#server/stores/token-repo.ts'
import { isUsable, openTokens, sealTokens, type StoredTokens } from '#server/stores/tokens.ts'

/** Longer than a renewal takes. After a crash, another process renews from then on. */
const claimMs = 30_000
/** How often a call looks whether another one has ended its renewal. */
const lookMs = 150

/** Renews claimed tokens. Both new ones are written at once, before the first use of either. Throws the shop's refusals. */
async function renew(deps: Deps, store: StoreRow, app: AppOfShop, sealed: string, { refreshToken }: StoredTokens): Promise<void> {
  const { database, vault, platforms, now } = deps
  const approvals = platforms.approvals[store.platform]
  let next = sealed
  try {
    if (!approvals || refreshToken === null) throw new AppError('STORE_REJECTED', messages.platform.rejected(store.name))
    const granted = await approvals.renew(store, app, refreshToken, { onAnswer: followState(deps, store) })
    next = sealTokens(vault, store.id, granted, now())
  } finally {
    await endRenewal(database.db, store, sealed, next)
  }
}

/**
 * The tokens of a store whose shop approved an app. They are read again for each call that finds its own expired, because another process
 * may have renewed them. One call at a time renews the tokens of a store: Shopify gives each refresh token one successor.
 */
export function tokenSourceOf(deps: Deps, store: StoreRow, app: AppOfShop): TokenSource {
  const { database, vault, now, clock } = deps
  let known = store.tokens === null ? null : openTokens(vault, store.id, store.tokens)

  async function usable(refused: string | null, signal?: AbortSignal): Promise<string> {
    for (;;) {
      if (known && known.token !== refused && isUsable(known, now())) return known.token
      const sealed = await findTokens(database.db, store)
      if (sealed === null) throw new AppError('STORE_REJECTED', messages.platform.rejected(store.name))
      known = openTokens(vault, store.id, sealed)
      if (known.token !== refused && isUsable(known, now())) return known.token
      const at = now()
      if (await claimRenewal(database.db, store, sealed, new Date(at), new Date(at + claimMs))) await renew(deps, store, app, sealed, known)
      else await sleep(clock, lookMs, signal)
      known = null
    }
  }

  return { current: (signal) => usable(null, signal), after: usable }
}
