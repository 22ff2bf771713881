import { randomBytes } from 'node:crypto'
import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { jsonObject } from '../incoming.ts'
import type { Incoming } from '../incoming.ts'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import { appOf, credentialOf } from './app.ts'
import { standingAnswer } from './standing.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S
const REFRESH_S = 90 * DAY_S

type Fields = Readonly<Record<string, unknown>>
type ShopifyShop = Shop<ShopifySettings>

/** The form or JSON fields of the token request. */
function fieldsOf({ headers, body }: Incoming): Fields {
  if (headers['content-type']?.startsWith('application/json') === true) return jsonObject(body) ?? {}
  return Object.fromEntries(new URLSearchParams(body))
}

const refused = (error: string, description: string): Answer => json(400, { error, error_description: description })

function newToken(shop: ShopifyShop, seconds: number): string {
  const token = `shpat_sandbox_${randomBytes(12).toString('hex')}`
  shop.tokens.set(token, shop.clock.now() + seconds * 1000)
  return token
}

/** A custom app of the shop's own organization gets a token for one day less one second. */
function byCredentials(shop: ShopifyShop): Answer {
  if (appOf(shop)?.isForeign === true) return refused('shop_not_permitted', 'Client credentials cannot be performed on this shop.')
  if (!shop.isInstalled) return refused('app_not_installed', 'The application is not installed on this shop.')
  const expires_in = DAY_S - 1
  return json(200, { access_token: newToken(shop, expires_in), scope: shop.scopes.join(','), expires_in })
}

/** A token that never expires, or a pair of which one expires in an hour and the other renews it. A new expiring token ends the former one. */
function grant(shop: ShopifyShop, isExpiring: boolean, host: string): Answer {
  const scope = shop.scopes.join(',')
  if (!isExpiring) return json(200, { access_token: newToken(shop, Infinity), scope })
  const refresh = `shprt_sandbox_${randomBytes(12).toString('hex')}`
  shop.refreshTokens.set(refresh, { host, endsAt: shop.clock.now() + REFRESH_S * 1000, precedes: null })
  shop.tokens.delete(shop.expiringTokens.get(host) ?? '')
  const access_token = newToken(shop, HOUR_S)
  shop.expiringTokens.set(host, access_token)
  return json(200, {
    access_token,
    scope,
    expires_in: HOUR_S,
    refresh_token: refresh,
    refresh_token_expires_in: REFRESH_S,
  })
}

/** A code serves once, at the address that issued it, and for the app that asked for it. It ends the pair of an earlier approval. */
function byCode(shop: ShopifyShop, { code, expiring }: Fields, host: string): Answer {
  const issued = shop.codes.get(String(code))
  shop.codes.delete(String(code))
  if (!issued || issued.host !== host || issued.endsAt <= shop.clock.now())
    return refused('invalid_request', 'The authorization code was not found or was already used')
  shop.isInstalled = true
  for (const [token, of] of shop.refreshTokens) if (of.host === host) shop.refreshTokens.delete(token)
  return grant(shop, expiring === '1', host)
}

/** A refresh token serves again, for an answer that was lost, until its successor is used. */
function byRefreshToken(shop: ShopifyShop, { refresh_token: given }: Fields, host: string): Answer {
  const held = shop.refreshTokens.get(String(given))
  if (!held || held.endsAt <= shop.clock.now() || !shop.isInstalled)
    return refused('invalid_grant', 'The refresh token is expired, was revoked or was already replaced')
  for (const [token, { precedes }] of shop.refreshTokens) if (precedes === given) shop.refreshTokens.delete(token)
  const before = new Set(shop.refreshTokens.keys())
  const answer = grant(shop, true, host)
  for (const token of shop.refreshTokens.keys()) if (!before.has(token)) held.precedes = token
  return answer
}

/** The token endpoint: client credentials, the code of an approval, and the renewal of an expiring token. */
export function grantToken(shop: ShopifyShop, incoming: Incoming): Answer {
  const standing = standingAnswer(shop)
  if (standing) return standing
  const fields = fieldsOf(incoming)
  const { client_id: id, client_secret: secret, grant_type: type, code } = fields
  const app = appOf(shop)
  const isKnown = type === 'client_credentials' || type === 'refresh_token' || (type === undefined && code !== undefined)
  if (!isKnown) return refused('unsupported_grant_type', 'The grant type is not supported.')
  if (app?.clientId !== id) return refused('application_cannot_be_found', 'The application could not be found.')
  if (app?.clientSecret !== secret) return refused('invalid_client', 'Client authentication failed.')
  if (shop.refusesGrant) return refused(shop.refusesGrant, 'The settings of the app do not allow it.')
  if (type === 'client_credentials') return byCredentials(shop)
  return type === 'refresh_token' ? byRefreshToken(shop, fields, incoming.host) : byCode(shop, fields, incoming.host)
}

/** Whether a valid token never expires: one that the admin showed, or of an approval that asked for such a one. */
export const neverExpires = (shop: ShopifyShop, token: string | null): boolean =>
  token === credentialOf(shop) || shop.tokens.get(token ?? '') === Infinity

/** Whether a token is valid for this shop now. */
export function isValidToken(shop: ShopifyShop, token: string | null): boolean {
  if (token === null) return false
  return token === credentialOf(shop) || (shop.tokens.get(token) ?? 0) > shop.clock.now()
}
