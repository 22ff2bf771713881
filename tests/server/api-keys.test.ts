// API keys: their rights, their limits and their end. Also the list of sessions.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys } from '#drizzle/schema.ts'
import { personNeeded } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { createWorld, password, anotherStore, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Made = { api_key: { id: string }; token: string }
async function newKey(caller: Caller, request: object) {
  const { status, body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Script', ...request })
  expect(status).toBe(201)
  const { data } = body as { data: Made }
  return { id: data.api_key.id, token: data.token, by: world.caller(data.token) }
}
const list = (storeId: string) => ({ storeId, limit: 1 })

test('a key works over REST and tRPC, for its permissions and stores alone', async () => {
  const { by } = await newKey(owner, { permissions: ['products:read'], store_ids: [world.stores.north] })
  expect((await by.rest('POST', '/products/fetch', list(world.stores.north))).status).toBe(200)
  expect((await by.trpc('products.list', list(world.stores.north))).status).toBe(200)
  expect((await by.rest('POST', '/products/fetch', list(world.stores.harbor))).status).toBe(404)
  expect((await by.trpc('products.list', list(world.stores.harbor))).status).toBe(404)
  const refused = [
    by.rest('POST', '/products/export/csv', { storeId: world.stores.north, config: { fields: ['Title'] } }),
    by.rest('GET', '/users'),
    by.rest('GET', '/stores'),
    by.rest('GET', `/stores/${world.stores.north}`),
    by.rest('POST', '/stores', anotherStore({ name: 'Another' })),
  ]
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})

test('an owner’s key does nothing by the owner’s level alone, and never speaks for the person', async () => {
  const { id, by } = await newKey(owner, { permissions: ['products:read', 'settings:read'] })
  const refused = [
    by.rest('PUT', '/settings', { logo_url: null }),
    by.rest('DELETE', `/stores/${world.stores.print}`),
    by.rest('PUT', '/users/me/profile', { department: 'Robots' }),
    by.rest('POST', '/users/me/api-keys', { name: 'More', permissions: ['users:read'] }),
    by.rest('DELETE', `/users/me/api-keys/${id}`),
    by.rest('GET', '/users/me/sessions'),
    by.rest('DELETE', '/users/me/sessions'),
    by.rest('GET', '/audit'),
  ]
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403))
  // Its owner has that level: no right of the key would help.
  for (const path of ['/audit', '/system', '/service-accounts'])
    expect((await by.rest('GET', path)).body).toMatchObject({ error: { code: 'ACCESS_DENIED' }, message: personNeeded })
  expect((await by.rest('GET', '/users')).body).toMatchObject({ message: 'Access denied. This needs users:read.' })
  expect((await by.rest('GET', '/users/me/profile')).body).toMatchObject({ data: { permissions: ['settings:read', 'products:read'] } })
})

test('the profile of a key tells of no store out of its reach, in which its owner has a role', async () => {
  const { north, harbor } = world.stores
  const assignments = [north, harbor].map((storeId) => ({ role: 'manager', storeId }) as const)
  const userId = await world.person({ email: 'both@world.test', assignments })
  const both = world.caller((await world.signIn('both@world.test')).token, userId)
  const { by } = await newKey(both, { permissions: ['products:read'], store_ids: [north] })
  expect((await both.rest('GET', '/users/me/profile')).text).toContain(harbor)
  const { text, body } = await by.rest('GET', '/users/me/profile')
  expect(body).toMatchObject({ data: { user: { email: 'both@world.test', user_roles: [{ store: { id: north } }] } } })
  expect(text).not.toContain(harbor)
})

test('nobody makes a key that opens more than they may themselves', async () => {
  const staff = await world.signedIn('staff', 'north')
  const ask = (request: object) => staff.rest('POST', '/users/me/api-keys', { name: 'More', ...request })
  expect(await ask({ permissions: ['products:read', 'users:read'] })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('users:read') },
  })
  expect((await ask({ permissions: ['products:read'], store_ids: [world.stores.harbor] })).status).toBe(404)
  expect((await ask({ permissions: [] })).status).toBe(400)
  expect((await ask({ permissions: ['products:READ'] })).status).toBe(400)
  expect((await ask({ permissions: ['products:read'], level: 100 })).status).toBe(400)
})

test('a key shrinks and ends with its owner’s rights', async () => {
  const email = 'shrinking@keys.test'
  const id = await world.person({ email, assignments: [{ role: 'manager', storeId: null }] })
  const { by } = await newKey(world.caller((await world.signIn(email)).token), { permissions: ['products:read', 'products:export'] })
  const exported = () =>
    by.rest('POST', '/products/export/csv', { storeId: world.stores.north, config: { fields: ['Title'], maxItemsPerFile: 1 } })
  expect((await exported()).status).toBe(200)
  await owner.rest('PUT', `/users/${id}/roles`, { roles: [{ role_id: 'viewer', store_id: null }] })
  expect((await exported()).status).toBe(403)
  await owner.rest('DELETE', `/users/${id}`)
  expect((await by.rest('GET', '/users/me/profile')).status).toBe(401)
  await owner.rest('PUT', `/users/${id}`, { is_active: true })
  expect((await by.rest('GET', '/users/me/profile')).status).toBe(401)
})

test('the key is shown once, kept as a hash, and says when it was last used', async () => {
  const { id, token, by } = await newKey(owner, { permissions: ['products:read'] })
  const keys = () => owner.rest('GET', '/users/me/api-keys')
  const shown = async () =>
    ((await keys()).body as { data: { api_keys: { id: string; last_used_at: string | null }[] } }).data.api_keys.find(
      (key) => key.id === id,
    )
  expect((await shown())?.last_used_at).toBeNull()
  await by.rest('GET', '/users/me/profile')
  expect((await shown())?.last_used_at).toBe(new Date(world.clock.now).toISOString())
  expect((await keys()).text).not.toContain(token)
  expect(JSON.stringify(await world.deps.database.db.select().from(apiKeys))).not.toContain(token)
  expect(world.logged.join('')).not.toContain(token)
})

test('a revoked key opens nothing; somebody else’s can be revoked by leaders, up to their own level', async () => {
  const [admin, staff] = [await world.signedIn('admin'), await world.signedIn('staff')]
  const { id, by } = await newKey(staff, { permissions: ['products:read'] })
  const top = await newKey(owner, { permissions: ['products:read'] })
  const viewer = await world.signedIn('viewer')
  expect((await viewer.rest('DELETE', `/users/me/api-keys/${id}`)).status).toBe(404)
  expect((await viewer.rest('GET', '/users/me/api-keys?all=true')).status).toBe(403)
  const seen = (await admin.rest('GET', '/users/me/api-keys?all=true')).text
  expect([seen.includes(id), seen.includes(top.id)]).toEqual([true, false])
  expect((await admin.rest('DELETE', `/users/me/api-keys/${top.id}`)).status).toBe(404)
  expect((await admin.rest('DELETE', `/users/me/api-keys/${id}`)).status).toBe(200)
  expect((await by.rest('GET', '/users/me/profile')).status).toBe(401)
})

test('one sees where one is signed in, ends one place, and then all', async () => {
  const email = 'places@keys.test'
  await world.person({ email, assignments: [{ role: 'viewer', storeId: null }] })
  const signIn = async (agent: string) => {
    const request = {
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password },
      headers: { 'user-agent': agent },
    } as const
    return world.caller((await world.app.inject(request)).json().token)
  }
  const [desk, phone] = [await signIn('Desk'), await signIn('Phone')]
  const { data } = (await desk.rest('GET', '/users/me/sessions')).body as {
    data: { sessions: { id: string; is_current: boolean; user_agent: string }[] }
  }
  expect(data.sessions.map(({ user_agent, is_current }) => [user_agent, is_current]).toSorted()).toEqual([
    ['Desk', true],
    ['Phone', false],
  ])
  expect(data.sessions).toMatchObject([{ address: '127.0.0.1' }, { address: '127.0.0.1' }])
  const other = data.sessions.find((session) => !session.is_current)?.id
  expect((await owner.rest('DELETE', `/users/me/sessions/${other}`)).status).toBe(404)
  expect((await desk.rest('DELETE', `/users/me/sessions/${other}`)).body).toMatchObject({ data: { ended: 1 } })
  expect((await phone.rest('GET', '/users/me/profile')).status).toBe(401)
  await signIn('Tablet')
  expect((await desk.rest('DELETE', '/users/me/sessions')).body).toMatchObject({ data: { ended: 2 } })
  expect((await desk.rest('GET', '/users/me/profile')).status).toBe(401)
})

test('a session says when it was last used, to the minute', async () => {
  const viewer = await world.signedIn('viewer')
  const lastUsed = async () =>
    ((await viewer.rest('GET', '/users/me/sessions')).body as { data: { sessions: { last_used_at: string }[] } }).data.sessions[0]
      ?.last_used_at
  const begun = world.clock.now
  for (const [later, noted] of [
    [5 * 60_000, 5 * 60_000],
    [5 * 60_000 + limits.useNotedEveryMs, 5 * 60_000],
    [5 * 60_000 + limits.useNotedEveryMs + 1, 5 * 60_000 + limits.useNotedEveryMs + 1],
  ] as const) {
    world.clock.now = begun + later
    expect(await lastUsed()).toBe(new Date(begun + noted).toISOString())
  }
})
