// An issuer with a false identity or with tokens for another audience cannot sign anyone in.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

const clientId = 'back-office'
const email = 'ann@issuer.test'
const { privateKey, publicKey } = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

/** The wrong values in the issuer's next answer. */
let lies: { issuer?: string; audience?: string; nonce?: string } = {}
let nonce = ''
const server = createServer(
  (request, response) =>
    void answer(request.url ?? '').then((body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))),
)
let url = ''
let world: World

async function answer(path: string): Promise<object> {
  if (path.startsWith('/jwks')) return { keys: [jwk] }
  if (path.startsWith('/token')) return { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await idToken() }
  const issuer = lies.issuer ?? url
  return {
    issuer,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/me`,
  }
}

const idToken = () =>
  new SignJWT({ sub: 'ann', email, email_verified: true, name: 'Ann', nonce: lies.nonce ?? nonce })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(lies.issuer ?? url)
    .setAudience(lies.audience ?? clientId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => void server.close())

/**
 * The address where a browser ends after it visits the issuer. A server reads an issuer's endpoints only once, so each attempt has a new
 * server.
 */
async function endOfSignIn(told: typeof lies): Promise<string> {
  lies = told
  const discoveryUrl = `${url}/.well-known/openid-configuration`
  world = await createWorld({ issuers: [{ id: 'oidc', discoveryUrl, clientId, clientSecret: 'issuer-secret' }] })
  await using _ = world
  await world.person({ email, assignments: [{ role: 'viewer', storeId: null }] })
  const begun = await world.app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload: { provider: 'oidc' } })
  if (begun.statusCode !== 200) return String(begun.statusCode)
  const asked = new URL(begun.json<{ url: string }>().url).searchParams
  nonce = asked.get('nonce') ?? ''
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const query = new URLSearchParams({ code: 'one', state: asked.get('state') ?? '' }).toString()
  const back = await world.app.inject({ method: 'GET', url: `/api/auth/callback/oidc?${query}`, headers: { cookie } })
  return String(back.headers['location'])
}

test('an issuer that tells the truth lets its person in', async () => {
  expect(await endOfSignIn({})).toBe('/auth/callback')
})

test('a token that is meant for another client lets nobody in', async () => {
  expect(await endOfSignIn({ audience: 'somebody-else' })).not.toBe('/auth/callback')
})

test('a token that answers another request lets nobody in', async () => {
  expect(await endOfSignIn({ nonce: 'of-another-request' })).not.toBe('/auth/callback')
})

test('an issuer whose metadata bear another name lets nobody in', async () => {
  expect(await endOfSignIn({ issuer: 'https://accounts.google.com' })).not.toBe('/auth/callback')
})
