// Audit entries of refusals: bounded in size, with a count of repeats, and without invalid input.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { apiKeys } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { boundedDetails } from '#server/audit/details.ts'
import { createWorld, anotherStore, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const minuteMs = 60_000
const entriesOf = (action: string) => world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.action, action))

test('repeats share an entry within a minute only, and only where actor, target and decision are the same', async () => {
  const viewer = await world.signedIn('viewer')
  const refused = (id: string) => viewer.rest('DELETE', `/users/${id}`)
  for (const id of ['one', 'one', 'two']) await refused(id)
  world.clock.now += minuteMs
  await refused('one')
  const entries = await entriesOf('users.deactivate')
  expect(entries.map(({ target, repeats }) => [target, repeats]).toSorted()).toEqual([
    ['one', 1],
    ['one', 2],
    ['two', 1],
  ])
})

test('what was allowed is never folded', async () => {
  const staff = await world.signedIn('staff')
  for (const department of ['One', 'Two']) await staff.rest('PUT', '/users/me/profile', { department })
  const entries = (await entriesOf('profile.update')).filter(({ actorId }) => actorId === staff.userId)
  expect(entries.map(({ repeats }) => repeats)).toEqual([1, 1])
})

test('who is refused over ever other targets has so many entries of a minute, and one that counts the rest', async () => {
  world.clock.now += minuteMs
  const viewer = await world.signedIn('viewer')
  const { refusalsPerMinute } = limits.audit
  for (let turn = 0; turn < refusalsPerMinute + 20; turn += 1) await viewer.rest('DELETE', `/users/${turn}/permanent`)
  const entries = (await entriesOf('users.remove')).filter(({ actorId }) => actorId === viewer.userId)
  expect(entries).toHaveLength(refusalsPerMinute + 1)
  expect(entries.filter(({ target }) => target === null)).toMatchObject([{ repeats: 20, decision: 'denied', details: null }])
})

test('wrong passwords for one account from one address share an entry', async () => {
  world.clock.now += minuteMs
  const payload = { email: 'nobody@folding.test', password: 'wrong one' }
  for (let turn = 0; turn < 4; turn += 1) await world.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  const entries = (await entriesOf('session.signIn')).filter(({ target }) => target === payload.email)
  expect(entries).toMatchObject([{ actorId: 'anonymous', decision: 'failed', repeats: 4, address: '127.0.0.1' }])
})

test('a call that is refused by its own rules is on record with its valid input, cut to 2 KB of JSON', async () => {
  const admin = await world.signedIn('admin')
  const roles = Array.from({ length: limits.assignments }, (_, index) => ({ role_id: 'owner', store_id: `${index}é`.padEnd(60, 'é') }))
  const id = await world.person({ email: 'raised@folding.test', assignments: [{ role: 'viewer', storeId: null }] })
  expect((await admin.rest('PUT', `/users/${id}/roles`, { roles: [{ role_id: 'owner', store_id: null }] })).status).toBe(403)
  expect((await admin.rest('PUT', `/users/${id}/roles`, { roles })).status).toBeGreaterThan(399)
  const entries = await entriesOf('users.setRoles')
  expect(entries).toMatchObject([{ target: id, details: { roles: [{ role_id: 'owner', store_id: null }] } }])
  const bounded = boundedDetails({ roles })
  expect(bounded).toMatchObject({ truncated: true, roles: expect.arrayContaining([roles[0]]) })
  expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThanOrEqual(limits.audit.detailsBytes)
  const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`name ${index}`.padEnd(3_000), index]))
  expect(Buffer.byteLength(JSON.stringify(boundedDetails(names)))).toBeLessThanOrEqual(limits.audit.detailsBytes)
})

test('each entry says from where and with what, and who it was, also after the person is gone for good', async () => {
  const id = await world.person({ email: 'gone@folding.test', assignments: [{ role: 'staff', storeId: null }] })
  const gone = world.caller((await world.signIn('gone@folding.test')).token, id)
  await gone.rest('PUT', '/users/me/profile', { department: 'X' }, { 'user-agent': 'folding/1.0' })
  await owner.rest('DELETE', `/users/${id}/permanent`)
  const made = await owner.rest('POST', '/stores', anotherStore({ name: 'Brief' }))
  const { id: storeId } = (made.body as { data: { store: { id: string } } }).data.store
  world.clock.now += 1_000
  await owner.rest('DELETE', `/stores/${storeId}`)
  const page = async (query: string) => (await owner.rest('GET', `/audit${query}`)).body as { data: { entries: object[] } }
  expect((await page('?actor=gone@folding.test&action=profile.')).data.entries).toMatchObject([
    { actor_id: id, actor_email: null, actor_name: 'gone@folding.test', address: '127.0.0.1', user_agent: 'folding/1.0', repeats: 1 },
  ])
  expect((await page('?action=users.remove&decision=allowed')).data.entries).toMatchObject([
    { target: id, target_name: 'gone@folding.test' },
  ])
  expect((await page(`?target=${storeId}`)).data.entries).toMatchObject([
    { action: 'stores.remove', target_name: 'Brief' },
    { action: 'stores.create', target_name: 'Brief' },
  ])
})

test('a store’s entry says what it was, and that its credentials were replaced, but not by what', async () => {
  const { credentials } = testShops.north
  const token = credentials.accessToken
  await owner.rest('PUT', `/stores/${world.stores.north}`, { currency: 'EUR', token })
  const [entry] = await entriesOf('stores.update')
  expect(entry).toMatchObject({ targetName: 'North', details: { currency: { before: 'USD', after: 'EUR' }, credentials: 'replaced' } })
  expect(JSON.stringify(entry)).not.toContain(token)
})

test('settings say that the picture was removed, and an invitation of somebody known which roles there were', async () => {
  await owner.rest('PUT', '/settings', { logo_url: null })
  expect(await entriesOf('settings.update')).toMatchObject([{ details: { logo_url: 'removed' } }])
  const email = 'again@folding.test'
  world.clock.now += minuteMs
  for (const role_id of ['admin', 'owner']) await owner.rest('POST', '/users/invite', { email, full_name: 'X', role_id })
  const invited = (await entriesOf('users.invite')).filter(({ decision }) => decision === 'allowed')
  const roles = { before: [{ role_id: 'admin', store_id: null }], after: [{ role_id: 'owner', store_id: null }] }
  expect(invited.map(({ details }) => details)).toContainEqual(expect.objectContaining({ email, roles }))
})

test('calls with a key that opens nothing are on record, by its name where it has one, never by its token', async () => {
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Old script', permissions: ['products:read'] })
  const { api_key: key, token } = (made.body as { data: { api_key: { id: string }; token: string } }).data
  const { db } = world.deps.database
  await db
    .update(apiKeys)
    .set({ userId: await world.person({ email: 'off@folding.test', isActive: false }) })
    .where(eq(apiKeys.id, key.id))
  for (const tried of ['key_unknown', 'key_other', token, token])
    expect((await world.caller(tried).rest('GET', '/stores')).status).toBe(401)
  const entries = await entriesOf('session.useApiKey')
  expect(entries.map(({ target, targetName, decision, repeats }) => [target, targetName, decision, repeats])).toEqual(
    expect.arrayContaining([
      [null, null, 'denied', 2],
      [key.id, 'Old script', 'denied', 2],
    ]),
  )
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${token}|key_unknown|key_other`))
})

test('beyond the limit of their network, calls with such a key are refused and leave nothing', async () => {
  const headers = { authorization: 'Bearer key_flooding' }
  const from = { remoteAddress: '10.20.30.40' }
  const call = async () =>
    (await world.app.inject({ method: 'POST', url: '/api/auth/reauthenticate', headers, payload: {}, ...from })).statusCode
  const statuses: number[] = []
  for (let turn = 0; turn < limits.authCallsPerMinute + 20; turn += 1) statuses.push(await call())
  const tried = statuses.filter((status) => status === 401).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - tried)
  const entries = (await entriesOf('session.useApiKey')).filter(({ address }) => address === from.remoteAddress)
  expect(tried).toBeLessThan(statuses.length)
  expect(entries.reduce((sum, { repeats }) => sum + (repeats ?? 1), 0)).toBe(tried)
})

test('three hundred refused calls of 250 KB each leave one small entry, and the page of the audit stays small', async () => {
  const viewer = await world.signedIn('viewer')
  const store_ids = Array.from({ length: 125 }, (_, index) => String(index).padEnd(2_000, 'x'))
  const body = { full_name: 'X', role_id: 'admin', email: 'x@x.test', store_ids }
  for (let turn = 0; turn < 300; turn += 1) expect((await viewer.rest('POST', '/users/invite', body)).status).toBe(403)
  const entries = (await entriesOf('users.invite')).filter(({ actorId }) => actorId === viewer.userId)
  expect(entries).toMatchObject([{ decision: 'denied', details: null, repeats: 300 }])
  expect(JSON.stringify(entries).length).toBeLessThan(limits.audit.detailsBytes)
  const page = await owner.rest('GET', '/audit?limit=250')
  expect(page.body).toMatchObject({ data: { entries: expect.arrayContaining([expect.objectContaining({ repeats: 300 })]) } })
  expect(page.text.length).toBeLessThan(100_000)
})
