import { parseSetCookieHeader } from 'better-auth/cookies'
import type { Caller } from '#server/auth/caller.ts'
import type { AuthProvider } from '#server/auth/provider.ts'
import { sessionHeaders } from '#server/auth/sessions.ts'

// better-auth proves a correct password by a signed cookie. Scripts have no cookies, so the API passes it on as a ticket.
const cookieName = async (provider: AuthProvider) => (await provider.$context).createAuthCookie('two_factor').name

/** The ticket in the cookie lines after a correct password. null where no second factor is needed. */
export async function ticketIn(provider: AuthProvider, cookies: readonly string[]): Promise<string | null> {
  const kept = parseSetCookieHeader(cookies.join(', ')).get(await cookieName(provider))?.value
  return kept ? decodeURIComponent(kept) : null
}

/** The headers that return a ticket to better-auth. */
export async function ticketHeaders(provider: AuthProvider, ticket: string, caller: Caller): Promise<Headers> {
  const headers = sessionHeaders(caller)
  headers.set('cookie', `${await cookieName(provider)}=${encodeURIComponent(ticket)}`)
  return headers
}

/** The person of a ticket, to count wrong codes by. Its signature is verified with the code. null where the ticket is unknown or over. */
export async function holderOf(provider: AuthProvider, ticket: string): Promise<string | null> {
  const { internalAdapter } = await provider.$context
  const challenge = await internalAdapter.findVerificationValue(ticket.slice(0, ticket.lastIndexOf('.')))
  const person = challenge && (await internalAdapter.findUserById(challenge.value))
  return person?.id ?? null
}
