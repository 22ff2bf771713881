import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { findStoreRow } from '#server/stores/repo.ts'
import { connectionTo } from '#server/stores/secrets.ts'
import { followState } from '#server/stores/state.ts'
import { listApprovedIds } from '#server/stores/token-repo.ts'
import { openTokens } from '#server/stores/tokens.ts'

async function renewIfQuiet(deps: Deps, id: string, before: number, stopping: AbortSignal) {
  const store = await findStoreRow(deps.database.db, id)
  const { endsAt = null } = store?.tokens ? openTokens(deps.vault, id, store.tokens) : {}
  if (!store || endsAt === null || endsAt >= before) return
  const { secrets } = connectionTo(deps, store, followState(deps, store))
  if (secrets.kind === 'appGrant') await secrets.tokens.current(stopping)
}

/**
 * Renews the tokens of shops that nobody has called for weeks: a refresh token that is not used for 90 days ends, and the shop would have to
 * approve the app again. A store that cannot be renewed, or whose secrets cannot be read, does not stop the others.
 */
export async function renewQuietTokens(deps: Deps, stopping: AbortSignal) {
  const before = deps.now() - limits.quietTokenMs
  for (const id of await listApprovedIds(deps.database.db)) {
    if (stopping.aborted) return
    await renewIfQuiet(deps, id, before, stopping).catch((error: unknown) =>
      deps.log.warn({ err: error, store: id }, 'the tokens of a quiet shop could not be renewed'),
    )
  }
}
