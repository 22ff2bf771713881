// All accumulated data is removed when it expires, and never earlier.
import { readdir, writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries, auditSeals } from '#drizzle/audit-tables.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { apiKeys, attempts, idempotencyKeys, mailLinks, sessions, verifications } from '#drizzle/schema.ts'
import { knownDevices } from '#drizzle/second-factor-tables.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { verifyAudit } from '#server/seals/verify.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const stopping = new AbortController().signal

let world: World
let owner: Caller
let start: number
beforeAll(async () => {
  world = await createWorld()
  start = world.clock.now
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

function keeper({ auditKeepDays = 400, jobsKeepDays = 90 } = {}) {
  return createHousekeeping(world.deps, { dataDir: world.folder, exportKeepDays: 30, jobsKeepDays, auditKeepDays })
}
async function keepAt(days: number, given = {}) {
  world.clock.now = start + days * dayMs
  await keeper(given)(stopping)
}

const tables = { sessions, verifications, mailLinks, attempts, knownDevices, idempotencyKeys, apiKeys }
const db = () => world.deps.database.db

/** Adds rows to each table, with an expiry where the table has one. */
async function addRows(userId: string) {
  const at = new Date(start)
  const until = (days: number) => new Date(start + days * dayMs)
  const times = { createdAt: at, updatedAt: at }
  await db().delete(sessions)
  await db().delete(attempts)
  await db().delete(knownDevices)
  await db()
    .insert(sessions)
    .values([
      { id: 'short', token: 'short', userId, expiresAt: until(30), ...times },
      { id: 'sliding', token: 'sliding', userId, expiresAt: until(1_000), ...times },
    ])
  await db()
    .insert(verifications)
    .values({ id: 'one', identifier: 'x', value: 'x', expiresAt: until(1), ...times })
  await db()
    .insert(mailLinks)
    .values({ tokenHash: 'one', userId, purpose: 'invite', expiresAt: until(7) })
  await db()
    .insert(attempts)
    .values({ key: 'one', count: 1, expiresAt: until(1) })
  await db().insert(knownDevices).values({ userId, key: 'one', seenAt: at })
  const answer = { userId, requestHash: 'x', status: 200, answer: 'x', createdAt: at }
  await db()
    .insert(idempotencyKeys)
    .values(Array.from({ length: 1_200 }, (_, index) => ({ ...answer, apiKeyId: '', key: `key ${index}` })))
  const key = { userId, name: 'x', permissions: [], createdAt: at }
  await db()
    .insert(apiKeys)
    .values([
      { ...key, id: 'ends', tokenHash: 'ends', expiresAt: until(90) },
      { ...key, id: 'lasts', tokenHash: 'lasts', expiresAt: null },
    ])
}

async function counted() {
  const found = await Promise.all(Object.values(tables).map(async (table) => [getTableName(table), await db().$count(table)] as const))
  return Object.fromEntries(found)
}

test('rows go when they are over, and not before', async () => {
  await addRows(owner.userId)
  const full = { sessions: 2, verifications: 1, mail_links: 1, attempts: 1, known_devices: 1, idempotency_keys: 1_200, api_keys: 2 }
  await keepAt(0.99)
  expect(await counted()).toEqual(full)
  await keepAt(1.01)
  const dayLater = { ...full, verifications: 0, attempts: 0, idempotency_keys: 0 }
  expect(await counted()).toEqual(dayLater)
  await keepAt(30.01)
  expect(await counted()).toEqual({ ...dayLater, mail_links: 0, sessions: 1 })
  await keepAt(119)
  const quarter = { ...dayLater, mail_links: 0, sessions: 0 }
  expect(await counted()).toEqual(quarter)
  await keepAt(120.01)
  expect(await counted()).toEqual({ ...quarter, api_keys: 1 })
  await keepAt(180.01)
  expect(await counted()).toEqual({ ...quarter, api_keys: 1, known_devices: 0 })
})

test('the record of a job goes after its files, and stays for ever where that is wanted', async () => {
  world.clock.now = start
  const caller = world.caller((await world.signIn('owner-1@world.test')).token)
  const config = { fields: ['Title'], maxItemsPerFile: 1 }
  for (let count = 0; count < 2; count += 1) await caller.rest('POST', '/products/export', { storeId: world.stores.north, config })
  await world.work()
  await caller.rest('POST', '/products/export', { storeId: world.stores.north, config })
  const left = async () => ({ records: await db().$count(jobs), files: (await readdir(world.exports)).length })
  const { files } = await left()
  expect(files).toBeGreaterThan(0)
  await keepAt(29, { jobsKeepDays: 10 })
  expect(await left()).toEqual({ records: 3, files })
  await keepAt(31, { jobsKeepDays: 0 })
  expect(await left()).toEqual({ records: 3, files: 0 })
  await keepAt(89)
  expect(await left()).toEqual({ records: 3, files: 0 })
  await keepAt(91)
  // A waiting job has not ended, whatever its age.
  expect(await left()).toEqual({ records: 1, files: 0 })
})

test('the audit is sealed each minute and purged by whole minutes; what is left still stands on its anchor', async () => {
  world.clock.now = start + 3 * 60_000
  const housekeeping = keeper()
  await housekeeping(stopping)
  const sealed = await db().$count(auditSeals)
  expect(sealed).toBeGreaterThan(0)
  await world.signIn('owner-1@world.test')
  world.clock.now += 3 * 60_000
  await housekeeping(stopping)
  expect(await db().$count(auditSeals)).toBe(sealed + 1)
  await keepAt(399)
  const entries = await db().$count(auditEntries)
  await keepAt(401, { auditKeepDays: 0 })
  expect(await db().$count(auditEntries)).toBe(entries)
  await keepAt(401)
  expect(await db().$count(auditEntries)).toBeLessThan(entries)
  expect((await verifyAudit(world.deps)).difference).toBeNull()
})

test('mails that nobody sends any more go after a month; those that wait stay', async () => {
  const files = { outbox: ['1.eml'], 'mail-queue': ['a.refused', 'b.json', 'c.1.sending'] }
  for (const [folder, names] of Object.entries(files)) {
    await mkdir(join(world.folder, folder), { recursive: true })
    for (const name of names) await writeFile(join(world.folder, folder, name), '')
  }
  const left = async () => (await Promise.all(Object.keys(files).map((folder) => readdir(join(world.folder, folder))))).flat()
  await keepAt(29)
  expect(await left()).toHaveLength(4)
  await keepAt(31)
  expect((await left()).toSorted()).toEqual(['b.json', 'c.1.sending'])
})

test('a worker does it beside its jobs', async () => {
  const done = Promise.withResolvers<void>()
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 1, housekeeping: async () => done.resolve() })
  worker.start()
  await done.promise
  await worker.stop()
})

test('a task runs when it is due, one that fails holds up no other, and none begins once the worker stops', async () => {
  const logged = () => world.logged.filter((line) => line.includes('a task of the housekeeping failed')).length
  const broken = createHousekeeping(
    { ...world.deps, files: { ...world.deps.files, remove: () => Promise.reject(new Error('broken')) } },
    { dataDir: world.folder, exportKeepDays: 30, jobsKeepDays: 90, auditKeepDays: 400 },
  )
  const row = { userId: owner.userId, purpose: 'invite', expiresAt: new Date(start) }
  const [before, addLink] = [
    logged(),
    (tokenHash: string) =>
      db()
        .insert(mailLinks)
        .values({ ...row, tokenHash }),
  ]
  await db()
    .update(jobs)
    .set({ status: 'completed', finishedAt: new Date(start), filesRemovedAt: null })
  await addLink('one')
  await broken(AbortSignal.abort())
  expect(await db().$count(mailLinks)).toBe(1)
  await broken(stopping)
  expect([await db().$count(mailLinks), logged()]).toEqual([0, before + 1])
  await addLink('two')
  world.clock.now += hourMs - 1
  await broken(stopping)
  expect(await db().$count(mailLinks)).toBe(1)
  world.clock.now += 1
  await broken(stopping)
  expect([await db().$count(mailLinks), logged()]).toEqual([0, before + 2])
})
