import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleAssignments, sessions, users } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import type { Session } from '#shared/session.ts'
import { appUrl, createWorld, password, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

type Options = { cookie?: string; origin?: string; authorization?: string }
async function call(path: string, payload: object, headers: Options = {}) {
  const answer = await world.app.inject({ method: 'POST', url: `/api/auth${path}`, payload, headers })
  return {
    status: answer.statusCode,
    body: answer.json(),
    cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '',
    headers: answer.headers,
  }
}
const profileStatus = async (token: string) => (await world.caller(token).rest('GET', '/users/me/profile')).status
const signIn = (email: string, pass = password) => call('/sign-in/email', { email, password: pass })

/** A retry would hide the result of a race. */
const race = { retry: 0 }

test('the first account to register becomes the owner, even when two register at once, and after that nobody does', race, async () => {
  const both = await Promise.all(
    ['first@world.test', 'second@world.test'].map((email) => call('/sign-up/email', { email, password: 'a fine password' })),
  )
  expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 403])
  const owners = await world.deps.database.db.select().from(roleAssignments).where(eq(roleAssignments.roleId, 'owner'))
  expect(owners).toMatchObject([{ storeId: null }])
  expect(await world.deps.database.db.$count(users)).toBe(1)
  const third = await call('/sign-up/email', { email: 'third@world.test', password: 'a fine password' })
  expect(third.body).toMatchObject({
    success: false,
    error: { code: 'ACCESS_RESTRICTED' },
    message: 'Access Restricted: ask an administrator to add your email to the authorized list.',
  })
  const [winner] = await world.deps.database.db.select().from(users)
  const session: Session = (await signIn(String(winner?.email), 'a fine password')).body
  const profile = await world.caller(session.token).rest('GET', '/users/me/profile')
  expect(profile.body).toMatchObject({ data: { role_level: 100, user: { email: winner?.email } } })
})

test.each([
  [{ email: 'not an address', password: 'abcdef' }, 'Please enter a valid email address'],
  [{ email: 'a@world.test', password: 'abcde' }, 'Password must be at least 6 characters'],
  [{ email: 'a@world.test', password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
])('registering with %o is refused', async (payload, message) => {
  expect(await call('/sign-up/email', payload)).toMatchObject({ status: 400, body: { message } })
})

test('an unknown address and a wrong password get the same answer', async () => {
  await world.person({ email: 'known@world.test' })
  const wrong = await signIn('known@world.test', 'wrong password')
  const unknown = await signIn('unknown@world.test', 'wrong password')
  expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'WRONG_CREDENTIALS' } } })
  expect(unknown.body).toEqual(wrong.body)
})

test('somebody deactivated is refused with the Access Restricted message', async () => {
  await world.person({ email: 'gone@world.test', isActive: false })
  expect(await signIn('gone@world.test')).toMatchObject({ status: 403, body: { error: { code: 'ACCESS_RESTRICTED' } } })
})

test('signing in answers both tokens, and sets a cookie that pages cannot read', async () => {
  await world.person({ email: 'cookie@world.test' })
  const { body, headers } = await signIn('cookie@world.test')
  expect(body).toEqual({
    token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(String),
    user: expect.any(Object),
  })
  expect(Date.parse(body.expires_at) - world.clock.now).toBeLessThanOrEqual(limits.accessTokenSeconds * 1_000)
  expect(String(headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/)
  expect(headers['cache-control']).toBe('no-store')
})

test('a script renews by its refresh token, a browser by its cookie and from our own pages only', async () => {
  await world.person({ email: 'renew@world.test' })
  const { body, cookie } = await signIn('renew@world.test')
  const renewed = await call('/token', { refresh_token: body.refresh_token })
  expect(renewed).toMatchObject({ status: 200, body: { user: { email: 'renew@world.test' } } })
  expect(renewed.body.refresh_token).not.toBe(body.refresh_token)
  expect(await profileStatus(renewed.body.token)).toBe(200)
  expect((await call('/token', {}, { cookie, origin: appUrl })).status).toBe(200)
  for (const origin of ['https://evil.test', 'null', 'http://localhost:3000.evil.test'])
    expect(await call('/token', {}, { cookie, origin })).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } })
  expect((await call('/token', {}, { cookie })).status).toBe(403)
  expect((await call('/token', {})).status).toBe(401)
  // Pages call this on every load; without a session, the answer is no failure.
  for (const payload of [{}, { refresh_token: 'ended' }]) {
    const nobody = await world.app.inject({ method: 'POST', url: '/api/auth/token?optional=true', payload })
    expect([nobody.statusCode, nobody.body]).toEqual([204, ''])
  }
  expect((await call('/token?optional=true', {}, { cookie, origin: appUrl })).status).toBe(200)
  expect((await call('/token', { refresh_token: `${body.refresh_token.slice(0, -2)}xx` })).status).toBe(401)
})

test('an access token ends after an hour, and fifty renewals at once all succeed on one session', race, async () => {
  const userId = await world.person({ email: 'hour@world.test' })
  const { body } = await signIn('hour@world.test')
  world.clock.now += (limits.accessTokenSeconds + 1) * 1_000
  expect(await profileStatus(body.token)).toBe(401)
  const renewals = await Promise.all(Array.from({ length: 50 }, () => call('/token', { refresh_token: body.refresh_token })))
  expect(new Set(renewals.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(renewals.map((answer) => answer.body.refresh_token)).size).toBe(1)
  expect(await world.deps.database.db.$count(sessions, eq(sessions.userId, userId))).toBe(1)
})

test('signing out ends the session and all of its access tokens at once', async () => {
  await world.person({ email: 'out@world.test' })
  const { body, cookie } = await signIn('out@world.test')
  const out = await call('/sign-out', {}, { cookie, origin: appUrl })
  expect(out.status).toBe(200)
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0')
  expect(await profileStatus(body.token)).toBe(401)
  expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(401)
})

test('a script signs out by its access token', async () => {
  await world.person({ email: 'script@world.test' })
  const { body } = await signIn('script@world.test')
  expect((await call('/sign-out', {}, { authorization: `Bearer ${body.token}` })).status).toBe(200)
  expect((await call('/token', { refresh_token: body.refresh_token })).status).toBe(401)
})

test('a right or a person taken away is gone with the very next call', async () => {
  const caller = await world.signedIn('manager', 'north')
  const list = { storeId: world.stores.north, limit: 1 }
  expect((await caller.rest('POST', '/products/fetch', list)).status).toBe(200)
  const { db } = world.deps.database
  await db.update(roleAssignments).set({ storeId: world.stores.harbor }).where(eq(roleAssignments.userId, caller.userId))
  expect((await caller.rest('POST', '/products/fetch', list)).status).toBe(404)
  await db.update(users).set({ isActive: false }).where(eq(users.id, caller.userId))
  expect((await caller.rest('GET', '/users/me/profile')).status).toBe(401)
})

test('tokens that are not ours are refused without a stumble', async () => {
  const { token } = await world.signedIn('viewer')
  const [head, body] = token.split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
  for (const bad of ['x', `${head}.${body}.x`, unsigned, 'a'.repeat(100_000)]) expect(await profileStatus(bad)).toBe(401)
  expect((await world.app.inject({ url: `/api/v1/users/me/profile?token=${token}` })).statusCode).toBe(401)
})

test('none of the provider’s many other routes can be reached', async () => {
  const paths = [
    '/get-session',
    '/list-sessions',
    '/update-user',
    '/change-email',
    '/delete-user',
    '/admin/create-user',
    '//sign-in/email',
    '/link-social',
    '/enter',
    '/oauth2/link',
  ]
  for (const path of paths) {
    const answer = await world.app.inject({ method: 'POST', url: `/api/auth${path}`, payload: { userId: 'x' } })
    expect([path, answer.statusCode]).toEqual([path, 404])
  }
})

test('no password and no token is ever logged', () => {
  const log = world.logged.join('')
  for (const secret of [password, 'a fine password', 'eyJhbGci', 'session_token']) expect(log).not.toContain(secret)
})
