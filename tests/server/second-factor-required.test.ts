// Owners can require a second factor from a role level on.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sessions } from '#drizzle/schema.ts'
import { passkeys } from '#drizzle/second-factor-tables.ts'
import { endpoints } from '#server/http/endpoints.ts'
import { levels } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { holdMachineClock, nextCode } from '#tests/support/authenticator-app.ts'
import { newPasskey } from '#tests/support/belongings.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { callAs, enrolled } from '#tests/support/second-factor.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
async function setUp({ token }: Caller) {
  const { secret } = (await callAs(world, token, '/second-factor/enroll')).body
  expect((await callAs(world, token, '/second-factor/confirm', { code: nextCode(secret) })).status).toBe(200)
}
beforeAll(async () => {
  world = await createWorld()
  holdMachineClock()
})
afterAll(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})
beforeEach(async () => {
  owner = await world.signedIn('owner')
  await setUp(owner)
  await requireFrom(null)
})

const requireFrom = async (level: number | null) =>
  expect((await owner.rest('PUT', '/settings', { second_factor_level: level })).body).toMatchObject({
    data: { settings: { second_factor_level: level } },
  })
const needed = { status: 403, body: { error: { code: 'SECOND_FACTOR_NEEDED' } } }
const addPasskey = (userId: string) => newPasskey(world.deps.database.db, userId)

test('the level is the owner’s to set, beside the logo, and is kept when the logo changes', async () => {
  await requireFrom(levels.admin)
  expect((await owner.rest('PUT', '/settings', { logo_url: null })).body).toMatchObject({
    data: { settings: { logo_url: null, second_factor_level: levels.admin } },
  })
  for (const body of [{}, { second_factor_level: 0 }, { second_factor_level: 101 }, { second_factor_level: '90' }, { other: 1 }])
    expect({ body, status: (await owner.rest('PUT', '/settings', body)).status }).toEqual({ body, status: 400 })
  const viewer = await world.signedIn('viewer')
  expect((await viewer.rest('GET', '/settings')).body).toMatchObject({ data: { settings: { second_factor_level: levels.admin } } })
  expect((await viewer.rest('PUT', '/settings', { second_factor_level: null })).status).toBe(403)
})

test('from the level on, nothing is open without one but what leads to it; below it, everything', async () => {
  const [admin, manager] = [await world.signedIn('admin'), await world.signedIn('manager')]
  await requireFrom(levels.admin)
  const open = endpoints.filter(({ beforeSecondFactor }) => beforeSecondFactor).map(({ path }) => path)
  expect(open.toSorted()).toEqual(
    ['profile.endAllSessions', 'profile.endSession', 'profile.get', 'profile.security', 'profile.sessions', 'settings.get'].toSorted(),
  )
  for (const { path } of endpoints) {
    if (open.includes(path)) continue
    const { status, error } = await admin.trpc(path, {})
    expect({ path, status, code: error?.data.appCode }).toEqual({ path, status: 403, code: 'SECOND_FACTOR_NEEDED' })
  }
  for (const path of ['/users/me/sessions', '/settings']) expect((await admin.rest('GET', path)).status).toBe(200)
  expect((await admin.rest('GET', '/users/me/profile')).body).toMatchObject({ data: { needs_second_factor: true } })
  expect((await admin.rest('GET', '/users/me/security')).body).toMatchObject({
    data: { second_factor: { is_enabled: false, is_required: true } },
  })
  expect((await manager.rest('GET', '/stores')).status).toBe(200)
  expect((await manager.rest('GET', '/users/me/profile')).body).toMatchObject({ data: { needs_second_factor: false } })
})

test('a second factor opens everything with the next call, and so does a passkey', async () => {
  const [one, other] = [await world.signedIn('admin'), await world.signedIn('admin')]
  await requireFrom(levels.admin)
  await setUp(one)
  expect((await one.rest('GET', '/users')).status).toBe(200)
  await addPasskey(other.userId)
  expect((await other.rest('GET', '/users')).status).toBe(200)
})

test('the last one cannot be given up while the team asks for it', async () => {
  const admin = await world.signedIn('admin')
  await setUp(admin)
  await requireFrom(levels.admin)
  expect(await callAs(world, admin.token, '/second-factor/disable')).toMatchObject(needed)
  const id = await addPasskey(admin.userId)
  expect((await callAs(world, admin.token, '/second-factor/disable')).status).toBe(200)
  expect(await admin.rest('DELETE', `/users/me/passkeys/${id}`)).toMatchObject(needed)
  await requireFrom(null)
  expect((await admin.rest('DELETE', `/users/me/passkeys/${id}`)).status).toBe(200)
})

test('API keys of somebody who has yet to set one up go on working', async () => {
  const admin = await world.signedIn('admin')
  const { body } = await admin.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['users:read'] })
  const key = world.caller((body as { data: { token: string } }).data.token)
  await requireFrom(levels.admin)
  expect(await admin.rest('GET', '/users')).toMatchObject(needed)
  expect((await key.rest('GET', '/users')).status).toBe(200)
})

test('an administrator takes the second factor of somebody who lost it, which ends their sessions and is told by mail', async () => {
  const person = await enrolled(world, 'lost@required.test')
  await addPasskey(person.userId)
  const admin = await world.signedIn('admin')
  const { db } = world.deps.database
  expect((await admin.rest('DELETE', `/users/${person.userId}/second-factor`)).status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, person.userId))).toBe(0)
  expect(await db.$count(passkeys, eq(passkeys.userId, person.userId))).toBe(0)
  expect((await mailsTo(world.folder, person.email, 2))[1]).toContain('Subject: Second factor reset')
  expect((await world.signIn(person.email)).token).toEqual(expect.any(String))
  expect((await admin.rest('DELETE', `/users/${admin.userId}/second-factor`)).status).toBe(403)
  expect((await admin.rest('DELETE', `/users/${owner.userId}/second-factor`)).status).toBe(403)
})

test('to change the level, or to take somebody’s second factor, wants a fresh proof', async () => {
  const viewer = await world.signedIn('viewer')
  world.clock.now += limits.reauthenticateAfterMs + 1
  const again = { status: 403, body: { error: { code: 'REAUTHENTICATE' } } }
  expect(await owner.rest('PUT', '/settings', { second_factor_level: levels.owner })).toMatchObject(again)
  expect(await owner.rest('DELETE', `/users/${viewer.userId}/second-factor`)).toMatchObject(again)
  expect((await owner.rest('PUT', '/settings', { logo_url: null })).status).toBe(200)
})
