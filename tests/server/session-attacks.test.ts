// Attacks with a session, a stolen one or an old one, and the remaining access.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sessions } from '#drizzle/schema.ts'
import { createAccessTokens } from '#server/auth/access-token.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { limits } from '#shared/limits.ts'
import { addressOf, authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { secondServer } from '#tests/support/second-server.ts'
import { appUrl, createWorld, password, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterEach(() => void vi.useRealTimers())
afterAll(() => world[Symbol.asyncDispose]())

const call = (path: string, payload: object, headers: Record<string, string> = {}) => authCall(world.app, path, payload, { headers })
let people = 0
const newEmail = () => `held-${(people += 1)}@held.test`
async function signedIn(email = newEmail()) {
  const id = await world.person({ email, assignments: [{ role: 'viewer', storeId: null }] })
  return { id, email, ...(await call('/sign-in/email', { email, password })) }
}
const profile = (token: string, app = world.app) =>
  app.inject({ url: '/api/v1/users/me/profile', headers: { authorization: `Bearer ${token}` } })
const status = async (token: string, app = world.app) => (await profile(token, app)).statusCode

test('signed out at one server is signed out at the other, at once', async () => {
  await using other = await secondServer(world)
  const { body, cookie } = await signedIn()
  expect(await status(body.token, other.app)).toBe(200)
  await call('/sign-out', {}, { cookie, origin: appUrl })
  expect(await status(body.token, other.app)).toBe(401)
  const again = await authCall(other.app, '/token', {}, { headers: { cookie, origin: appUrl } })
  expect(again.status).toBe(401)
})

test('three sessions of somebody who is deactivated end with it, and none is renewed', async () => {
  const { id, email, ...first } = await signedIn()
  const all = [first, await call('/sign-in/email', { email, password }), await call('/sign-in/email', { email, password })]
  await owner.rest('DELETE', `/users/${id}`)
  for (const { body } of all) {
    expect(await status(body.token)).toBe(401)
    expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(401)
  }
})

test('of somebody deleted for good, no session, no link and no invitation is left, and the record keeps an id alone', async () => {
  const { id, email, body } = await signedIn()
  await world.caller(body.token).rest('GET', '/users')
  await call('/request-password-reset', { email })
  const [mail = ''] = await mailsTo(world.folder, email)
  const token = /reset-password#token=([\w-]+)/.exec(mail)?.[1] ?? ''
  expect((await owner.rest('DELETE', `/users/${id}/permanent`)).status).toBe(200)
  expect(await status(body.token)).toBe(401)
  expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(401)
  expect(await call('/reset-password', { token, password: 'once more 99' })).toMatchObject({
    status: 400,
    body: { error: { code: 'LINK_INVALID' } },
  })
  expect((await owner.rest('GET', `/audit?actor=${id}`)).body).toMatchObject({
    data: { entries: expect.arrayContaining([expect.objectContaining({ action: 'users.list', actor_id: id, actor_email: null })]) },
  })
})

test('a cookie laid into the browser beforehand is not the one that signing in gives', async () => {
  const attacker = await signedIn()
  const victim = newEmail()
  await world.person({ email: victim })
  const answer = await call('/sign-in/email', { email: victim, password }, { cookie: attacker.cookie, origin: appUrl })
  expect(answer.status).toBe(200)
  expect(answer.cookie).not.toBe(attacker.cookie)
  const old = await call('/token', {}, { cookie: attacker.cookie, origin: appUrl })
  expect(JSON.stringify(old.body)).not.toContain(victim)
})

test('what lies in the database opens nothing, here or on a machine with another secret', async () => {
  const { id, body } = await signedIn()
  const [row] = await world.deps.database.db.select().from(sessions).where(eq(sessions.userId, id))
  expect((await call('/token', { refresh_token: row?.token ?? '' })).status).toBe(401)
  expect(await status(row?.token ?? '')).toBe(401)
  const secret = Buffer.alloc(32, 9).toString('base64')
  await expect(secondServer(world, { secret })).rejects.toThrow('APP_SECRET is not the one')
  expect(await createAccessTokens({ appSecret: secret }).sessionOf(body.token, world.clock.now)).toBeNull()
  expect(await status(body.token)).toBe(200)
})

const crossSite: Record<string, string>[] = [
  { 'content-type': 'text/plain', origin: 'https://evil.test' },
  { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json', origin: 'https://evil.test' },
]

test('a token that was accepted before is refused once it is over, and in any other form', async () => {
  const tokens = createAccessTokens({ appSecret: Buffer.alloc(32, 7).toString('base64') })
  const now = 1_700_000_000_500
  const { token, expiresAt } = await tokens.issue('session', now)
  for (const at of [now, expiresAt.getTime() - 1]) expect(await tokens.sessionOf(token, at)).toBe('session')
  // The last letter of a signature of 32 bytes carries four bits only, so that it has other forms.
  for (let index = 0; index < token.length - 1; index += 1) {
    const other = token[index] === 'A' ? 'B' : 'A'
    expect(await tokens.sessionOf(token.slice(0, index) + other + token.slice(index + 1), now)).toBe(null)
  }
  for (const at of [expiresAt.getTime(), expiresAt.getTime() + 1]) expect(await tokens.sessionOf(token, at)).toBe(null)
  expect(await createAccessTokens({ appSecret: Buffer.alloc(32, 8).toString('base64') }).sessionOf(token, now)).toBe(null)
})

test('no page of somebody else’s changes anything with our cookie, and no change is a GET', async () => {
  const { cookie } = await signedIn()
  const mutations = endpoints.filter(({ type }) => type === 'mutation')
  for (const { path, method, url } of mutations) {
    for (const headers of crossSite) {
      const tries = [
        { method, url: `/api/v1${url}` },
        { method: 'POST', url: `/trpc/${path}` },
      ] as const
      for (const request of tries) {
        const answer = await world.app.inject({ ...request, headers: { ...headers, cookie }, payload: '{}', remoteAddress: addressOf(1) })
        expect([request.url, headers, answer.statusCode]).toEqual([request.url, headers, expect.toBeOneOf([401, 403, 415])])
      }
    }
    expect(method).not.toBe('GET')
    expect((await world.app.inject({ url: `/trpc/${path}`, headers: { cookie }, remoteAddress: addressOf(2) })).statusCode).toBe(405)
  }
  for (const headers of crossSite) {
    const answer = await world.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { ...headers, cookie }, payload: '{}' })
    expect([403, 415]).toContain(answer.statusCode)
  }
  expect((await call('/token', {}, { cookie, origin: appUrl })).status).toBe(200)
})

test.each(['https://evil.test', 'null', 'http://sub.localhost:3000', 'http://localhost:3000.evil.test', 'http://evil-localhost:3000'])(
  'a page from %s may read nothing',
  async (origin) => {
    const { body } = await signedIn()
    for (const url of ['/api/v1/users/me/profile', '/trpc/profile.get', '/api/auth/token']) {
      const preflight = { method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } } as const
      const answers = [
        await world.app.inject(preflight),
        await world.app.inject({ url, headers: { origin, authorization: `Bearer ${body.token}` } }),
      ]
      for (const { headers } of answers) {
        expect(headers['access-control-allow-origin']).not.toBe(origin)
        expect(headers['access-control-allow-origin']).not.toBe('*')
        expect(headers['access-control-allow-credentials']).toBeUndefined()
      }
    }
  },
)

test('over TLS the cookie is tied to the host, small, and out of reach for pages; every page carries the headers', async () => {
  const url = 'https://office.test'
  await using server = await secondServer(world, { url })
  const email = newEmail()
  await world.person({ email })
  const { headers } = await authCall(server.app, '/sign-in/email', { email, password })
  const cookies = [headers['set-cookie'] ?? []].flat()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-[\w.-]+=/)
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly;.*SameSite=Lax/)
    expect(cookie).toContain('; Secure')
    expect(cookie).not.toContain('Domain=')
    expect(Buffer.byteLength(cookie)).toBeLessThan(4_096)
  }
  const [kept = ''] = cookies[0]?.split(';') ?? []
  expect((await authCall(server.app, '/token', {}, { headers: { cookie: kept, origin: url } })).status).toBe(200)
  for (const path of ['/', '/login', '/accept-invite']) {
    const page = await server.app.inject(path)
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age='),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  }
})

test.each([
  ['two of them', (token: string) => `Bearer ${token}, Bearer ${token}`],
  ['a NUL', (token: string) => `Bearer ${token}\u0000`],
  ['another scheme', (token: string) => `Basic ${token}`],
  ['100 KB', (token: string) => `Bearer ${token}${'a'.repeat(100_000)}`],
])('a header with %s opens nothing and upsets nothing', async (_what, header) => {
  const { body } = await signedIn()
  const answer = await world.app.inject({ url: '/api/v1/users/me/profile', headers: { authorization: header(body.token) } })
  expect([400, 401]).toContain(answer.statusCode)
})

test('a clock that leaps ends what is over and lengthens nothing', async () => {
  const { id, body } = await signedIn()
  const now = world.clock.now
  const ends = async () =>
    (await world.deps.database.db.select().from(sessions).where(eq(sessions.userId, id)))[0]?.expiresAt.getTime() ?? 0
  const before = await ends()
  const leap = (ms: number) => {
    world.clock.now = now + ms
    vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
  }
  const day = 24 * 3_600_000
  leap(-day)
  expect(await status(body.token)).toBe(200)
  expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(200)
  expect(await ends()).toBe(before)
  leap(8 * day)
  expect(await status(body.token)).toBe(401)
  leap(limits.refreshTokenSeconds * 1_000 + day)
  expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(401)
  vi.useRealTimers()
  world.clock.now = now
})

test('a refusal signs nobody out', async () => {
  const { body } = await signedIn()
  const viewer = world.caller(body.token)
  expect((await viewer.rest('GET', '/users')).status).toBe(403)
  expect((await viewer.rest('GET', '/stores/nothing')).status).toBe(404)
  expect(await status(body.token)).toBe(200)
})
