// Sensitive changes require reauthentication: an open session is not enough.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { apiKeys, sessions } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, password, storeRequest, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const newEmail = () => `proof-${(people += 1)}@proof.test`
const post = (path: string, payload: object, token: string) =>
  authCall(world.app, path, payload, { headers: { authorization: `Bearer ${token}` } })
const confirm = (token: string, typed = password) => post('/reauthenticate', { password: typed }, token)
const key = { name: 'Script', permissions: ['products:read'] }
const asked = { status: 403, body: { error: { code: 'REAUTHENTICATE' } } }
const wrong = { status: 400, body: { error: { code: 'WRONG_PASSWORD' } } }
const entriesBy = (actorId: string, action: string) =>
  world.deps.database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.actorId, actorId), eq(auditEntries.action, action)))

test('sensitive calls are asked about 15 minutes after the sign-in, until the password was given again', async () => {
  const makeKey = () => owner.rest('POST', '/users/me/api-keys', key)
  world.clock.now += limits.reauthenticateAfterMs - 1
  expect((await makeKey()).status).toBe(201)
  world.clock.now += 1
  expect(await makeKey()).toMatchObject(asked)
  expect(await owner.trpc('profile.createApiKey', key)).toMatchObject({ status: 403, error: { data: { appCode: 'REAUTHENTICATE' } } })
  expect(await confirm(owner.token, 'not this')).toMatchObject(wrong)
  expect(await makeKey()).toMatchObject(asked)
  const until = new Date(world.clock.now + limits.reauthenticateAfterMs).toISOString()
  expect(await confirm(owner.token)).toMatchObject({ status: 200, body: { authenticated_until: until } })
  expect((await makeKey()).status).toBe(201)
  expect(await entriesBy(owner.userId, 'session.reauthenticate')).toMatchObject([{ decision: 'failed' }, { decision: 'allowed' }])
})

test('it is asked for people, roles and credentials, and for nothing else; a missing right is told first', async () => {
  const id = await world.person({ email: newEmail(), assignments: [{ role: 'viewer', storeId: null }] })
  const viewer = await world.signedIn('viewer')
  world.clock.now += limits.reauthenticateAfterMs
  const roles = [{ role_id: 'staff', store_id: null }]
  const invitation = { email: newEmail(), full_name: 'New', role_id: 'viewer', store_ids: [world.stores.north] }
  const sensitive = [
    ['POST', '/users/invite', invitation],
    ['PUT', `/users/${id}/roles`, { roles }],
    ['PUT', `/users/${id}`, { roles }],
    ['PUT', `/users/${id}`, { is_active: false }],
    ['DELETE', `/users/${id}/sessions`, undefined],
    ['DELETE', `/users/${id}`, undefined],
    ['DELETE', `/users/${id}/permanent`, undefined],
    ['PUT', `/stores/${world.stores.north}`, { token: 'shpat_another' }],
  ] as const
  for (const [method, path, body] of sensitive) {
    expect([path, await owner.rest(method, path, body)]).toMatchObject([path, asked])
    expect([path, (await viewer.rest(method, path, body)).body]).not.toMatchObject([path, asked.body])
  }
  const usual = [
    ['PUT', `/users/${id}`, { department: 'Support' }],
    ['PUT', `/stores/${world.stores.north}`, { timezone: 'UTC', token: '' }],
    ['GET', '/users', undefined],
  ] as const
  for (const [method, path, body] of usual) expect([path, (await owner.rest(method, path, body)).status]).toEqual([path, 200])
})

test('an API key is bound by its permissions instead, and proves nothing itself', async () => {
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'HR', permissions: ['users:create', 'users:update', 'users:read'] })
  const { token } = (made.body as { data: { token: string } }).data
  world.clock.now += limits.reauthenticateAfterMs
  const id = await world.person({ email: newEmail() })
  expect((await world.caller(token).rest('DELETE', `/users/${id}/sessions`)).status).toBe(200)
  for (const path of ['/reauthenticate', '/change-password'])
    expect(await post(path, { password, current_password: password }, token)).toMatchObject({ status: 403 })
  for (const path of ['/reauthenticate', '/change-password'])
    expect(await post(path, { password }, 'nobody')).toMatchObject({ status: 401 })
})

test('guessing here counts like guessing at sign-in', async () => {
  const email = newEmail()
  await world.person({ email })
  const { token } = await world.signIn(email)
  const { accountFromNetwork: tries } = limits.signInTries
  for (let tried = 0; tried < tries; tried += 1)
    expect(
      (
        await (tried % 2
          ? confirm(token, 'a guess')
          : post('/change-password', { current_password: 'a guess', password: 'a new one 9' }, token))
      ).status,
    ).toBe(400)
  expect((await confirm(token)).status).toBe(429)
  expect((await authCall(world.app, '/sign-in/email', { email, password })).status).toBe(429)
})

test('a change of the password ends the other sessions, keeps keys, voids links and is told by mail', async () => {
  const email = newEmail()
  const id = await world.person({ email, assignments: [{ role: 'staff', storeId: null }] })
  const [here, elsewhere] = [await world.signIn(email), await world.signIn(email)]
  expect((await world.caller(here.token).rest('POST', '/users/me/api-keys', key)).status).toBe(201)
  await authCall(world.app, '/request-password-reset', { email })
  const change = (current_password: string, chosen: string) => post('/change-password', { current_password, password: chosen }, here.token)
  expect(await change(password, '123456')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
  expect(await change(password, 'short')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
  expect(await change('not this', 'a new one 99')).toMatchObject(wrong)
  world.clock.now += limits.reauthenticateAfterMs
  expect((await change(password, 'a new one 99')).status).toBe(200)
  const profile = (token: string) => world.caller(token).rest('GET', '/users/me/profile')
  expect([(await profile(here.token)).status, (await profile(elsewhere.token)).status]).toEqual([200, 401])
  expect((await world.caller(here.token).rest('POST', '/users/me/api-keys', key)).status).toBe(201)
  expect(await world.deps.database.db.$count(apiKeys, eq(apiKeys.userId, id))).toBe(2)
  expect((await authCall(world.app, '/sign-in/email', { email, password })).status).toBe(401)
  expect((await authCall(world.app, '/sign-in/email', { email, password: 'a new one 99' })).status).toBe(200)
  const mails = await mailsTo(world.folder, email, 4)
  expect(mails.filter((mail) => mail.includes('was changed'))).toHaveLength(1)
  const link = /reset-password#token=([\w-]+)/.exec(mails.join(''))?.[1] ?? ''
  expect(await authCall(world.app, '/reset-password', { token: link, password: 'once more 99' })).toMatchObject({
    body: { error: { code: 'LINK_INVALID' } },
  })
  expect(await entriesBy(id, 'session.changePassword')).toMatchObject([{ decision: 'failed' }, { decision: 'allowed' }])
})

test('an administrator ends all sessions of somebody below, and of nobody above', async () => {
  const admin = await world.signedIn('admin')
  const staff = await world.signedIn('staff')
  const profile = async (caller: Caller) => (await caller.rest('GET', '/users/me/profile')).status
  expect(await admin.rest('DELETE', `/users/${staff.userId}/sessions`)).toMatchObject({ status: 200, body: { data: { ended: 1 } } })
  expect(await profile(staff)).toBe(401)
  expect((await admin.rest('DELETE', `/users/${owner.userId}/sessions`)).status).toBe(403)
  expect((await admin.rest('DELETE', '/users/nobody/sessions')).status).toBe(404)
  expect(await profile(owner)).toBe(200)
  expect(await entriesBy(admin.userId, 'users.endSessions')).toMatchObject([
    { target: staff.userId, decision: 'allowed' },
    { target: owner.userId, decision: 'denied' },
    { target: 'nobody', decision: 'denied' },
  ])
})

test('a session from before proofs were kept counts from its beginning', async () => {
  const staff = await world.signedIn('staff')
  await world.deps.database.db.update(sessions).set({ authenticatedAt: null }).where(eq(sessions.userId, staff.userId))
  expect((await staff.rest('POST', '/users/me/api-keys', key)).status).toBe(201)
  world.clock.now += limits.reauthenticateAfterMs
  expect(await staff.rest('POST', '/users/me/api-keys', key)).toMatchObject(asked)
})

test('connecting a store again wants its rights before a proof', async () => {
  const staff = await world.signedIn('staff')
  world.clock.now += limits.reauthenticateAfterMs
  expect((await staff.rest('PUT', `/stores/${world.stores.north}`, storeRequest('north'))).body).toMatchObject({
    error: { code: 'ACCESS_DENIED' },
  })
})
