import { errors, jwtVerify, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { keysFor, type AppSecrets } from '#server/secrets/secret.ts'

const Claims = z.object({ sid: z.string(), exp: z.number() })
type Claims = z.infer<typeof Claims>

/** Tokens that have been verified. A person has one at a time, for each device. */
const keptAtMost = 2_000

/** Short-lived, signed tokens. Each names its session and is void once the session ends. */
export type AccessTokens = {
  issue(sessionId: string, now: number): Promise<{ token: string; expiresAt: Date }>
  /**
   * The session that a token names. null for a foreign or expired token. Does not check whether the session is still live in the database.
   */
  sessionOf(token: string, now: number): Promise<string | null>
}

type Key = { id: string; key: Promise<CryptoKey> }

/** Imported once, because jose would import bytes anew for each token. */
const imported = ({ id, bytes }: { id: string; bytes: Uint8Array }): Key => ({
  id,
  key: crypto.subtle.importKey('raw', new Uint8Array(bytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
})

/** JWTs (HS256). Their key is derived from APP_SECRET, and `kid` names it. Times are milliseconds since 1970. */
export function createAccessTokens(secrets: AppSecrets): AccessTokens {
  const [first, ...previous] = keysFor(secrets, 'access tokens')
  const current = imported(first)
  const keys = [current, ...previous.map(imported)]

  /** Tokens issued before key ids existed have no `kid`. The current key verifies them. */
  async function keyCalled({ kid = current.id }: JWTHeaderParameters): Promise<CryptoKey> {
    const found = keys.find(({ id }) => id === kid)
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found.key
  }

  /**
   * A signature is verified by the few threads that also hash passwords and compress answers, for which each call would wait. What a token says never
   * changes.
   */
  const verified = new LRUCache<string, Claims>({ max: keptAtMost })
  async function claimsOf(token: string, now: number): Promise<Claims> {
    const { payload } = await jwtVerify(token, keyCalled, { algorithms: ['HS256'], currentDate: new Date(now) })
    const claims = Claims.parse(payload)
    verified.set(token, claims)
    return claims
  }

  return {
    async issue(sessionId, now) {
      const expires = Math.floor(now / 1_000) + limits.accessTokenSeconds
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', kid: current.id })
        .setExpirationTime(expires)
        .sign(await current.key)
      return { token, expiresAt: new Date(expires * 1_000) }
    },
    async sessionOf(token, now) {
      try {
        const { sid, exp } = verified.get(token) ?? (await claimsOf(token, now))
        return exp > now / 1_000 ? sid : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
