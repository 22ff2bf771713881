import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { findStoreRow } from '#server/stores/repo.ts'
import { connectionTo } from '#server/stores/secrets.ts'
import { listApprovedIds } from '#server/stores/token-repo.ts'
import { openTokens } from '#server/stores/tokens.ts'

/**
 * Renews the tokens of shops that nobody has called for weeks: a refresh token that is not used for 90 days ends, and the shop would have to
 * approve the app again. A shop that refuses does not stop the others.
 */
export async function renewQuietTokens(deps: Deps) {
  const before = deps.now() - limits.quietTokenMs
  for (const id of await listApprovedIds(deps.database.db)) {
    const store = await findStoreRow(deps.database.db, id)
    const { endsAt = null } = store?.tokens ? openTokens(deps.vault, id, store.tokens) : {}
    if (!store || endsAt === null || endsAt >= before) continue
    const { secrets } = connectionTo(deps, store)
    if (secrets.kind !== 'appGrant') continue
    await secrets.tokens.current().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      deps.log.warn({ err: error, store: id }, 'the tokens of a quiet shop could not be renewed')
    })
  }
}
