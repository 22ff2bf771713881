// The log of a key's last calls: what it has, what it never has, and its bounds.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyCalls } from '#drizzle/key-tables.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { createKeyCallLog } from '#server/auth/key-calls.ts'
import type { KeyCall } from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

async function newKey(caller: Caller) {
  const { body } = await caller.rest('POST', '/users/me/api-keys', { name: 'Script', permissions: ['products:read'] })
  const { api_key, token } = (body as { data: { api_key: { id: string }; token: string } }).data
  return { id: api_key.id, by: world.caller(token) }
}
const ask = (caller: Caller, id: string) => caller.rest('GET', `/users/me/api-keys/${id}/calls`)
const callsOf = async (id: string) => ((await ask(owner, id)).body as { data: { calls: KeyCall[] } }).data.calls
const call = (keyId: string, at: Date) => ({
  keyId,
  at,
  method: 'GET',
  path: '/api/v1/stores',
  status: 200,
  durationMs: 3,
  requestId: crypto.randomUUID(),
  address: '203.0.113.7',
})

test('calls over both transports appear with address pattern and status, never with values', async () => {
  const { id, by } = await newKey(owner)
  const secret = 'confidential-value'
  const answers = [
    await by.rest('POST', '/products/fetch', { storeId: world.stores.north, filters: { search: secret }, limit: 1 }),
    await by.rest('GET', `/users/${secret}?q=${secret}`),
    await by.trpc('products.list', { storeId: world.stores.north, limit: 1 }),
    await by.rest('GET', `/nothing/${secret}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 404])
  await expect.poll(async () => (await callsOf(id)).length, { timeout: 10_000 }).toBe(4)
  const calls = await callsOf(id)
  expect(calls.map(({ method, path, status }) => [method, path, status])).toEqual(
    expect.arrayContaining([
      ['POST', '/api/v1/products/fetch', 200],
      ['GET', '/api/v1/users/{id}', 403],
      ['POST', '/trpc/products.list', 200],
      ['GET', null, 404],
    ]),
  )
  expect(calls.every(({ address, duration_ms }) => address === '127.0.0.1' && duration_ms >= 0)).toBe(true)
  const [first] = answers
  expect(calls.map(({ request_id }) => request_id)).toContain((first as { headers: Record<string, unknown> }).headers['x-request-id'])
  expect((await ask(owner, id)).text).not.toContain(secret)
})

test('each key keeps its newest calls, and the remaining ones are written at the end', async () => {
  const [{ id }, other] = [await newKey(owner), await newKey(owner)]
  const at = (second: number) => new Date(world.clock.now + second * 1_000)
  for (const count of [30, limits.keyCalls.kept + 1]) {
    const log = createKeyCallLog(world.deps)
    for (let second = 0; second < count; second += 1) log.add(call(id, at(count * 1_000 + second)))
    log.add(call(other.id, at(count)))
    await log.close()
  }
  const [calls, last] = [await callsOf(id), at(1_000 * (limits.keyCalls.kept + 1) + limits.keyCalls.kept)]
  expect([calls.length, calls[0]?.at]).toEqual([limits.keyCalls.kept, last.toISOString()])
  expect(await world.deps.database.db.$count(keyCalls, eq(keyCalls.keyId, id))).toBe(limits.keyCalls.kept)
  expect(await callsOf(other.id)).toHaveLength(2)
})

test('only the owner and the people above see them', async () => {
  const staff = await world.signedIn('staff')
  const [own, above] = [await newKey(staff), await newKey(owner)]
  const admin = await world.signedIn('admin')
  const statuses = [ask(staff, own.id), ask(admin, own.id), ask(staff, above.id), ask(admin, above.id), ask(own.by, own.id)]
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 404, 404, 403])
})

test('old calls and those of revoked keys are removed', async () => {
  const [kept, revoked] = [await newKey(owner), await newKey(owner)]
  const days = (count: number) => new Date(world.clock.now - count * 24 * 3_600_000)
  const log = createKeyCallLog(world.deps)
  log.add(call(kept.id, days(0)))
  log.add(call(kept.id, days(limits.housekeeping.keyCall + 1)))
  log.add(call(revoked.id, days(0)))
  await log.close()
  await owner.rest('DELETE', `/users/me/api-keys/${revoked.id}`)
  const options = { dataDir: world.folder, exportKeepDays: 30, jobsKeepDays: 0, auditKeepDays: 0 }
  await createHousekeeping(world.deps, options)(new AbortController().signal)
  expect((await callsOf(kept.id)).map(({ at }) => at)).toEqual([days(0).toISOString()])
  expect(await world.deps.database.db.$count(keyCalls, eq(keyCalls.keyId, revoked.id))).toBe(0)
})
