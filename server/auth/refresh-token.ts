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
 * Refresh tokens: `<session id>.<generation>.<mac>`. The mac covers both and the random token in the session's row, so that neither
 * APP_SECRET nor the database alone is enough to make one. A token follows from its session and generation: it is never kept. Tokens
 * of before APP_SECRET was replaced are good for as long as the older secret is given.
 */
export function createRefreshTokens(secrets: AppSecrets) {
  const keys = keysFor(secrets, 'refresh tokens')
  return {
    tokenOf: (session: SessionSecret, generation: number): string => tokenUnder(keys[0], session, generation),
    /** The session and generation that a text claims to be a token of; null where it has not the form of one. */
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
