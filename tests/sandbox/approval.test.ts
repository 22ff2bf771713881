import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/start.ts'
import { graphql, shopify } from './shop.ts'

const app = { clientId: 'app-id', clientSecret: 'app-secret' }
const redirect = 'http://localhost:3000/api/v1/stores/connect/callback'
const own = { ...shopify, app }
const foreign = { ...shopify, host: 'foreign.myshopify.com', app: { ...app, isForeign: true } }
const sandbox = await startSandbox({ shops: [own, foreign] })
afterAll(() => sandbox.close())
beforeEach(() => sandbox.tune({ redirectUris: [redirect], isInstalled: true, standing: 'open', scopes: shopify.scopes }))

const base = (host: string) => `${sandbox.url}/shops/${host}/admin/oauth`

function authorize(change: Record<string, string> = {}, host = own.host) {
  const query = { client_id: app.clientId, redirect_uri: redirect, scope: 'read_products,read_orders', state: 'once', ...change }
  return fetch(`${base(host)}/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' })
}

async function token(fields: Record<string, string>, host = own.host) {
  const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...fields })
  const answer = await fetch(`${base(host)}/access_token`, { method: 'POST', body })
  return { status: answer.status, body: Object(await answer.json()) }
}

/** The parameters with which the browser of a merchant returns. */
async function returned(answer: 'yes' | 'no', host = own.host): Promise<URLSearchParams> {
  const { status, headers } = await authorize({ answer }, host)
  expect(status).toBe(302)
  const url = new URL(headers.get('location') ?? '')
  expect(url.origin + url.pathname).toBe(redirect)
  return url.searchParams
}
const codeOf = async (host = own.host) => (await returned('yes', host)).get('code') ?? ''

test('the page of an approval offers to install and to cancel', async () => {
  const page = await authorize()
  expect(page.status).toBe(200)
  const text = await page.text()
  for (const words of ['read_orders', 'Install', 'Cancel']) expect(text).toContain(words)
})

test('the return is signed with the secret of the app and repeats the state', async () => {
  for (const [answer, field] of [
    ['yes', 'code'],
    ['no', 'error'],
  ] as const) {
    const query = await returned(answer)
    const { hmac, ...signed } = Object.fromEntries(query)
    expect(Object.keys(signed).toSorted()).toEqual(expect.arrayContaining([field, 'shop', 'state', 'timestamp'].toSorted()))
    expect(signed).toMatchObject({ shop: own.host, state: 'once' })
    const sorted = new URLSearchParams(Object.entries(signed).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    expect(hmac).toBe(createHmac('sha256', app.clientSecret).update(sorted.toString()).digest('hex'))
  }
})

test.each([
  [{ client_id: 'other' }, 'Could not find Shopify API application'],
  [{ redirect_uri: `${redirect}/` }, 'The redirect_uri is not whitelisted'],
  [{ redirect_uri: 'https://elsewhere.example' }, 'The redirect_uri is not whitelisted'],
  [{ scope: '' }, 'The requested scope is not valid'],
])('%j is refused on a page of the shop', async (change, words) => {
  const page = await authorize({ answer: 'yes', ...change })
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(words)])
})

test('a code gives one token that does not expire', async () => {
  const code = await codeOf()
  const { body } = await token({ code })
  expect(body).toEqual({ access_token: expect.any(String), scope: 'read_products,read_orders' })
  expect(await graphql(sandbox, '{ shop { name } }', { token: body.access_token })).toEqual(
    expect.objectContaining({ data: { shop: { name: 'Small' } } }),
  )
  expect(await token({ code })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('a code serves only the app and the address that it was given to', async () => {
  expect(await token({ code: await codeOf(), client_secret: 'wrong' })).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  expect(await token({ code: await codeOf(), client_id: 'x' })).toMatchObject({
    status: 400,
    body: { error: 'application_cannot_be_found' },
  })
  expect(await token({ code: await codeOf() }, foreign.host)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('an expiring token comes with one that renews it, until the successor of that is used', async () => {
  const first = await token({ code: await codeOf(), expiring: '1' })
  expect(first.body).toMatchObject({ expires_in: 3600, refresh_token: expect.any(String), refresh_token_expires_in: 90 * 24 * 3600 })
  const renew = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })
  const lost = await renew(first.body.refresh_token)
  const second = await renew(first.body.refresh_token)
  expect([lost.status, second.status]).toEqual([200, 200])
  expect((await renew(second.body.refresh_token)).status).toBe(200)
  expect(await renew(first.body.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  sandbox.tune({ isInstalled: false }, own.host)
  expect(await renew(second.body.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('client credentials are for installed apps of the own organization', async () => {
  const byCredentials = (host: string) => token({ grant_type: 'client_credentials' }, host)
  expect(await byCredentials(own.host)).toMatchObject({ status: 200, body: { expires_in: 24 * 3600 - 1 } })
  expect(await byCredentials(foreign.host)).toMatchObject({ status: 400, body: { error: 'shop_not_permitted' } })
  sandbox.tune({ isInstalled: false }, own.host)
  expect(await byCredentials(own.host)).toMatchObject({ status: 400, body: { error: 'app_not_installed' } })
})

test.each([
  ['frozen', 402],
  ['locked', 423],
  ['closed', 404],
] as const)('a %s shop answers %i everywhere', async (standing, status) => {
  sandbox.tune({ standing }, own.host)
  expect((await authorize()).status).toBe(status)
  expect((await token({ grant_type: 'client_credentials' })).status).toBe(status)
})
