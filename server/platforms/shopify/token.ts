import { createHash } from 'node:crypto'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { ShopHttp } from '#server/platforms/http.ts'
import type { Connection } from '#server/platforms/port.ts'
import { askToken } from '#server/platforms/shopify/token-endpoint.ts'

type ClientCredentials = Extract<Connection<'shopify'>['secrets'], { kind: 'clientCredentials' }>

/** A token is renewed some minutes before it expires, so that none expires during a call. */
const MARGIN_MS = 5 * 60_000

type Token = { text: string; usableUntil: number }

/** A cache of the tokens for client credentials (valid for 24 hours). All connections share it, so that a shop is asked only once. */
export type Tokens = {
  get(http: ShopHttp, secrets: ClientCredentials): Promise<string>
  /** Removes a token that the shop refuses before it expires. */
  drop(http: ShopHttp, secrets: ClientCredentials): void
}

export function createTokens(clock: Clock): Tokens {
  const held = new Map<string, Promise<Token>>()

  function renew(key: string, http: ShopHttp, secrets: ClientCredentials): Promise<Token> {
    const asked = newToken(http, secrets, clock)
    held.set(key, asked)
    asked.catch(() => held.get(key) === asked && held.delete(key))
    return asked
  }

  return {
    async get(http, secrets) {
      const key = keyOf(http, secrets)
      const current = held.get(key)
      const token = await (current ?? renew(key, http, secrets))
      if (token.usableUntil > clock.now()) return token.text
      // The first caller with an expired token requests the next one. The others wait for it.
      const next = held.get(key)
      return (await (next && next !== current ? next : renew(key, http, secrets))).text
    },
    drop: (http, secrets) => {
      held.delete(keyOf(http, secrets))
    },
  }
}

/** The cache key must not be the secret itself. */
function keyOf({ host }: ShopHttp, { clientId, clientSecret }: ClientCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([host, clientId, clientSecret]))
    .digest('base64')
}

/** The client-credentials grant (shopify.dev, "Using the client credentials grant"). */
async function newToken(http: ShopHttp, secrets: ClientCredentials, clock: Clock): Promise<Token> {
  const { access_token: text, expires_in: seconds } = await askToken(http, 'credentials', secrets, { grant_type: 'client_credentials' })
  if (seconds === undefined) throw failure.answerInvalid(http.store, 'NO_EXPIRY')
  return { text, usableUntil: clock.now() + seconds * 1000 - MARGIN_MS }
}
