import { AppError } from '#shared/errors.ts'
import type { PasskeyUseRequest } from '#shared/second-factor.ts'
import type { Caller } from '#server/auth/caller.ts'
import { redeemCode } from '#server/auth/factor-code.ts'
import { findFactors } from '#server/auth/factor-repo.ts'
import type { InPerson } from '#server/auth/require-viewer.ts'
import { note } from '#server/auth/note.ts'
import { assertOwnPasskey } from '#server/auth/passkeys.ts'
import { proved } from '#server/auth/proof.ts'
import { providerHeaders, type AuthDeps } from '#server/auth/sessions.ts'

/** Records an audit entry, also for a failed proof. */
async function prove(deps: AuthDeps, person: InPerson, by: 'code' | 'passkey', check: () => Promise<unknown>, caller: Caller) {
  const entry = { actorId: person.id, action: 'session.reauthenticate', target: person.id, details: { by } }
  try {
    await check()
  } catch (error) {
    await note(deps, caller, { ...entry, decision: 'failed' })
    throw error
  }
  await note(deps, caller, { ...entry, decision: 'allowed' })
  return proved(deps, person)
}

/** Throws WRONG_CODE, also for people without a second factor, and TOO_MANY_REQUESTS. */
export function reauthenticateByCode(deps: AuthDeps, person: InPerson, code: string, caller: Caller) {
  async function check() {
    const { isEnabled } = await findFactors(deps.database.db, person.id)
    if (!isEnabled) throw new AppError('WRONG_CODE')
    await redeemCode(deps, person.id, code, await providerHeaders(deps, person.sessionId, caller), caller)
  }
  return prove(deps, person, 'code', check, caller)
}

/** Throws PASSKEY_REFUSED for an invalid answer or for another person's passkey. */
export const reauthenticateByPasskey = (deps: AuthDeps, person: InPerson, request: PasskeyUseRequest, caller: Caller) =>
  prove(deps, person, 'passkey', () => assertOwnPasskey(deps, person, request, caller), caller)
