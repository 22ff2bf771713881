import { stranger, type Caller } from '#server/auth/caller.ts'
import type { Issuer } from '#server/auth/provider.ts'
import { note } from '#server/auth/note.ts'
import { begun, type AuthDeps } from '#server/auth/sessions.ts'
import type { ThirdPartyOutcome } from '#server/auth/third-party.ts'

/** The pages for a browser that returns from an issuer. A failure has one of two reasons. */
export const returnPages: Record<ThirdPartyOutcome, string> = {
  signedIn: '/auth/callback',
  restricted: '/login?error=access_restricted',
  failed: '/login?error=sign_in_failed',
}

/**
 * Begins a session for a person whom an issuer vouches for, or returns the page with the reason of the failure. Records an audit entry, but
 * not for technical failures: they name nobody, and anybody can cause them. Throws NOT_FOUND, ISSUER_UNREACHABLE.
 */
export async function comeBack(deps: AuthDeps, issuer: Issuer['id'], query: string, caller: Caller) {
  const { outcome, cookies } = await deps.thirdParty.finish(issuer, query, caller)
  const entry = { action: 'session.signIn', details: { issuer } }
  if (outcome === 'signedIn') {
    const { session, cookies: ours } = await begun(deps, cookies, caller)
    const { id, email } = session.user
    await note(deps, caller, { ...entry, actorId: id, target: email, decision: 'allowed' })
    return { location: returnPages[outcome], cookies: ours }
  }
  if (outcome === 'restricted') await note(deps, caller, { ...entry, actorId: stranger, target: null, decision: 'denied' })
  return { location: returnPages[outcome], cookies }
}
