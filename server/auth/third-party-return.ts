import { stranger, type Caller } from '#server/auth/caller.ts'
import type { Issuer } from '#server/auth/provider.ts'
import { note } from '#server/auth/note.ts'
import { begun, type AuthDeps } from '#server/auth/sessions.ts'
import type { ThirdPartyOutcome } from '#server/auth/third-party.ts'

/** Where a browser that comes back from an issuer goes on: paths of our own, with one of two reasons. */
export const destinations: Record<ThirdPartyOutcome, string> = {
  signedIn: '/auth/callback',
  restricted: '/login?error=access_restricted',
  failed: '/login?error=sign_in_failed',
}

/**
 * Lets somebody in whom an issuer vouches for, or says why not, and leaves an entry about it: not about what went wrong on the way,
 * which names nobody and which anybody can bring about. Throws NOT_FOUND, ISSUER_UNREACHABLE.
 */
export async function comeBack(deps: AuthDeps, issuer: Issuer['id'], query: string, caller: Caller) {
  const { outcome, cookies } = await deps.thirdParty.finish(issuer, query, caller)
  const entry = { action: 'session.signIn', details: { issuer } }
  if (outcome === 'signedIn') {
    const { session, cookies: ours } = await begun(deps, cookies, caller)
    const { id, email } = session.user
    await note(deps, caller, { ...entry, actorId: id, target: email, decision: 'allowed' })
    return { location: destinations[outcome], cookies: ours }
  }
  if (outcome === 'restricted') await note(deps, caller, { ...entry, actorId: stranger, target: null, decision: 'denied' })
  return { location: destinations[outcome], cookies }
}
