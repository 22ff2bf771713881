import { parseCookies } from 'better-auth/cookies'

/** The prefix of our cookies. With `__Host-`, which needs TLS, the browser binds a cookie to this host. */
export const cookiePrefix = (appUrl: string): string => (appUrl.startsWith('https:') ? '__Host-office' : 'office')

/** The name is better-auth's. The value is our refresh token. */
export const sessionCookie = (appUrl: string): string => `${cookiePrefix(appUrl)}.session_token`
export const deviceCookie = (appUrl: string): string => `${cookiePrefix(appUrl)}_device`

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** A cookie's value in a `Cookie` header. null where it is missing or malformed. */
export function readCookie(header: string, name: string): string | null {
  const value = parseCookies(header).get(name)
  return value === undefined ? null : decoded(value)
}

/** A `Set-Cookie` line with HttpOnly. `value` is not encoded here, so it must be safe in a cookie. `seconds` 0 deletes the cookie. */
export function cookieLine(appUrl: string, name: string, value: string, seconds: number): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
