// What owners see of the installation: true figures after some traffic, what could not be read, and the findings of a check.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mails } from '#drizzle/mail-tables.ts'
import { noteBackup } from '#server/backup/last.ts'
import { watchEventLoop } from '#server/metrics/event-loop.ts'
import { threadMetrics } from '#server/metrics/exposition.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { keepPresent } from '#server/system/presence.ts'
import { createSystem } from '#server/system/system.ts'
import { productVersion } from '#shared/brand.ts'
import { limits } from '#shared/limits.ts'
import { SystemCheckResponse, SystemResponse, type SystemState } from '#shared/system.ts'
import { environmentOf } from '#tests/support/world-environment.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { appUrl, createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const keptMs = 10_000
let world: World
let owner: Caller
/** Moves the steady clock, so that the database is read again. */
let steady = 0
beforeAll(async () => {
  const begun = performance.now()
  world = await createWorld({ waiting: { now: () => performance.now() - begun + steady, random: () => 0 } })
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

async function state(): Promise<SystemState> {
  steady += keptMs
  const { body } = await owner.rest('GET', '/system')
  return SystemResponse.parse(Object(body).data).system
}
const storeIn = ({ stores }: SystemState, id: string) => stores?.find((store) => store.id === id)
const list = (storeId: string) => owner.rest('POST', '/products/fetch', { storeId })
const exportOf = (storeId: string) =>
  owner.rest('POST', '/products/export', { storeId, config: { fields: ['Title'], maxItemsPerFile: 1_000 } })

test('the parts of a quiet installation are there, and tRPC answers the same', async () => {
  const found = await state()
  expect(found).toMatchObject({
    version: productVersion,
    node: process.version,
    database: { kind: world.databaseUrl.startsWith('file:') ? 'sqlite' : 'postgres', isUp: true, pendingMigrations: 0 },
    queue: { open: {}, oldestWaitingSeconds: 0 },
    mail: { isSent: false, waiting: 0, refused: 0, failingSince: null },
    hasWorkerThread: false,
    workerDelay: null,
    google: { source: 'environment', email: world.sandbox.sheets.account.client_email },
    failures: [],
    lastBackupAt: null,
  })
  expect(found.database.bytes).toBeGreaterThan(0)
  expect(found.database.appliedMigrations).toBeGreaterThan(10)
  expect(found.disk?.freeBytes).toBeLessThanOrEqual(found.disk?.bytes ?? 0)
  expect(found.mainDelay?.most).toBeGreaterThanOrEqual(found.mainDelay?.median ?? Infinity)
  const { data } = await owner.trpc('settings.system.get')
  expect(Object.keys(SystemResponse.parse(data).system)).toEqual(Object.keys(found))
})

test('a shop shows its last answer and its budget, then that it fails and that calls to it are held back', async () => {
  const { north } = world.stores
  await list(north)
  const before = storeIn(await state(), north)
  expect(before).toMatchObject({ name: 'North', isActive: true, state: 'connected', isHeldBack: false })
  expect(before?.lastAnswerAt).toBe(new Date(world.clock.now).toISOString())
  expect(before?.budget?.available).toBeLessThanOrEqual(before?.budget?.maximum ?? 0)

  world.sandbox.faults.add({ kind: 'reset', shop: testShops.north.host })
  for (let calls = 0; calls < 3; calls += 1) await list(north)
  const after = storeIn(await state(), north)
  expect(after).toMatchObject({ state: 'unreachable', isHeldBack: true, lastAnswerAt: before?.lastAnswerAt })
  world.sandbox.faults.clear()
})

test('the queue, its workers, failed exports and mails are counted', async () => {
  const createdAt = new Date(world.clock.now - 60_000)
  const mail = { recipient: 'a@b.test', sealed: '', createdAt, runAt: new Date(world.clock.now + 3_600_000), tries: 3 }
  await world.deps.database.db
    .insert(mails)
    .values([
      { ...mail, id: 'waiting', failingSince: createdAt },
      { ...mail, id: 'refused', refusedAt: createdAt },
    ])
    .returning()
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.harbor.host })
  await exportOf(world.stores.harbor)
  await world.work()
  world.sandbox.faults.clear()
  await exportOf(world.stores.print)
  world.clock.now += 5_000
  const { queue, mail: counted, failures, processes } = await state()
  expect(queue).toEqual({ open: { waiting: 1 }, oldestWaitingSeconds: 5 })
  expect(counted).toMatchObject({ waiting: 1, refused: 1, failingSince: createdAt.toISOString() })
  expect(failures).toEqual([{ code: 'STORE_REJECTED', count: 1 }])
  expect(processes).toMatchObject([{ role: 'worker', version: productVersion, isSelf: false }])
})

test('a process that answers calls is listed while it lives', async () => {
  const presence = keepPresent(world.deps)
  const listed = async () => (await state()).processes?.filter(({ role }) => role === 'web')
  await expect.poll(listed).toMatchObject([{ id: presence.id, version: productVersion }])
  world.clock.now += limits.jobs.leaseMs + 1
  expect(await listed()).toEqual([])
  await presence.close()
  const other = keepPresent(world.deps)
  await expect.poll(async () => (await listed())?.length).toBe(1)
  await other.close()
  expect(await listed()).toEqual([])
})

test('the last backup is told', async () => {
  const at = new Date(world.clock.now)
  await noteBackup(world.folder, at)
  expect((await state()).lastBackupAt).toBe(at.toISOString())
})

test('what cannot be read is null, and the rest is answered', async () => {
  const { deps } = world
  const googleKeys = { ...deps.googleKeys, current: () => Promise.reject(new Error('gone')) }
  const readings = { own: threadMetrics(deps), stored: async () => null, worker: async () => null }
  const system = createSystem(
    { ...deps, googleKeys },
    {
      databaseUrl: `${world.databaseUrl}-missing`,
      dataDir: `${world.folder}/missing`,
      readings,
      presence: null,
      inspect: () => inspectEnvironment({}),
    },
  )
  expect(await system.state()).toMatchObject({
    version: productVersion,
    processes: null,
    database: { isUp: false, bytes: null },
    queue: null,
    stores: null,
    mail: null,
    workerDelay: null,
    hasWorkerThread: true,
    disk: null,
    google: null,
    failures: null,
  })
  readings.own.stop()
})

test('who looks takes nothing from the next scrape', async () => {
  const metrics = createMetrics('main')
  const watch = watchEventLoop(metrics)
  const most = async () => {
    const values = await metrics.gauge('backcounter_event_loop_delay_seconds')
    return values.find(({ labels }) => labels['quantile'] === '1')?.value ?? 0
  }
  const looking = async () => {
    watch.look()
    return most()
  }
  // The timer of the histogram has to have run once.
  await expect.poll(looking).toBeGreaterThan(0)
  const looked = await most()
  watch.scrape()
  expect(await most()).toBeGreaterThanOrEqual(looked)
  watch.look()
  expect(await most()).toBe(0)
  watch.stop()
})

test('a check has the findings of the doctor, with what to do, and whoever asks meanwhile gets the same', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.print.host })
  const [first, second] = await Promise.all([owner.rest('POST', '/system/check'), owner.rest('POST', '/system/check')])
  world.sandbox.faults.clear()
  expect(first.body).toEqual(second.body)
  const { findings } = SystemCheckResponse.parse(Object(first.body).data)
  expect(findings).toContainEqual({ check: 'integrity', level: 'ok', says: 'No damage was found.', mend: null })
  const print = findings.find(({ check, says }) => check === 'stores' && says.startsWith('Print'))
  expect(print).toMatchObject({ level: 'problem', mend: 'Edit Print under Stores and test it there, or deactivate it.' })
  const told = JSON.stringify(findings)
  for (const hidden of [environmentOf(world, appUrl)['APP_SECRET'], world.folder]) expect(told).not.toContain(hidden)
  expect(told).toContain('DATA_DIR has ')
})

test('the web app asks for a check without a body', async () => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', 'content-length': '0' }
  const answer = await world.app.inject({ method: 'POST', url: '/trpc/settings.system.check', headers, payload: '' })
  expect(answer.statusCode).toBe(200)
  expect(SystemCheckResponse.parse(answer.json<{ result: { data: unknown } }>().result.data).findings.length).toBeGreaterThan(10)
})

test('nobody below an owner, and no API key, sees it or checks it', async () => {
  const admin = await world.signedIn('admin')
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'Key', permissions: ['settings:read', 'settings:update'] })
  const key = world.caller(Object(body).data.token)
  for (const caller of [admin, key]) {
    expect((await caller.rest('GET', '/system')).status).toBe(403)
    expect((await caller.rest('POST', '/system/check')).status).toBe(403)
  }
})
