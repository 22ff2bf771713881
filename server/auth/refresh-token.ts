import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysFor, type AppSecrets, type Key } from '#server/secrets/secret.ts'

const shape = /^([\w-]{1,64})\.(\d{1,9})\.[\w-]{43}$/
type SessionSecret = { id: string; token: string }
export type RefreshTokens = ReturnType<typeof createRefreshTokens>

function tokenUnder({ bytes }: Key, { id, token }: SessionSecret, generation: number): string {
  const named = `${id}.${generation}`
  return `${named}.${createHmac('sha256', bytes).update(`${named}.${token}`).digest('base64url')}`
}

/**
 * Refresh tokens: `<session id>.<generation>.<mac>`. The MAC covers both and the random token in the session's row, so neither APP_SECRET
 * nor the database alone is enough to forge one. A token is derived from its session and generation, and never stored. Tokens under a
 * previous APP_SECRET are valid as long as that secret is configured.
 */
export function createRefreshTokens(secrets: AppSecrets) {
  const keys = keysFor(secrets, 'refresh tokens')
  return {
    tokenOf: (session: SessionSecret, generation: number): string => tokenUnder(keys[0], session, generation),
    /** The session and generation that a text claims. null where it does not have the form of a token. */
    parse(text: string): { sessionId: string; generation: number } | null {
      const [, sessionId, generation] = shape.exec(text) ?? []
      return sessionId === undefined ? null : { sessionId, generation: Number(generation) }
    },
    isTokenOf(text: string, session: SessionSecret, generation: number): boolean {
      const given = Buffer.from(text)
      const expected = keys.map((key) => Buffer.from(tokenUnder(key, session, generation)))
      return expected.some((one) => given.length === one.length && timingSafeEqual(given, one))
    },
  }
}
