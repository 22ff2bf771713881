import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Passkey, SecurityResponse } from '#shared/second-factor.ts'
import { tell } from '#server/auth/factor-news.ts'
import { findFactors } from '#server/auth/factor-repo.ts'
import { isAsked, isRequired } from '#server/auth/factor-rule.ts'
import { listPasskeys, takePasskey } from '#server/auth/passkey-repo.ts'
import { passkeyOf } from '#server/auth/passkeys.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { confirmedUntil } from '#server/procedure/confirmed.ts'
import { notFound } from '#server/procedure/not-found.ts'

/** The viewer's sign-in methods, and the time until which sensitive changes need no new proof of identity. */
export async function securityOf({ database, provider }: AuthDeps, viewer: Viewer): Promise<SecurityResponse> {
  const { internalAdapter } = await provider.$context
  const factors = await findFactors(database.db, viewer.id)
  const left = factors.isEnabled ? (await provider.api.viewBackupCodes({ body: { userId: viewer.id } })).backupCodes.length : 0
  return {
    has_password: Boolean((await internalAdapter.findCredentialAccount(viewer.id))?.password),
    second_factor: { is_enabled: factors.isEnabled, recovery_codes_left: left, is_required: isRequired(viewer, factors) },
    passkeys: (await listPasskeys(database.db, viewer.id)).map(passkeyOf),
    authenticated_until: confirmedUntil(viewer.authenticatedAt ?? new Date(0)).toISOString(),
  }
}

/** Throws NOT_FOUND. Throws SECOND_FACTOR_NEEDED for the last passkey where the team requires a second factor and no other one is on. */
export async function removePasskey(deps: AuthDeps, viewer: Viewer, id: string): Promise<Passkey> {
  const factors = await findFactors(deps.database.db, viewer.id)
  if (isAsked(viewer, { ...factors, passkeys: factors.passkeys - 1 })) throw new AppError('SECOND_FACTOR_NEEDED')
  const taken = await takePasskey(deps.database.db, viewer.id, id)
  if (!taken) throw notFound('Passkey')
  await tell(deps, viewer.id, 'passkeyRemoved')
  return passkeyOf(taken)
}
