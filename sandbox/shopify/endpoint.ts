import { json } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { jsonObject } from '../incoming.ts'
import type { Incoming } from '../incoming.ts'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import { answerGraphql, throttled } from './execute.ts'
import type { GraphqlRequest } from './execute.ts'
import { versionFor } from './schema.ts'
import { authorize } from './authorize.ts'
import { standingAnswer } from './standing.ts'
import { grantToken, isValidToken, neverExpires } from './token.ts'

const GRAPHQL = /^\/admin\/api\/(?:([^/]+)\/)?graphql\.json$/
const TOKEN = '/admin/oauth/access_token'
const AUTHORIZE = '/admin/oauth/authorize'

/** The token of a request. */
export function shopifyCredential(incoming: Incoming): string | null {
  return incoming.headers['x-shopify-access-token'] ?? null
}

/** The GraphQL request in a body; null for other bodies. */
export function graphqlRequestOf(incoming: Incoming): GraphqlRequest | null {
  if (!GRAPHQL.test(incoming.path)) return null
  const body = jsonObject(incoming.body)
  if (!body || typeof body['query'] !== 'string') return null
  const variables = typeof body['variables'] === 'object' && body['variables'] !== null ? { ...body['variables'] } : {}
  const operationName = typeof body['operationName'] === 'string' ? body['operationName'] : undefined
  return { query: body['query'], variables, operationName }
}

/** THROTTLED as for a query of 100 points. */
export function shopifyThrottled(shop: Shop): Answer {
  return json(200, throttled(shop, 100))
}

/** Answers like a Shopify shop: approvals, the token endpoint and the Admin GraphQL endpoint. Everything else is not found. */
export async function answerShopify(shop: Shop<ShopifySettings>, incoming: Incoming): Promise<Answer> {
  if (incoming.path === TOKEN && incoming.method === 'POST') return grantToken(shop, incoming)
  if (incoming.path === AUTHORIZE && incoming.method === 'GET') return authorize(shop, incoming)
  const [isGraphql, asked] = GRAPHQL.exec(incoming.path) ?? []
  const version = isGraphql === undefined ? null : versionFor(asked)
  if (!version || incoming.method !== 'POST') return json(404, { errors: 'Not Found' })
  const standing = standingAnswer(shop)
  if (standing) return standing
  if (!isValidToken(shop, shopifyCredential(incoming))) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)'
    return json(401, { errors }, { 'www-authenticate': 'Basic realm="Shopify API Authentication"' })
  }
  if (shop.demandsExpiring && neverExpires(shop, shopifyCredential(incoming)))
    return json(403, {
      errors: '[API] Non-expiring access tokens are no longer accepted for the Admin API. Start using expiring offline tokens',
    })
  const request = graphqlRequestOf(incoming)
  if (!request) return json(400, { errors: { query: 'Required parameter missing or invalid' } })
  return json(200, await answerGraphql(shop, version, request), { 'x-shopify-api-version': version })
}
