import { parseCookies } from 'better-auth/cookies'

/** What our cookies are called: over TLS the browser itself sees to it that they are this host's alone. */
export const cookiePrefix = (appUrl: string): string => (appUrl.startsWith('https:') ? '__Host-office' : 'office')

/** better-auth's name for it; the value is ours. */
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

/** A cookie's value in a `Cookie` header; null where it is missing or no cookie of ours. */
export function readCookie(header: string, name: string): string | null {
  const value = parseCookies(header).get(name)
  return value === undefined ? null : decoded(value)
}

/** A `Set-Cookie` line, out of reach for pages. `value` needs no encoding; `seconds` 0 makes the browser forget it. */
export function cookieLine(appUrl: string, name: string, value: string, seconds: number): string {
  const secure = appUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
