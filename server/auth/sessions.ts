import { parseSetCookieHeader } from 'better-auth/cookies'
import { makeSignature } from 'better-auth/crypto'
import { AppError } from '#shared/errors.ts'
import type { Session } from '#shared/session.ts'
import type { AccessTokens } from '#server/auth/access-token.ts'
import type { Caller } from '#server/auth/caller.ts'
import { cookieLine, readCookie, sessionCookie } from '#server/auth/cookies.ts'
import { rememberDevice } from '#server/auth/devices.ts'
import type { OwnerSetup } from '#server/auth/owner-setup.ts'
import { addressHeader, type AuthProvider } from '#server/auth/provider.ts'
import type { RefreshTokens } from '#server/auth/refresh-token.ts'
import { deleteSession, findSession, type SessionRow } from '#server/auth/session-repo.ts'
import type { BreachedPasswords } from '#server/auth/breached-passwords.ts'
import type { ThirdParty } from '#server/auth/third-party.ts'
import type { Deps } from '#server/deps.ts'
import type { System } from '#server/system/system.ts'

export type AuthDeps = Deps & {
  provider: AuthProvider
  thirdParty: ThirdParty
  accessTokens: AccessTokens
  refreshTokens: RefreshTokens
  ownerSetup: OwnerSetup
  /** null: passwords are not compared with a list of breached ones. */
  breachedPasswords: BreachedPasswords | null
  /** The state of the installation, for owners. */
  system: System
}

/** A session, and the cookie lines that keep it in a browser. */
export type Established = { session: Session; cookies: string[] }

/** The origin of a session, which better-auth stores with it: address and browser. */
export const sessionHeaders = ({ address, userAgent }: Caller) => new Headers({ [addressHeader]: address, 'user-agent': userAgent })

/** The value of better-auth's own session cookie: the session's random token, signed. Browsers no longer receive it. */
export const signedToken = async ({ provider }: Pick<AuthDeps, 'provider'>, token: string): Promise<string> =>
  `${token}.${await makeSignature(token, (await provider.$context).secret)}`

/**
 * Headers by which better-auth's own calls (second factor, passkeys) recognize a session of ours. Browsers and scripts have our refresh
 * tokens only, so the cookie that better-auth expects is made for each call. Throws SIGNED_OUT.
 */
export async function providerHeaders(deps: AuthDeps, sessionId: string, caller: Caller): Promise<Headers> {
  const found = await findSession(deps.database.db, { id: sessionId }, new Date(deps.now()))
  if (!found) throw new AppError('SIGNED_OUT')
  const headers = sessionHeaders(caller)
  headers.set('cookie', `${sessionCookie(deps.appUrl)}=${encodeURIComponent(await signedToken(deps, found.token))}`)
  return headers
}

/** The tokens of a session for one of its generations, with the cookie line that keeps them in a browser. */
export async function establish(deps: AuthDeps, live: SessionRow, generation: number): Promise<Established> {
  const { token, expiresAt } = await deps.accessTokens.issue(live.id, deps.now())
  const refreshToken = deps.refreshTokens.tokenOf(live, generation)
  const seconds = Math.ceil((live.expiresAt.getTime() - deps.now()) / 1_000)
  return {
    session: {
      token,
      refresh_token: refreshToken,
      expires_at: expiresAt.toISOString(),
      user: { id: live.userId, email: live.email },
    },
    cookies: [cookieLine(deps.appUrl, sessionCookie(deps.appUrl), refreshToken, seconds)],
  }
}

/** The session that better-auth has just begun, by the cookie lines of its answer. null where it has ended by now. */
async function sessionIn(deps: AuthDeps, lines: readonly string[]): Promise<SessionRow | null> {
  const name = sessionCookie(deps.appUrl)
  const signed = readCookie(`${name}=${parseSetCookieHeader(lines.join(', ')).get(name)?.value ?? ''}`, name)
  if (!signed) throw new AppError('INTERNAL')
  const token = signed.slice(0, signed.lastIndexOf('.'))
  return findSession(deps.database.db, { token }, new Date(deps.now()))
}

/** Ends the session that better-auth has just begun. */
export async function endBegun(deps: AuthDeps, lines: readonly string[]) {
  const live = await sessionIn(deps, lines)
  if (live) await deleteSession(deps.database.db, live.id)
}

/**
 * The session that better-auth has just begun, found by the cookie lines of its answer. Our own cookie replaces better-auth's. Every
 * sign-in ends here, and its device is recorded. Throws SIGNED_OUT.
 */
export async function begun(deps: AuthDeps, lines: readonly string[], caller: Caller): Promise<Established> {
  const live = await sessionIn(deps, lines)
  if (!live) throw new AppError('SIGNED_OUT')
  const name = sessionCookie(deps.appUrl)
  const { session, cookies } = await establish(deps, live, live.generation)
  const device = await rememberDevice(deps, live, caller)
  return { session, cookies: [...cookies, device, ...lines.filter((line) => !line.startsWith(`${name}=`))] }
}

/** Begins a session for a person who proved their identity outside better-auth. Throws SIGNED_OUT. */
export async function enter(deps: AuthDeps, userId: string, caller: Caller): Promise<Established> {
  const { headers } = await deps.provider.api.enter({ body: { userId }, headers: sessionHeaders(caller), returnHeaders: true })
  return begun(deps, headers.getSetCookie(), caller)
}
