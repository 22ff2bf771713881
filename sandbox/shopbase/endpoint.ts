import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Incoming } from '../incoming.ts'
import type { ShopbaseSettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import { WRITES } from './product-writes.ts'
import { ROUTES } from './routes.ts'
import { WEBHOOK_ROUTES, WEBHOOK_WRITES } from './webhooks.ts'

/** "key:password" of Basic authentication, or the token of the header or the query. */
export function shopbaseCredential({ headers, query }: Incoming): string | null {
  const [, basic] = /^Basic (.+)$/i.exec(headers['authorization'] ?? '') ?? []
  if (basic !== undefined) return Buffer.from(basic, 'base64').toString('utf8')
  return headers['x-shopbase-access-token'] ?? query.get('access_token')
}

/** A private app's password is also its access token. */
function isValid(shop: Shop<ShopbaseSettings>, credential: string | null): boolean {
  const { apiKey, password } = shop.settings.credentials
  return credential === `${apiKey}:${password}` || credential === password
}

/** The used calls, in the format of ShopBase's response header: "22/30". */
function limitHeader(shop: Shop): Record<string, string> {
  const bucket = shop.callBucket
  return bucket ? { 'x-sb-shop-api-call-limit': `${Math.min(bucket.size, Math.ceil(bucket.size - bucket.room()))}/${bucket.size}` } : {}
}

/** ShopBase's 429, which has no retry time. */
export function shopbaseThrottled(shop: Shop): Answer {
  return json(429, { errors: 'Too many requests' }, limitHeader(shop))
}

/** Who may read products may be told of them. */
function scopeOf({ method, path }: Incoming): string {
  if (path.startsWith('/admin/webhooks')) return 'read_products'
  if (method !== 'GET') return 'write_products'
  return path.startsWith('/admin/orders') ? 'read_orders' : 'read_products'
}

function written(shop: Shop<ShopbaseSettings>, { method, path, query, body }: Incoming, headers: Record<string, string>): Answer {
  for (const write of [...WRITES, ...WEBHOOK_WRITES]) {
    const match = method === write.method ? write.pattern.exec(path) : null
    if (!match) continue
    const reply = write.respond({ shop, query, id: match[1] ?? '' }, body)
    return json(reply.status, reply.body, headers)
  }
  return json(406, { errors: 'Not Acceptable' }, headers)
}

/** Answers like a ShopBase shop's REST admin API. */
export function answerShopbase(shop: Shop<ShopbaseSettings>, incoming: Incoming): Answer {
  if (!isValid(shop, shopbaseCredential(incoming))) return json(401, { errors: 'Invalid API key or access token' })
  if (shop.callBucket?.spend(1) === false) return shopbaseThrottled(shop)
  const headers = limitHeader(shop)
  const isWrite = incoming.method !== 'GET'
  const scope = scopeOf(incoming)
  if (!shop.scopes.includes(scope)) return json(403, { errors: `Permission denied: ${scope} is required` }, headers)
  if (isWrite) return written(shop, incoming, headers)
  for (const { pattern, respond } of [...ROUTES, ...WEBHOOK_ROUTES]) {
    const match = pattern.exec(incoming.path)
    if (!match) continue
    const { status, body } = respond({ shop, query: incoming.query, id: match[1] ?? '' })
    return json(status, body, headers)
  }
  return json(404, { errors: 'Not Found' }, headers)
}
