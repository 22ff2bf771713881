// Service accounts: who makes and ends them, what their keys can do, and that nobody signs in as one.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { sessions, users } from '#drizzle/schema.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { enter } from '#server/auth/sessions.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, password, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const role = (role_id: string, store_id: string | null = null) => ({ role_id, store_id })
const ask = (caller: Caller, body: object = {}) =>
  caller.rest('POST', '/service-accounts', { name: crypto.randomUUID(), roles: [role('manager')], ...body })
const accountIn = ({ body }: { body: unknown }) => (body as { data: { service_account: ServiceAccount } }).data.service_account
async function newAccount(caller: Caller, body: object = {}): Promise<ServiceAccount> {
  const answer = await ask(caller, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return accountIn(answer)
}
const askKey = (caller: Caller, id: string, body: object = {}) =>
  caller.rest('POST', `/service-accounts/${id}/api-keys`, { name: 'Sync', permissions: ['products:read'], ...body })
async function newKey(caller: Caller, id: string, body: object = {}) {
  const answer = await askKey(caller, id, body)
  expect(answer.status).toBe(201)
  const { api_key, token } = (answer.body as { data: { api_key: ApiKey; token: string } }).data
  return { key: api_key, by: world.caller(token) }
}
const listed = async (caller: Caller) =>
  ((await caller.rest('GET', '/service-accounts')).body as { data: { service_accounts: ServiceAccount[] } }).data.service_accounts
const addressOf = async (id: string) => {
  const [row] = await world.deps.database.db.select({ email: users.email }).from(users).where(eq(users.id, id))
  return row?.email ?? ''
}
const profile = (caller: Caller) => caller.rest('GET', '/users/me/profile')

test('a service account outlives its maker, whose own keys end', async () => {
  const admin = await world.signedIn('admin')
  const account = await newAccount(admin)
  const { by } = await newKey(admin, account.id)
  const own = await admin.rest('POST', '/users/me/api-keys', { name: 'Own', permissions: ['products:read'] })
  const ownKey = world.caller((own.body as { data: { token: string } }).data.token)
  expect([(await profile(by)).status, (await profile(ownKey)).status]).toEqual([200, 200])
  expect((await owner.rest('DELETE', `/users/${admin.userId}`)).status).toBe(200)
  expect([(await profile(by)).status, (await profile(ownKey)).status]).toEqual([200, 401])
  expect((await owner.rest('DELETE', `/users/${admin.userId}/permanent`)).status).toBe(200)
  expect((await by.rest('POST', '/products/fetch', { storeId: world.stores.north, limit: 1 })).status).toBe(200)
})

test('its keys have part of its rights, which follow its roles at once', async () => {
  const account = await newAccount(owner, { roles: [role('manager', world.stores.north)] })
  const { by, key } = await newKey(owner, account.id, { permissions: ['products:read', 'products:export'] })
  expect(key).toMatchObject({ owner: { id: account.id, email: null }, store_ids: null })
  const read = (storeId: string) => by.rest('POST', '/products/fetch', { storeId, limit: 1 })
  const exported = async () =>
    (await by.rest('POST', '/products/export/csv', { storeId: world.stores.north, config: { fields: ['Title'], maxItemsPerFile: 1 } }))
      .status
  expect([(await read(world.stores.north)).status, (await read(world.stores.harbor)).status, await exported()]).toEqual([200, 404, 200])
  const changed = await owner.rest('PUT', `/service-accounts/${account.id}`, { roles: [role('viewer', world.stores.north)] })
  expect(accountIn(changed)).toMatchObject({ name: account.name, user_roles: [{ role: { id: 'viewer' } }], api_keys: [{ id: key.id }] })
  expect([(await read(world.stores.north)).status, await exported()]).toEqual([200, 403])
  expect(await askKey(owner, account.id, { permissions: ['products:read', 'products:export'] })).toMatchObject({
    status: 400,
    body: { message: messages.serviceAccounts.notHeld(['products:export']) },
  })
  expect((await askKey(owner, account.id, { store_ids: [world.stores.harbor] })).status).toBe(404)
})

test('deactivation ends its keys at once and for good, and it needs to be active for a new one', async () => {
  const account = await newAccount(owner)
  const { by } = await newKey(owner, account.id)
  const set = (is_active: boolean) => owner.rest('PUT', `/service-accounts/${account.id}`, { is_active })
  expect(accountIn(await set(false))).toMatchObject({ is_active: false, api_keys: [] })
  expect((await profile(by)).status).toBe(401)
  expect(await askKey(owner, account.id)).toMatchObject({ status: 409, body: { message: messages.serviceAccounts.inactive } })
  expect(accountIn(await set(true)).is_active).toBe(true)
  expect((await profile(by)).status).toBe(401)
  expect((await profile((await newKey(owner, account.id)).by)).status).toBe(200)
})

test('a deleted one is gone with its keys, and its name is free', async () => {
  const account = await newAccount(owner)
  const { by } = await newKey(owner, account.id)
  expect((await owner.rest('DELETE', `/service-accounts/${account.id}`)).status).toBe(200)
  expect((await profile(by)).status).toBe(401)
  expect((await owner.rest('DELETE', `/service-accounts/${account.id}`)).status).toBe(404)
  await newAccount(owner, { name: account.name })
})

test('names are unique among service accounts', async () => {
  const [first, second] = [await newAccount(owner), await newAccount(owner)]
  const taken = { status: 409, body: { error: { message: messages.serviceAccounts.nameTaken(first.name), issues: [{ path: 'name' }] } } }
  expect(await ask(owner, { name: first.name })).toMatchObject(taken)
  expect(await owner.rest('PUT', `/service-accounts/${second.id}`, { name: first.name })).toMatchObject(taken)
  expect((await owner.rest('PUT', `/service-accounts/${second.id}`, { name: second.name })).status).toBe(200)
})

test('nobody gives it a role that they do not cover, and nobody makes it an owner', async () => {
  const [admin, local] = [await world.signedIn('admin'), await world.signedIn('admin', 'north')]
  const refused = {
    status: 400,
    body: { message: messages.serviceAccounts.ownerRefused, error: { issues: [{ path: 'roles.0.role_id' }] } },
  }
  expect(await ask(owner, { roles: [role('owner')] })).toMatchObject(refused)
  const account = await newAccount(admin, { roles: [role('admin')] })
  expect(await owner.rest('PUT', `/service-accounts/${account.id}`, { roles: [role('owner', world.stores.north)] })).toMatchObject(refused)
  expect((await ask(local, { roles: [role('viewer')] })).status).toBe(403)
  expect((await ask(local, { roles: [role('viewer', world.stores.harbor)] })).status).toBe(404)
  const near = await newAccount(local, { roles: [role('viewer', world.stores.north)] })
  const ids = (await listed(local)).map(({ id }) => id)
  expect([ids.includes(near.id), ids.includes(account.id)]).toEqual([true, false])
  expect((await local.rest('DELETE', `/service-accounts/${account.id}`)).status).toBe(404)
  expect((await askKey(local, account.id)).status).toBe(404)
})

test('changes take a proof of identity, like those of keys', async () => {
  const admin = await world.signedIn('admin')
  const account = await newAccount(admin)
  world.clock.now += limits.reauthenticateAfterMs
  const late = [
    await ask(admin),
    await askKey(admin, account.id),
    await admin.rest('PUT', `/service-accounts/${account.id}`, { is_active: false }),
    await admin.rest('DELETE', `/service-accounts/${account.id}`),
  ]
  for (const answer of late) expect(answer).toMatchObject({ status: 403, body: { error: { code: 'REAUTHENTICATE' } } })
  expect((await admin.rest('GET', '/service-accounts')).status).toBe(200)
  owner = await world.signedIn('owner')
})

test('nobody registers, resets a password, is invited or signs in with its address', async () => {
  const { id } = await newAccount(owner)
  const email = await addressOf(id)
  const register = await authCall(world.app, '/sign-up/email', { email, password: 'a fine password' })
  expect(register).toMatchObject({ status: 403, body: { error: { code: 'ACCESS_RESTRICTED' } } })
  const person = 'somebody@services.test'
  await world.person({ email: person })
  const asked = []
  for (const to of ['nobody@services.test', email, person]) asked.push(await authCall(world.app, '/request-password-reset', { email: to }))
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await authCall(world.app, '/sign-in/email', { email, password })).status).toBe(401)
  const invitation = { email, full_name: 'Robot', role_id: 'admin', store_ids: null }
  expect((await owner.rest('POST', '/users/invite', invitation)).status).toBe(409)
  const caller = { address: '127.0.0.1', userAgent: '', cookie: '', requestId: 'test' }
  await expect(enter(world.deps, id, caller)).rejects.toThrow()
  expect(await world.deps.database.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  await mailsTo(world.folder, person)
  expect(await mailsTo(world.folder, email, 0)).toEqual([])
})

test('it is nobody on the team: the calls about people do not find it', async () => {
  const { id } = await newAccount(owner)
  expect((await owner.rest('GET', '/users')).text).not.toContain(id)
  const calls = [
    owner.rest('GET', `/users/${id}`),
    owner.rest('PUT', `/users/${id}`, { is_active: false }),
    owner.rest('PUT', `/users/${id}/roles`, { roles: [role('owner')] }),
    owner.rest('DELETE', `/users/${id}`),
    owner.rest('DELETE', `/users/${id}/permanent`),
    owner.rest('DELETE', `/users/${id}/second-factor`),
    owner.rest('DELETE', `/users/${id}/sessions`),
    owner.rest('POST', `/users/${id}/password-link`),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
})

test('its keys are listed with it, and replaced and revoked by the people who manage it', async () => {
  const [admin, local] = [await world.signedIn('admin'), await world.signedIn('admin', 'north')]
  const account = await newAccount(owner)
  const { key, by } = await newKey(owner, account.id)
  expect((await admin.rest('GET', '/users/me/api-keys?all=true')).text).not.toContain(key.id)
  expect((await listed(admin)).find(({ id }) => id === account.id)?.api_keys).toMatchObject([{ id: key.id, last_used_at: null }])
  const rotate = (caller: Caller) => caller.rest('POST', `/users/me/api-keys/${key.id}/rotate`, { overlap_hours: 0 })
  expect((await rotate(local)).status).toBe(404)
  const next = ((await rotate(admin)).body as { data: { api_key: ApiKey; token: string } }).data
  expect(next.api_key.owner).toEqual({ id: account.id, email: null })
  expect([(await profile(by)).status, (await profile(world.caller(next.token))).status]).toEqual([401, 200])
  expect((await local.rest('DELETE', `/users/me/api-keys/${next.api_key.id}`)).status).toBe(404)
  expect((await admin.rest('DELETE', `/users/me/api-keys/${next.api_key.id}`)).status).toBe(200)
  expect((await profile(world.caller(next.token))).status).toBe(401)
})

test('its jobs and the audit log name it', async () => {
  const account = await newAccount(owner, { name: `Nightly ${crypto.randomUUID()}` })
  const { by, key } = await newKey(owner, account.id, { permissions: ['products:read', 'products:export'] })
  const started = await by.rest('POST', '/products/export', {
    storeId: world.stores.north,
    config: { fields: ['Title'], maxItemsPerFile: 1 },
  })
  expect(started.body).toMatchObject({ data: { job: { createdBy: { id: account.id, name: account.name } } } })
  await world.work()
  await owner.rest('DELETE', `/service-accounts/${account.id}`)
  const { db } = world.deps.database
  const about = await db.select().from(auditEntries).where(eq(auditEntries.target, account.id))
  expect(about.map(({ action, targetName }) => [action, targetName])).toEqual(
    expect.arrayContaining(['create', 'createKey', 'remove'].map((name) => [`users.serviceAccounts.${name}`, account.name])),
  )
  const { body } = await owner.rest('GET', `/audit?actor=${encodeURIComponent(account.name)}`)
  const { entries } = (body as { data: { entries: object[] } }).data
  expect(entries).toContainEqual(
    expect.objectContaining({
      action: 'export.products',
      actor_id: account.id,
      actor_email: null,
      actor_name: account.name,
      details: expect.objectContaining({ api_key: key.id }),
    }),
  )
})
