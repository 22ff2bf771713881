// A repeated call with the same Idempotency-Key: executed once per person and key, after the checks of rights and the audit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { idempotencyKeys } from '#drizzle/schema.ts'
import { limits } from '#shared/limits.ts'
import { createWorld, testShops, type Caller, type RestAnswer, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let listening: string
beforeAll(async () => {
  world = await createWorld()
  listening = await world.app.listen({ host: '127.0.0.1', port: 0 })
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

let people = 0
const invitation = (change: object = {}) => ({
  email: `guest-${(people += 1)}@once.test`,
  full_name: 'Gus Guest',
  role_id: 'viewer',
  store_ids: [world.stores.north],
  ...change,
})
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })
const invite = (caller: Caller, body: object, headers: Record<string, string>) => caller.rest('POST', '/users/invite', body, headers)
const entryOf = async ({ headers }: RestAnswer) => {
  const found = await world.deps.database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.requestId, z.string().parse(headers['x-request-id'])))
  return found[0]
}

test('a replay says so, to the caller and in the audit', async () => {
  const [body, headers] = [invitation(), newKey()]
  const first = await invite(owner, body, headers)
  const second = await invite(owner, body, headers)
  expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  expect((await entryOf(first))?.details).not.toHaveProperty('replayed')
  expect(await entryOf(second)).toMatchObject({
    action: 'users.invite',
    decision: 'allowed',
    details: { replayed: true, email: body.email },
  })
})

test('an empty key is refused, because its call could be repeated', async () => {
  const refused = await invite(owner, invitation(), { 'idempotency-key': '' })
  expect(refused).toMatchObject({ status: 400, body: { message: 'Idempotency-Key takes 1 to 255 characters' } })
})

async function keyOf(caller: Caller, permissions: string[]) {
  const { body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Script', permissions })
  return world.caller((body as { data: { token: string } }).data.token)
}

test('an API key gets nothing of what its owner was answered, and what it may not do is on record', async () => {
  const [body, headers] = [invitation(), newKey()]
  const first = await invite(owner, body, headers)
  const refused = await invite(await keyOf(owner, ['tracking:read']), body, headers)
  expect(refused).toMatchObject({ status: 403, text: expect.not.stringContaining('access_token') })
  expect(await entryOf(refused)).toMatchObject({ action: 'users.invite', decision: 'denied' })
  const permitted = await invite(await keyOf(owner, ['users:create', 'products:read', 'orders:read']), body, headers)
  expect(permitted).toMatchObject({ status: 201, headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }) })
  expect(permitted.text).not.toBe(first.text)
})

test('who was demoted in between gets no answer of before', async () => {
  const former = await world.signedIn('owner')
  const [body, headers] = [invitation({ role_id: 'admin', store_ids: null }), newKey()]
  expect((await invite(former, body, headers)).status).toBe(201)
  const demote = (role_id: string, store_id: string | null) =>
    owner.rest('PUT', `/users/${former.userId}/roles`, { roles: [{ role_id, store_id }] })
  await demote('admin', world.stores.north)
  expect(await invite(former, body, headers)).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_MISMATCH' } } })
  const toNorth = invitation()
  const again = newKey()
  expect((await invite(former, toNorth, again)).status).toBe(201)
  await demote('viewer', null)
  const refused = await invite(former, toNorth, again)
  expect(refused.status).toBe(403)
  expect(await entryOf(refused)).toMatchObject({ decision: 'denied' })
})

test('a call that a crash cut off is carried out again once its lease is over', async () => {
  const [body, cutOff, headers] = [invitation(), newKey(), newKey()]
  await invite(owner, body, cutOff)
  const { db } = world.deps.database
  const [kept] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, cutOff['idempotency-key']))
  if (!kept) throw new Error('nothing was kept')
  const leaseUntil = new Date(world.clock.now + limits.idempotency.leaseMs)
  await db.insert(idempotencyKeys).values({ ...kept, key: headers['idempotency-key'], leaseUntil, status: null, answer: null })
  expect(await invite(owner, body, headers)).toMatchObject({
    status: 409,
    headers: { 'retry-after': '1' },
    body: { error: { code: 'CONFLICT' } },
  })
  world.clock.now = leaseUntil.getTime() + 1
  expect(await invite(owner, body, headers)).toMatchObject({
    status: 201,
    headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }),
  })
})

test('an export whose answer was lost is not started twice', async () => {
  const [headers, { db }] = [newKey(), world.deps.database]
  const start = async (fields: string[], ownHeaders = headers) => {
    const { status, body } = await owner.rest('POST', '/products/export', { storeId: world.stores.north, config: { fields } }, ownHeaders)
    expect(status).toBe(201)
    return z.object({ data: z.object({ job: z.object({ id: z.string() }) }) }).parse(body).data.job.id
  }
  // A lost answer frees the key although the job exists.
  const freeKey = () => db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, headers['idempotency-key']))
  const first = await start(['Title'])
  await freeKey()
  expect(await start(['Title'])).toBe(first)
  await freeKey()
  expect(await start(['Title', 'Vendor'])).not.toBe(first)
  await freeKey()
  expect(await start(['Title'], newKey())).not.toBe(first)
  world.clock.now += limits.idempotency.hours * 3_600_000
  expect(await (await world.signedIn('owner')).rest('GET', `/jobs/${first}`)).toMatchObject({ status: 200 })
  owner = await world.signedIn('owner')
  expect(await start(['Title'])).not.toBe(first)
})

test.each(['north', 'print'] as const)('a product whose caller hangs up is not made twice in %s', async (shop) => {
  const url = `${listening}/api/v1/products/create`
  const title = `Lamp of ${shop}`
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...newKey() }
  const create = (signal: AbortSignal | null) =>
    fetch(url, { method: 'POST', headers, body: JSON.stringify({ storeId: world.stores[shop], title }), signal })
  const host = testShops[shop].host
  const asked = () => world.sandbox.requests.filter((one) => one.shop === host).length
  const before = asked()
  world.sandbox.tune({ latencyMs: 400 })
  const hungUp = new AbortController()
  const lost = create(hungUp.signal)
  await expect.poll(asked).toBeGreaterThan(before)
  hungUp.abort()
  await expect(lost).rejects.toThrow()
  const again = async () => {
    const answer = await create(null)
    await answer.text()
    return answer.status
  }
  await expect.poll(again, { timeout: 10_000 }).toBe(201)
  world.sandbox.tune({ latencyMs: 0 })
  const { body } = await owner.rest('POST', '/products/fetch', { storeId: world.stores[shop], filters: { search: title } })
  const made = z.object({ data: z.object({ products: z.array(z.object({ title: z.string() })) }) }).parse(body).data.products
  expect(made).toHaveLength(1)
})

test.each(['north', 'print'] as const)('a product whose answer got lost is not made twice in %s', async (shop) => {
  const storeId = world.stores[shop]
  const title = `Chair of ${shop}`
  const headers = newKey()
  const create = (ownHeaders = headers) => owner.rest('POST', '/products/create', { storeId, title }, ownHeaders)
  const made = async () => {
    const { body } = await owner.rest('POST', '/products/fetch', { storeId, filters: { search: title } })
    return z.object({ data: z.object({ products: z.array(z.object({ title: z.string() })) }) }).parse(body).data.products.length
  }
  world.sandbox.faults.add({ kind: 'reset', share: 0.5, shop: testShops[shop].host, times: 1 })
  const lost = await create()
  expect(lost).toMatchObject({
    status: 502,
    headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }),
    body: { error: { code: 'STORE_UNREACHABLE', message: expect.stringContaining('may have been created all the same') } },
  })
  expect(await made()).toBe(1)
  const again = await create()
  expect(again).toMatchObject({ status: 502, body: lost.body, headers: { 'idempotent-replayed': 'true' } })
  expect(await made()).toBe(1)
  expect(await create(newKey())).toMatchObject({ status: 201 })
  expect(await made()).toBe(2)
})

test.each([
  ['a shop that refuses', { kind: 'status', status: 429 } as const, 429],
  ['a shop that lacks a scope', { kind: 'status', status: 403 } as const, 422],
])('%s frees the key', async (_, fault, status) => {
  const [headers, body] = [newKey(), { storeId: world.stores.print, title: 'Stool' }]
  world.sandbox.faults.add({ ...fault, shop: testShops.print.host, times: 1 })
  expect(await owner.rest('POST', '/products/create', body, headers)).toMatchObject({ status })
  expect(await owner.rest('POST', '/products/create', body, headers)).toMatchObject({ status: 201 })
})

test('a product that was never sent frees the key, because its shop counts as down', async () => {
  const create = (headers: Record<string, string>) =>
    owner.rest('POST', '/products/create', { storeId: world.stores.print, title: 'Bench' }, headers)
  world.sandbox.faults.add({ kind: 'reset', shop: testShops.print.host, times: 3 })
  for (let times = 0; times < 3; times += 1) expect((await create(newKey())).text).toContain('all the same')
  const headers = newKey()
  for (let times = 0; times < 2; times += 1) {
    const unsent = await create(headers)
    expect(unsent).toMatchObject({ status: 502, headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }) })
    expect(unsent.text).not.toContain('all the same')
  }
})
