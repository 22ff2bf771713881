import { isAPIError } from 'better-auth/api'
import { parseSetCookieHeader } from 'better-auth/cookies'
import { AppError } from '#shared/errors.ts'
import type { Session, SignInRequest } from '#shared/session.ts'
import { record, type AuditEntry } from '#server/audit-repo.ts'
import type { AccessTokens } from '#server/auth/access-token.ts'
import type { Caller } from '#server/auth/caller.ts'
import { addressHeader, type AuthProvider } from '#server/auth/provider.ts'
import { endSession, mayComeIn } from '#server/auth/repo.ts'
import type { ThirdParty } from '#server/auth/third-party.ts'
import type { Deps } from '#server/deps.ts'
import { allowances, callerKey, forgive, refund, spend } from '#server/throttle.ts'

export type AuthDeps = Deps & { provider: AuthProvider; thirdParty: ThirdParty; accessTokens: AccessTokens }

/** A session, and the cookie lines that keep it in a browser. */
export type Established = { session: Session; cookies: string[] }

async function cookieName(provider: AuthProvider): Promise<string> {
  return (await provider.$context).authCookies.sessionToken.name
}

/** better-auth's refusals as ours: either the credentials are wrong, or they are right and the person may not come in. */
function refused(cause: unknown): never {
  if (!isAPIError(cause)) throw cause
  throw new AppError(
    cause.status === 'UNAUTHORIZED' && cause.body?.code === 'INVALID_EMAIL_OR_PASSWORD' ? 'WRONG_CREDENTIALS' : 'ACCESS_RESTRICTED',
    undefined,
    { cause },
  )
}

/** What better-auth keeps about a session: from where and with what it was begun. */
export const sessionHeaders = ({ address, userAgent }: Caller) => new Headers({ [addressHeader]: address, 'user-agent': userAgent })

/** Finds the signed-in session behind a refresh token; the answer may carry a renewed cookie. */
export async function restore({ provider }: AuthDeps, refreshToken: string) {
  const headers = new Headers({ cookie: `${await cookieName(provider)}=${encodeURIComponent(refreshToken)}` })
  const { response, headers: answered } = await provider.api.getSession({ headers, returnHeaders: true })
  return { found: response, cookies: answered.getSetCookie() }
}

async function establish(deps: AuthDeps, refreshToken: string): Promise<Established> {
  const { found, cookies } = await restore(deps, refreshToken)
  if (!found || !(await mayComeIn(deps.database.db, found.user.id))) throw new AppError('SIGNED_OUT')
  const { token, expiresAt } = await deps.accessTokens.issue(found.session.id, deps.now())
  const user = { id: found.user.id, email: found.user.email }
  return { session: { token, refresh_token: refreshToken, expires_at: expiresAt.toISOString(), user }, cookies }
}

/** The session that better-auth has just begun, from the cookie it set. */
export async function begun(deps: AuthDeps, cookies: string[]): Promise<Established> {
  const refreshToken = parseSetCookieHeader(cookies.join(', ')).get(await cookieName(deps.provider))?.value
  if (!refreshToken) throw new AppError('INTERNAL')
  const { session } = await establish(deps, decodeURIComponent(refreshToken))
  return { session, cookies }
}

type Noted = Pick<AuditEntry, 'actorId' | 'action' | 'target' | 'decision'> & Partial<Pick<AuditEntry, 'details'>>

/** Leaves an entry about somebody at the door. */
export async function note(deps: Deps, { requestId }: Caller, entry: Noted) {
  await record(deps.database.db, { at: new Date(deps.now()), door: 'auth', requestId, details: null, ...entry })
}

/** Nobody yet: whoever tries to sign in. */
export const stranger = 'anonymous'

/**
 * Throws WRONG_CREDENTIALS, the same for an unknown address and a wrong password, ACCESS_RESTRICTED for who may not come in, and
 * TOO_MANY_REQUESTS after too many wrong passwords, before any is hashed.
 */
export async function signIn(deps: AuthDeps, { email, password }: SignInRequest, caller: Caller): Promise<Established> {
  const [account, from] = [email.toLowerCase(), callerKey(caller.address)]
  await spend(deps, allowances.signInsFrom, from)
  await spend(deps, allowances.signInsTo, account)
  try {
    const request = { body: { email, password }, headers: sessionHeaders(caller), returnHeaders: true } as const
    const { headers } = await deps.provider.api.signInEmail(request).catch(refused)
    const established = await begun(deps, headers.getSetCookie())
    await forgive(deps, allowances.signInsTo, account)
    await refund(deps, allowances.signInsFrom, from)
    await note(deps, caller, { actorId: established.session.user.id, action: 'session.signIn', target: account, decision: 'allowed' })
    return established
  } catch (error) {
    const decision = error instanceof AppError && error.code === 'ACCESS_RESTRICTED' ? 'denied' : 'failed'
    await note(deps, caller, { actorId: stranger, action: 'session.signIn', target: account, decision })
    throw error
  }
}

/** A new access token for a live session. Throws SIGNED_OUT. */
export const renew = (deps: AuthDeps, refreshToken: string): Promise<Established> => establish(deps, refreshToken)

/** What names a session that is to end: either token, or both. */
export type SignOut = { refreshToken: string | null; accessToken: string | null }

/** Ends the session that a refresh token or an access token names, and answers the cookie lines that forget it. */
export async function signOut(deps: AuthDeps, { refreshToken, accessToken }: SignOut, caller: Caller) {
  const sessionId = accessToken && (await deps.accessTokens.sessionOf(accessToken, deps.now()))
  const ended = sessionId ? await endSession(deps.database.db, sessionId) : null
  const { found } = refreshToken === null ? { found: null } : await restore(deps, refreshToken)
  const name = await cookieName(deps.provider)
  const headers = new Headers(refreshToken ? { cookie: `${name}=${encodeURIComponent(refreshToken)}` } : {})
  const answer = await deps.provider.api.signOut({ headers, returnHeaders: true })
  for (const actorId of [ended, found?.user.id])
    if (actorId) await note(deps, caller, { actorId, action: 'session.signOut', target: actorId, decision: 'allowed' })
  return { cookies: answer.headers.getSetCookie() }
}
