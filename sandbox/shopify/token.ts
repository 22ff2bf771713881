import { randomBytes } from 'node:crypto'
import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { jsonObject } from '../incoming.ts'
import type { Incoming } from '../incoming.ts'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'

const DAY_S = 24 * 3600

/** The form or JSON fields of the token request. */
function fieldsOf({ headers, body }: Incoming): Record<string, unknown> {
  if (headers['content-type']?.startsWith('application/json') === true) return jsonObject(body) ?? {}
  return Object.fromEntries(new URLSearchParams(body))
}

/** The client-credentials grant: a custom app gets a token for one day less one second. */
export function grantToken(shop: Shop<ShopifySettings>, incoming: Incoming): Answer {
  const { credentials } = shop.settings
  const { client_id: id, client_secret: secret, grant_type: type } = fieldsOf(incoming)
  if (type !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type', error_description: 'The grant type is not supported.' })
  if (!('clientId' in credentials) || id !== credentials.clientId || secret !== credentials.clientSecret) {
    return json(400, { error: 'invalid_client', error_description: 'Client authentication failed.' })
  }
  const token = `shpat_sandbox_${randomBytes(12).toString('hex')}`
  shop.tokens.set(token, shop.clock.now() + (DAY_S - 1) * 1000)
  return json(200, { access_token: token, scope: shop.scopes.join(','), expires_in: DAY_S - 1 })
}

/** Whether a token is valid for this shop now. */
export function isValidToken(shop: Shop<ShopifySettings>, token: string | null): boolean {
  if (token === null) return false
  const { credentials } = shop.settings
  if ('accessToken' in credentials) return token === credentials.accessToken
  return (shop.tokens.get(token) ?? 0) > shop.clock.now()
}
