import { createHmac, randomBytes } from 'node:crypto'
import { html } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Incoming } from '../incoming.ts'
import type { ShopifySettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import { appOf } from './app.ts'
import { standingAnswer } from './standing.ts'

/** Shopify's codes live for some minutes. */
const CODE_MS = 10 * 60_000

type ShopifyShop = Shop<ShopifySettings>

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function page(status: number, title: string, body: string): Answer {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`
  return html(
    status,
    `<!DOCTYPE html><html lang="en"><head>${head}</head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
  )
}

/** An error that Shopify shows on its own page, because it trusts no address to return to. */
const shownError = (text: string) => page(400, 'Oauth error', `<p>${escaped(text)}</p>`)

/** The address to return to: what the merchant decided, signed with the app's secret. */
function returnTo(redirect: string, secret: string, decided: Record<string, string>): Answer {
  const url = new URL(redirect)
  const signed = new URLSearchParams(Object.entries(decided).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  for (const [name, value] of signed) url.searchParams.set(name, value)
  url.searchParams.set('hmac', createHmac('sha256', secret).update(signed.toString()).digest('hex'))
  return { status: 302, headers: { location: url.href }, body: '' }
}

function approved(shop: ShopifyShop, host: string): Record<string, string> {
  const code = randomBytes(16).toString('hex')
  shop.codes.set(code, { host, endsAt: shop.clock.now() + CODE_MS })
  return { code }
}

/** Where a merchant approves an app or cancels. Everybody counts as signed in to the shop. */
export function authorize(shop: ShopifyShop, { query, host, path }: Incoming): Answer {
  const standing = standingAnswer(shop)
  if (standing) return page(standing.status, 'This shop is unavailable', '')
  const app = appOf(shop)
  const redirect = query.get('redirect_uri') ?? ''
  const scope = query.get('scope') ?? ''
  if (!app || query.get('client_id') !== app.clientId)
    return shownError('invalid_request: Could not find Shopify API application with api_key')
  if (!shop.redirectUris.includes(redirect)) return shownError('invalid_request: The redirect_uri is not whitelisted')
  if (!/^[a-z_]+(,[a-z_]+)*$/.test(scope)) return shownError('invalid_scope: The requested scope is not valid')
  const answer = query.get('answer')
  if (answer === null) {
    const link = (choice: string, label: string) =>
      `<p><a href="${escaped(`/shops/${host}${path}?${query.toString()}&answer=${choice}`)}">${label}</a></p>`
    const list = scope.split(',').map((one) => `<li>${escaped(one)}</li>`)
    return page(200, `Install app on ${shop.settings.name}`, `<ul>${list.join('')}</ul>${link('yes', 'Install')}${link('no', 'Cancel')}`)
  }
  const decided = answer === 'yes' ? approved(shop, host) : { error: 'access_denied', error_description: 'The merchant cancelled.' }
  const timestamp = String(Math.floor(shop.clock.now() / 1000))
  return returnTo(redirect, app.clientSecret, { ...decided, shop: host, state: query.get('state') ?? '', timestamp })
}
