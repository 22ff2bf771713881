import { assertAddress, installationAt } from './address.ts'
import { errorOf, networkError } from './errors.ts'

/** Gives the token of each call. `renew`: the server no longer accepts the last one. */
export type TokenSource = (options: { renew: boolean }) => string | Promise<string>

type Session = { token: string; refresh_token: string; expires_at: string }
type Fetch = typeof fetch
export type SessionOptions = {
  /** The address of the installation. */
  url: string
  fetch?: Fetch
  /** Called with each new refresh token, which replaces the one before. */
  onRefreshToken?: (refreshToken: string) => void | Promise<void>
}

/** A token with less time left is renewed before the next call. */
const RENEW_BEFORE_MS = 90_000

async function post(url: string, path: string, body: object, fetcher: Fetch): Promise<Session> {
  assertAddress(url)
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetcher(`${installationAt(url)}/api/auth/${path}`, request).catch((cause: unknown) => {
    throw networkError(cause, undefined)
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as Session
}

/** Calls that need the token at the same moment share one renewal, because each refresh token is valid once. */
function tokensOf(
  first: Session | null,
  refreshToken: string,
  { url, fetch: fetcher = fetch, onRefreshToken }: SessionOptions,
): TokenSource {
  let session = first
  let refresh = refreshToken
  let renewal: Promise<string> | null = null

  async function renewed(): Promise<string> {
    session = await post(url, 'token', { refresh_token: refresh }, fetcher)
    refresh = session.refresh_token
    await onRefreshToken?.(refresh)
    return session.token
  }

  return ({ renew }) => {
    const isFresh = session !== null && Date.parse(session.expires_at) - Date.now() > RENEW_BEFORE_MS
    if (renewal === null && session !== null && isFresh && !renew) return session.token
    renewal ??= renewed().finally(() => (renewal = null))
    return renewal
  }
}

/** The tokens of a session that was begun earlier, by its refresh token. */
export const resumeSession = (options: SessionOptions & { refreshToken: string }): TokenSource =>
  tokensOf(null, options.refreshToken, options)

/**
 * Signs a person in and gives the tokens of the session. Programs use an API key instead. Throws `SECOND_FACTOR` with a ticket where the
 * person has a second factor.
 */
export async function signIn(options: SessionOptions & { email: string; password: string }): Promise<TokenSource> {
  const { url, email, password, fetch: fetcher = fetch, onRefreshToken } = options
  const session = await post(url, 'sign-in/email', { email, password }, fetcher)
  await onRefreshToken?.(session.refresh_token)
  return tokensOf(session, session.refresh_token, options)
}
