import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { ShopHttp } from '#server/platforms/http.ts'
import { parseAnswer, parseJson } from '#server/platforms/json.ts'
import type { Connection } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import { tokenPath } from '#server/platforms/shopify/version.ts'

type ClientCredentials = Extract<Connection<'shopify'>['secrets'], { kind: 'clientCredentials' }>

/** A token is renewed some minutes before it expires, so that none expires during a call. */
const MARGIN_MS = 5 * 60_000

const Grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

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
    const asked = askToken(http, secrets, clock)
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

/** The client-credentials grant (shopify.dev, "Using the client credentials grant"). Wrong credentials are answered with a 400. */
async function askToken(http: ShopHttp, { clientId, clientSecret }: ClientCredentials, clock: Clock): Promise<Token> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  try {
    return await http.call<Token>(
      {
        operation: 'token',
        method: 'POST',
        path: tokenPath,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        cost: 0,
        patience: patience.interactive,
        isShared: true,
      },
      {
        read(answer) {
          const json = parseJson(http.store, answer)
          if ('again' in json) return json
          const { access_token: text, expires_in: seconds } = parseAnswer(Grant, json.value, http.store)
          return { value: { text, usableUntil: clock.now() + seconds * 1000 - MARGIN_MS } }
        },
      },
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_REFUSED') throw failure.rejected(http.store)
    throw error
  }
}
