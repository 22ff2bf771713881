import { constantTimeEqual } from 'better-auth/crypto'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { Caller } from '#server/auth/caller.ts'
import { cookieLine, sessionCookie } from '#server/auth/cookies.ts'
import { note } from '#server/auth/note.ts'
import { deleteSession, findSession, rotate, type SessionRow } from '#server/auth/session-repo.ts'
import { establish, signedToken, type AuthDeps, type Established } from '#server/auth/sessions.ts'

type Named = { live: SessionRow; generation: number }

/** Browsers that signed in before refresh tokens rotated have better-auth's own cookie. It counts as the first generation. */
async function namedByOldCookie(deps: AuthDeps, text: string): Promise<Named | null> {
  const token = text.slice(0, Math.max(0, text.indexOf('.')))
  if (!token || !constantTimeEqual(text, await signedToken(deps, token))) return null
  const live = await findSession(deps.database.db, { token }, new Date(deps.now()))
  return live && { live, generation: 0 }
}

/** The live session of a refresh token of any generation. null for any other text. */
export async function sessionNamed(deps: AuthDeps, text: string): Promise<Named | null> {
  const parsed = deps.refreshTokens.parse(text)
  if (!parsed) return namedByOldCookie(deps, text)
  const { sessionId, generation } = parsed
  const live = await findSession(deps.database.db, { id: sessionId }, new Date(deps.now()))
  return live && deps.refreshTokens.isTokenOf(text, live, generation) ? { live, generation } : null
}

/** Each renewal extends a session by the lifetime of a refresh token, but not past its absolute end. */
function endAfter({ createdAt, expiresAt }: SessionRow, now: number): Date {
  const slid = Math.max(expiresAt.getTime(), now + limits.refreshTokenSeconds * 1_000)
  return new Date(Math.min(slid, createdAt.getTime() + limits.sessionSeconds * 1_000))
}

/** A reused token means that somebody has a copy. Which of the two is the thief is unknown, so the session ends. */
async function endReused(deps: AuthDeps, { live, generation }: Named, caller: Caller): Promise<never> {
  await deleteSession(deps.database.db, live.id)
  const details = { generation, current: live.generation }
  await note(deps, caller, { actorId: live.userId, action: 'session.refreshReused', target: live.userId, decision: 'denied', details })
  throw new AppError('SIGNED_OUT')
}

/**
 * Returns a new access token and the refresh token to use from now on. A session rotates at most once in the grace time. Within it, the
 * previous token gets the same successor, so that tabs and calls that renew at the same moment all succeed, in any order. A token that is
 * used later ends its session. Throws SIGNED_OUT.
 */
export async function renew(deps: AuthDeps, refreshToken: string, caller: Caller): Promise<Established> {
  const now = deps.now()
  const named = await sessionNamed(deps, refreshToken)
  if (!named) throw new AppError('SIGNED_OUT')
  const { live, generation } = named
  const expiresAt = endAfter(live, now)
  if (expiresAt.getTime() <= now) throw new AppError('SIGNED_OUT')
  const isInGrace = live.rotatedAt !== null && now < live.rotatedAt.getTime() + limits.refreshGraceMs
  const isCurrent = generation === live.generation
  if (isInGrace && (isCurrent || generation === live.generation - 1)) return establish(deps, live, live.generation)
  if (!isCurrent) return endReused(deps, named, caller)
  // Another call has rotated the session. The retry finds it in its grace time.
  if (!(await rotate(deps.database.db, live, new Date(now), expiresAt))) return renew(deps, refreshToken, caller)
  return establish(deps, { ...live, expiresAt }, generation + 1)
}

/** The tokens that name the session to end: either one, or both. */
export type SignOut = { refreshToken: string | null; accessToken: string | null }

/** Ends the sessions of a refresh token of any generation and of an access token. Returns the cookie line that deletes the cookie. */
export async function signOut(deps: AuthDeps, { refreshToken, accessToken }: SignOut, caller: Caller) {
  const named = refreshToken === null ? null : await sessionNamed(deps, refreshToken)
  const ids = [accessToken && (await deps.accessTokens.sessionOf(accessToken, deps.now())), named?.live.id]
  for (const id of ids) {
    const actorId = id ? await deleteSession(deps.database.db, id) : null
    if (actorId) await note(deps, caller, { actorId, action: 'session.signOut', target: actorId, decision: 'allowed' })
  }
  return { cookies: [cookieLine(deps.appUrl, sessionCookie(deps.appUrl), '', 0)] }
}
