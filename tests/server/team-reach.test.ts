// The reach of rights on the team: an API key's permissions limit it, and rights in one store are limited to that store.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#shared/access.ts'
import type { RoleName } from '#shared/roles.ts'
import { createWorld, anotherStore, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let adminOfNorth: Caller
let ownerOfNorth: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  adminOfNorth = await world.signedIn('admin', 'north')
  ownerOfNorth = await world.signedIn('owner', 'north')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const newEmail = () => `member-${(people += 1)}@reach.test`
type Place = { role: RoleName; storeId: string | null }
const member = (assignments: Place[], more: object = {}) => world.person({ email: newEmail(), password: null, assignments, ...more })
async function keyOf(caller: Caller, permissions: Permission[], store_ids: string[] | null = null) {
  const { body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Script', permissions, store_ids })
  return world.caller((body as { data: { token: string } }).data.token)
}
const invitation = (change: object = {}) => ({
  email: newEmail(),
  full_name: 'Nina New',
  role_id: 'viewer',
  store_ids: [world.stores.north],
  ...change,
})
const rolesOf = async (id: string) => {
  const { body } = await owner.rest('GET', `/users/${id}`)
  const { user } = (body as { data: { user: { user_roles: { role: { id: string }; store_id: string | null }[] } } }).data
  return user.user_roles.map(({ role, store_id }) => [role.id, store_id])
}

test('a key that may invite gives no permission that it does not have', async () => {
  const key = await keyOf(owner, ['users:create'])
  expect((await key.rest('POST', '/users/invite', invitation({ role_id: 'owner', store_ids: null }))).status).toBe(403)
  expect((await key.rest('POST', '/users/invite', invitation())).status).toBe(403)
  const wider = await keyOf(owner, ['users:create', 'products:read', 'orders:read'])
  expect((await wider.rest('POST', '/users/invite', invitation({ role_id: 'staff' }))).status).toBe(403)
  expect((await wider.rest('POST', '/users/invite', invitation())).status).toBe(201)
})

test('a key that may change people neither raises nor lowers anybody beyond its permissions and stores', async () => {
  const staff = await member([{ role: 'staff', storeId: null }])
  const manager = await member([
    { role: 'manager', storeId: world.stores.north },
    { role: 'manager', storeId: world.stores.harbor },
  ])
  const key = await keyOf(owner, ['users:update'])
  const narrowed = await keyOf(owner, ['users:read', 'users:update', 'products:read', 'orders:read'], [world.stores.north])
  const give = (by: Caller, id: string, role_id: string, store_id: string | null) =>
    by.rest('PUT', `/users/${id}/roles`, { roles: [{ role_id, store_id }] })
  expect((await give(key, staff, 'owner', null)).status).toBe(403)
  expect((await give(key, staff, 'viewer', null)).status).toBe(403)
  expect((await give(narrowed, manager, 'viewer', world.stores.north)).status).toBe(403)
  expect((await give(narrowed, owner.userId, 'viewer', world.stores.north)).status).toBe(403)
  expect(await rolesOf(staff)).toEqual([['staff', null]])
  expect(await rolesOf(manager)).toHaveLength(2)
})

test('who leads one store leads nobody of the company, and decides nothing for it', async () => {
  const globalAdmin = await member([{ role: 'admin', storeId: null }])
  const roles = [{ role_id: 'viewer', store_id: world.stores.north }]
  for (const leader of [adminOfNorth, ownerOfNorth]) {
    const refused = [
      leader.rest('PUT', `/users/${globalAdmin}/roles`, { roles }),
      leader.rest('PUT', `/users/${globalAdmin}/roles`, { roles: [{ role_id: 'admin', store_id: null }, ...roles] }),
      leader.rest('PUT', `/users/${globalAdmin}`, { department: 'Robots' }),
      leader.rest('DELETE', `/users/${owner.userId}/permanent`),
      leader.rest('DELETE', `/users/${owner.userId}`),
      leader.rest('PUT', '/settings', { logo_url: null }),
      leader.rest('GET', '/audit'),
      leader.rest('GET', '/audit/csv'),
      leader.rest('POST', '/stores', anotherStore({ name: 'Another' })),
    ]
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403))
  }
})

test('a role in another store stays where the person’s roles in the own store are changed, and is not shown', async () => {
  const id = await member([
    { role: 'staff', storeId: world.stores.north },
    { role: 'manager', storeId: world.stores.harbor },
  ])
  const change = (body: object) => adminOfNorth.rest('PUT', `/users/${id}`, body)
  const roles = [{ role_id: 'viewer', store_id: world.stores.north }]
  const answer = await change({ roles })
  expect(answer).toMatchObject({ status: 200, text: expect.not.stringContaining(world.stores.harbor) })
  expect(await rolesOf(id)).toEqual([
    ['manager', world.stores.harbor],
    ['viewer', world.stores.north],
  ])
  expect((await change({ roles: [...roles, { role_id: 'manager', store_id: world.stores.harbor }] })).status).toBe(404)
  expect(await change({ full_name: 'Renamed' })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('cannot assign or remove') },
  })
})

test('an address of somebody out of reach is taken, in the same words whatever their state', async () => {
  const [pending, inactive, active] = [newEmail(), newEmail(), newEmail()]
  const assignments: Place[] = [{ role: 'staff', storeId: world.stores.harbor }]
  await world.person({ email: pending, password: null, isConfirmed: false, assignments })
  const id = await world.person({ email: inactive, name: 'Before', password: null, isActive: false, assignments })
  await world.person({ email: active, password: null, assignments })
  for (const email of [pending, inactive, active])
    expect(await adminOfNorth.rest('POST', '/users/invite', invitation({ email }))).toMatchObject({
      status: 409,
      body: { message: `${email} already belongs to an active team member.` },
    })
  expect((await owner.rest('GET', `/users/${id}`)).body).toMatchObject({ data: { user: { full_name: 'Before', is_active: false } } })
})

test('inviting somebody again takes no department away', async () => {
  const email = newEmail()
  const first = await owner.rest('POST', '/users/invite', invitation({ email, department: 'Support' }))
  expect(first.status).toBe(201)
  for (const department of [undefined, null, ''])
    expect((await owner.rest('POST', '/users/invite', invitation({ email, department }))).body).toMatchObject({
      data: { user: { department: 'Support' } },
    })
})

test('keys of people beyond one’s own store are neither shown nor revoked', async () => {
  const key = async (role: RoleName, store: 'north' | 'harbor' | null) => {
    const caller = await world.signedIn(role, store)
    const { body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read'] })
    return (body as { data: { api_key: { id: string } } }).data.api_key.id
  }
  const [near, far, global] = [await key('staff', 'north'), await key('staff', 'harbor'), await key('viewer', null)]
  const { text } = await adminOfNorth.rest('GET', '/users/me/api-keys?all=true')
  expect([near, far, global].map((id) => text.includes(id))).toEqual([true, false, false])
  for (const [id, status] of [
    [near, 200],
    [far, 404],
    [global, 404],
  ] as const)
    expect((await adminOfNorth.rest('DELETE', `/users/me/api-keys/${id}`)).status).toBe(status)
})

test('somebody of a store that is gone belongs to those who lead all of them', async () => {
  const { body } = await owner.rest('POST', '/stores', anotherStore({ name: 'Short-lived' }))
  const storeId = (body as { data: { store: { id: string } } }).data.store.id
  await world.person({
    email: 'leader@gone.test',
    assignments: [
      { role: 'admin', storeId },
      { role: 'admin', storeId: world.stores.north },
    ],
  })
  const leader = world.caller((await world.signIn('leader@gone.test')).token)
  const id = await member([{ role: 'staff', storeId }])
  expect((await leader.rest('GET', `/users/${id}`)).status).toBe(200)
  await owner.rest('DELETE', `/stores/${storeId}`)
  expect((await leader.rest('GET', `/users/${id}`)).status).toBe(404)
  expect((await owner.rest('PUT', `/users/${id}`, { department: 'Archive' })).status).toBe(200)
})
