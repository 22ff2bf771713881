import { isAPIError } from 'better-auth/api'
import { parseSetCookieHeader } from 'better-auth/cookies'
import { AppError } from '#shared/errors.ts'
import type { Session, SignInRequest, SignUpRequest } from '#shared/session.ts'
import type { AccessTokens } from '#server/auth/access-token.ts'
import type { AuthProvider } from '#server/auth/provider.ts'
import { claimOwnership, endSession, hasOwner, mayComeIn, removeUser } from '#server/auth/repo.ts'
import type { Deps } from '#server/deps.ts'

export type AuthDeps = Deps & { provider: AuthProvider; accessTokens: AccessTokens }

/** A session, and the cookie lines that keep it in a browser. */
type Established = { session: Session; cookies: string[] }

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

/** Finds the signed-in session behind a refresh token; the answer may carry a renewed cookie. */
async function restore({ provider }: AuthDeps, refreshToken: string) {
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

/** Throws WRONG_CREDENTIALS, the same for an unknown address and a wrong password, and ACCESS_RESTRICTED for who may not come in. */
export async function signIn(deps: AuthDeps, { email, password }: SignInRequest): Promise<Established> {
  const { headers } = await deps.provider.api.signInEmail({ body: { email, password }, returnHeaders: true }).catch(refused)
  const cookies = headers.getSetCookie()
  const refreshToken = parseSetCookieHeader(cookies.join(', ')).get(await cookieName(deps.provider))?.value
  if (!refreshToken) throw new AppError('INTERNAL')
  const { session } = await establish(deps, decodeURIComponent(refreshToken))
  return { session, cookies }
}

/** A new access token for a live session. Throws SIGNED_OUT. */
export const renew = (deps: AuthDeps, refreshToken: string): Promise<Established> => establish(deps, refreshToken)

/** Where no owner exists, the account becomes the owner; any other must be on the authorized list. Throws ACCESS_RESTRICTED. */
export async function signUp(deps: AuthDeps, { email, password }: SignUpRequest): Promise<{ id: string; email: string }> {
  if (await hasOwner(deps.database.db)) throw new AppError('ACCESS_RESTRICTED')
  const { user } = await deps.provider.api.signUpEmail({ body: { email, password, name: '' } }).catch((cause: unknown) => {
    throw isAPIError(cause) ? new AppError('ACCESS_RESTRICTED', undefined, { cause }) : cause
  })
  if (!(await claimOwnership(deps.database, user.id))) {
    await removeUser(deps.database.db, user.id)
    throw new AppError('ACCESS_RESTRICTED')
  }
  deps.log.info({ userId: user.id }, 'the first account has registered and is the owner now')
  return { id: user.id, email: user.email }
}

/** Ends the session that a refresh token or an access token names, and answers the cookie lines that forget it. */
export async function signOut(deps: AuthDeps, { refreshToken, accessToken }: { refreshToken: string | null; accessToken: string | null }) {
  const sessionId = accessToken && (await deps.accessTokens.sessionOf(accessToken, deps.now()))
  if (sessionId) await endSession(deps.database.db, sessionId)
  const name = await cookieName(deps.provider)
  const headers = new Headers(refreshToken ? { cookie: `${name}=${encodeURIComponent(refreshToken)}` } : {})
  const answer = await deps.provider.api.signOut({ headers, returnHeaders: true })
  return { cookies: answer.headers.getSetCookie() }
}
