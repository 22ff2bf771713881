// A refresh token is valid for one renewal: copied tokens, old browsers, and sessions in constant use.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { sessions } from '#drizzle/schema.ts'
import { signedToken } from '#server/auth/sessions.ts'
import { limits } from '#shared/limits.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { appUrl, createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const dayMs = 24 * 3_600_000
let people = 0
async function signedIn() {
  const email = `rotating-${(people += 1)}@rotation.test`
  const id = await world.person({ email })
  return { id, ...(await world.signIn(email)) }
}
const renewal = async (refresh_token: string) => {
  const { status, body } = await authCall(world.app, '/token', { refresh_token })
  return { status, token: body.token, refreshToken: body.refresh_token }
}
const statusOf = async (token: string) => (await world.caller(token).rest('GET', '/users/me/profile')).status
const rowsOf = (userId: string) => world.deps.database.db.select().from(sessions).where(eq(sessions.userId, userId))

test('a rotated token gives the same successor for 30 seconds; used later, it ends the session and is on record', async () => {
  const { id, refresh_token: first } = await signedIn()
  const second = await renewal(first)
  expect(second.refreshToken).not.toBe(first)
  world.clock.now += limits.refreshGraceMs - 1
  expect(await renewal(first)).toMatchObject({ status: 200, refreshToken: second.refreshToken })
  world.clock.now += 1
  expect(await renewal(first)).toMatchObject({ status: 401 })
  expect(await rowsOf(id)).toEqual([])
  expect(await statusOf(second.token)).toBe(401)
  expect(await renewal(second.refreshToken)).toMatchObject({ status: 401 })
  const entries = await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.refreshReused'))
  expect(entries).toMatchObject([{ actorId: id, decision: 'denied' }])
})

test('a token of two generations ago ends the session', async () => {
  const { id, refresh_token: first } = await signedIn()
  const second = await renewal(first)
  world.clock.now += limits.refreshGraceMs
  const third = await renewal(second.refreshToken)
  expect(new Set([first, second.refreshToken, third.refreshToken]).size).toBe(3)
  expect(await renewal(first)).toMatchObject({ status: 401 })
  expect(await rowsOf(id)).toEqual([])
})

test('tabs that renew one after the other, each with what it had, all go on', { retry: 0 }, async () => {
  const { refresh_token: first } = await signedIn()
  const second = await renewal(first)
  const tabs = await Promise.all([first, second.refreshToken, first, second.refreshToken].map(renewal))
  expect(tabs.map(({ status, refreshToken }) => ({ status, refreshToken }))).toEqual(
    tabs.map(() => ({ status: 200, refreshToken: second.refreshToken })),
  )
})

test('any token of a session signs it out, an old one as well', async () => {
  const { id, refresh_token: first } = await signedIn()
  await renewal(first)
  world.clock.now += limits.refreshGraceMs
  expect((await authCall(world.app, '/sign-out', { refresh_token: first })).status).toBe(200)
  expect(await rowsOf(id)).toEqual([])
})

test('a token with another generation, session or signature is nobody’s and ends nothing', async () => {
  const { id, refresh_token: token } = await signedIn()
  const other = await signedIn()
  const [session = '', , mac = ''] = token.split('.')
  const forged = [`${session}.1.${mac}`, `${other.refresh_token.split('.')[0]}.0.${mac}`, `${session}.0.${'A'.repeat(43)}`, session, 'x.y']
  for (const text of forged) expect(await renewal(text)).toMatchObject({ status: 401 })
  expect(await rowsOf(id)).toHaveLength(1)
  expect(await renewal(token)).toMatchObject({ status: 200 })
})

test('a session slides by 30 days and ends for good after 90', async () => {
  let { id, refresh_token: token } = await signedIn()
  const began = world.clock.now
  for (let day = 29; day < 90; day += 29) {
    world.clock.now = began + day * dayMs
    const renewed = await renewal(token)
    expect([day, renewed.status]).toEqual([day, 200])
    token = renewed.refreshToken
  }
  expect((await rowsOf(id))[0]?.expiresAt).toEqual(new Date(began + limits.sessionSeconds * 1_000))
  const { token: access } = await renewal(token)
  world.clock.now = began + limits.sessionSeconds * 1_000
  expect(await renewal(token)).toMatchObject({ status: 401 })
  expect(await statusOf(access)).toBe(401)
})

test('a browser that signed in before tokens rotated goes on once with the cookie it has', async () => {
  const { id } = await signedIn()
  const [row] = await rowsOf(id)
  const cookie = `office.session_token=${encodeURIComponent(await signedToken(world.deps, row?.token ?? ''))}`
  const answer = await authCall(world.app, '/token', {}, { headers: { cookie, origin: appUrl } })
  expect(answer.status).toBe(200)
  world.clock.now += limits.refreshGraceMs
  expect((await authCall(world.app, '/token', {}, { headers: { cookie: answer.cookie, origin: appUrl } })).status).toBe(200)
  expect((await authCall(world.app, '/token', {}, { headers: { cookie, origin: appUrl } })).status).toBe(401)
  expect(await rowsOf(id)).toEqual([])
})

test.each(['%', '%E0%A4%A', ''])('a cookie with the value "%s" is nobody’s', async (value) => {
  const headers = { cookie: `office.session_token=${value}`, origin: appUrl }
  for (const path of ['/token', '/accept-invite'])
    expect([400, 401]).toContain(
      (await authCall(world.app, path, path === '/token' ? {} : { access_token: 'x', refresh_token: 'y' }, { headers })).status,
    )
})
