import { createHmac, timingSafeEqual } from 'node:crypto'
import { scopeList } from '#shared/shop-scopes.ts'
import type { Approvals, Granted } from '#server/platforms/approvals.ts'
import type { Http } from '#server/platforms/http.ts'
import { refusalIn, refusalOfReturn } from '#server/platforms/shopify/refusals.ts'
import { askToken, type TokenAnswer } from '#server/platforms/shopify/token-endpoint.ts'
import { authorizePath } from '#server/platforms/shopify/version.ts'

/** The whole of a shop's address, as Shopify's own check has it. */
const exactHost = /^[a-zA-Z0-9][a-zA-Z0-9-]*\.myshopify\.com$/
const hmacShape = /^[0-9a-f]{64}$/
const codeShape = /^[\w.~-]{1,512}$/

/** Parameters that no signature covers. */
const unsigned = new Set(['hmac', 'signature'])

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1)

/** Whether the app's secret signed the other parameters, sorted by name. The comparison takes the same time for every signature. */
function isSigned(query: URLSearchParams, secret: string): boolean {
  const hmac = query.get('hmac') ?? ''
  if (!hmacShape.test(hmac)) return false
  const signed = new URLSearchParams([...query].filter(([name]) => !unsigned.has(name)).toSorted(byName))
  return timingSafeEqual(Buffer.from(hmac, 'hex'), createHmac('sha256', secret).update(signed.toString()).digest())
}

const hasRepeats = (query: URLSearchParams) => new Set(query.keys()).size !== [...query].length

const grantedBy = ({ access_token: token, expires_in: seconds, refresh_token: refreshToken }: TokenAnswer): Granted => ({
  token,
  // A token that cannot be renewed is used until the shop refuses it.
  seconds: refreshToken === undefined ? null : (seconds ?? null),
  refreshToken: refreshToken ?? null,
})

/** The authorization code grant with offline tokens that expire (shopify.dev, "Implement authorization code grant manually"). */
export function shopifyApprovals(http: Http): Approvals {
  return {
    address(domain, { clientId, redirectUri, state }) {
      const query = new URLSearchParams({ client_id: clientId, scope: scopeList, redirect_uri: redirectUri, state })
      return `${http.addressOf('shopify', domain)}${authorizePath}?${query.toString()}`
    },
    read(query, { clientSecret }, domain) {
      if (hasRepeats(query)) return { refused: 'badSignature' }
      const error = query.get('error')
      if (error !== null) return { refused: refusalOfReturn(error) }
      if (!isSigned(query, clientSecret)) return { refused: 'badSignature' }
      const [shop, code] = [query.get('shop') ?? '', query.get('code') ?? '']
      if (!exactHost.test(shop) || shop !== domain) return { refused: 'otherShop' }
      return codeShape.test(code) ? { code } : { refused: 'other' }
    },
    async exchange({ domain, name }, app, code, signal) {
      const shop = http.shop('shopify', domain, name)
      return grantedBy(await askToken(shop, 'code', app, { code, expiring: '1' }, signal))
    },
    async renew({ domain, name }, app, refreshToken, options) {
      const shop = http.shop('shopify', domain, name, options)
      return grantedBy(await askToken(shop, 'renewal', app, { grant_type: 'refresh_token', refresh_token: refreshToken }))
    },
    refusalIn,
  }
}
