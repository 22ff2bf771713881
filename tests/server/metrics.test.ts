// What Prometheus reads: every metric of the table, with true values after some traffic, and what happens without a database.
import { statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { backupRuns } from '#drizzle/backup-tables.ts'
import { mails } from '#drizzle/mail-tables.ts'
import { webhookDeliveries, webhooks } from '#drizzle/event-tables.ts'
import { serveMetrics } from '#server/http/metrics.ts'
import { keepStored } from '#server/metrics/stored.ts'
import { createExposition } from '#server/metrics/exposition.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { metricTable, type MetricDefinition } from '#server/metrics/table.ts'
import { productVersion } from '#shared/brand.ts'
import { freePort } from '../../scripts/free-port.ts'
import { samplesOf, valueOf, type Sample } from '#tests/support/exposition.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const hourMs = 3_600_000
let world: World
let owner: Caller
let port: number
let served: FastifyInstance
let samples: Sample[]
let text: string

const scraped = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const list = (storeId: string) => owner.rest('POST', '/products/fetch', { storeId })
const exportOf = (storeId: string, fields: readonly string[]) =>
  owner.rest('POST', '/products/export', { storeId, config: { fields, maxItemsPerFile: 1_000 } })

/** Rows that no mail server and no webhook will take away during the test. */
async function leaveWaiting({ deps: { database }, clock }: World) {
  const createdAt = new Date(clock.now - 2 * hourMs)
  const later = new Date(clock.now + 24 * hourMs)
  await database.db
    .insert(mails)
    .values({ id: 'waiting', recipient: 'a@b.test', sealed: '', createdAt, runAt: later, tries: 1 })
    .returning()
  const secret = { secret: '', events: [], storeIds: null, url: 'https://hooks.test', createdAt, updatedAt: createdAt }
  const delivery = { eventId: 'event', type: 'job.completed', body: '{}', status: 'waiting', attempts: 1, runAt: later, expiresAt: later }
  for (const [id, isActive] of [
    ['active', true],
    ['paused', false],
  ] as const) {
    await database.db
      .insert(webhooks)
      .values({ ...secret, id, name: id, isActive })
      .returning()
    await database.db
      .insert(webhookDeliveries)
      .values({ ...delivery, id, webhookId: id, createdAt })
      .returning()
  }
}

/** A scheduled backup that is complete. */
async function leaveBackup({ deps: { database }, clock }: World) {
  const at = new Date(clock.now)
  await database.db
    .insert(backupRuns)
    .values({ due: at, claim: 'a', leaseUntil: at, startedAt: at, finishedAt: at, place: '/srv', bytes: 20_000 })
    .returning()
}

/** Traffic of every kind, a job that ends well, a job that ends badly, and one that waits. */
async function useIt() {
  const { north, harbor, print } = world.stores
  await list(north)
  await owner.rest('GET', '/nowhere/4711')
  await world.app.inject('/healthz')
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ 0: {}, 1: {} })
  await world.app.inject({ method: 'POST', url: '/trpc/stores.list,users.list?batch=1', headers, payload })
  world.sandbox.faults.add({ kind: 'throttled', shop: testShops.north.host, times: 1 })
  await list(north)
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.harbor.host })
  await list(harbor)
  await exportOf(north, ['Title'])
  await exportOf(harbor, ['Title'])
  await world.work()
  await list(print)
  world.clock.now += 2 * hourMs
  // The session has ended.
  owner = await world.signedIn('owner')
  await exportOf(north, ['Title'])
  world.clock.now += 60_000
}

beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  await leaveWaiting(world)
  await leaveBackup(world)
  port = await freePort()
  served = await serveMetrics(createExposition(world.deps, { dataDir: world.folder, stored: keepStored(world.deps, true) }), {
    host: '127.0.0.1',
    port,
  })
  await useIt()
  // The first scrape begins to measure the event loop.
  await scraped()
  text = await scraped()
  samples = samplesOf(text)
})
afterAll(async () => {
  await served.close()
  await world[Symbol.asyncDispose]()
})

const value = (name: string, labels?: Record<string, string>) => valueOf(samples, name, labels)

test.each(Object.entries<MetricDefinition>(metricTable))('%s is served as the table describes it', (name, { type, help, labels }) => {
  expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`)
  const [found] = samples.filter((one) => one.name === (type === 'histogram' ? `${name}_count` : name))
  expect(found && Object.keys(found.labels).toSorted()).toEqual(labels.toSorted())
})

test('requests count by the pattern of their route, never by their address', () => {
  const requests = (labels: Record<string, string>) => value('http_request_duration_seconds_count', labels)
  expect([
    requests({ method: 'POST', route: '/api/v1/products/fetch', status_class: '2xx' }),
    requests({ route: '/trpc/:path', status_class: '2xx' }),
    requests({ route: '/healthz' }),
    requests({ route: 'unknown', status_class: '4xx' }),
  ]).toEqual([3, 1, 1, 1])
  expect(text).not.toContain('4711')
})

test('each call of a tRPC batch counts as a procedure, and so do calls over REST, with the class of their status', () => {
  const calls = (labels: Record<string, string>) => value('backcounter_procedure_calls_total', labels)
  expect([
    calls({ procedure: 'stores.list', transport: 'trpc', status_class: '2xx' }),
    calls({ procedure: 'users.list', transport: 'trpc', status_class: '2xx' }),
    calls({ procedure: 'products.list', transport: 'rest', status_class: '2xx' }),
    calls({ procedure: 'products.list', transport: 'rest', status_class: '4xx' }),
  ]).toEqual([1, 1, 3, 1])
  expect(value('backcounter_procedure_duration_seconds_count', { procedure: 'products.list' })).toBe(4)
})

test('calls to shops count by store and outcome', () => {
  const { north, harbor, print } = world.stores
  const calls = (store: string, outcome: string) => value('backcounter_shop_calls_total', { thread: 'main', store, outcome })
  const sent = (host: string) => world.sandbox.requests.filter(({ shop }) => shop === host).length
  expect(calls(north, 'throttled')).toBe(1)
  expect(calls(harbor, 'refused')).toBe(sent(testShops.harbor.host))
  expect(calls(harbor, 'ok')).toBeNull()
  expect(value('backcounter_shop_calls_total', { store: north, platform: 'shopify' })).toBe(sent(testShops.north.host))
  expect(value('backcounter_shop_calls_total', { store: print, platform: 'shopbase' })).toBe(sent(testShops.print.host))
  expect(value('backcounter_shop_call_duration_seconds_count', { store: north })).toBe(sent(testShops.north.host))
})

test('the budget is that of the last answer, and only of shops that reported one', () => {
  const { north, harbor } = world.stores
  const maximum = value('backcounter_shop_budget_maximum', { store: north }) ?? 0
  expect(maximum).toBeGreaterThan(0)
  expect(value('backcounter_shop_budget_available', { store: north })).toBeGreaterThan(0)
  expect(value('backcounter_shop_budget_available', { store: north })).toBeLessThanOrEqual(maximum)
  expect(value('backcounter_shop_budget_maximum', { store: harbor })).toBeNull()
})

test('a shop that refuses has been failing since then, and the others have not', () => {
  const { north, harbor } = world.stores
  const failing = (store: string) => value('backcounter_store_failing_seconds', { store })
  expect([failing(north), failing(harbor)]).toEqual([0, (2 * hourMs + 60_000) / 1_000])
})

test('jobs that ended count with their outcome, rows and duration, and those that wait by their age', () => {
  const ended = (outcome: string) => value('backcounter_jobs_ended_total', { type: 'product_export', outcome })
  expect([ended('completed'), ended('failed'), ended('cancelled')]).toEqual([1, 1, 0])
  expect(value('backcounter_job_rows_total', { type: 'product_export' })).toBeGreaterThan(0)
  expect(value('backcounter_job_duration_seconds_count', { type: 'product_export' })).toBe(2)
  expect(['pending', 'waiting', 'active', 'running'].map((status) => value('backcounter_jobs_open', { status }))).toEqual([0, 1, 0, 0])
  expect(value('backcounter_jobs_oldest_waiting_seconds')).toBe(60)
})

test('mails and deliveries that wait count with the age of the oldest, those of paused webhooks do not', () => {
  const ageSeconds = (4 * hourMs + 60_000) / 1_000
  expect([value('backcounter_mails_waiting'), value('backcounter_mails_oldest_waiting_seconds')]).toEqual([1, ageSeconds])
  expect([value('backcounter_deliveries_waiting'), value('backcounter_deliveries_oldest_waiting_seconds')]).toEqual([1, ageSeconds])
})

test('the database, the disk, the event loop, the build and the process are described', () => {
  expect(value('backcounter_database_up')).toBe(1)
  const bytes = value('backcounter_database_bytes') ?? 0
  const file = world.databaseUrl.startsWith('file:') ? statSync(world.databaseUrl.slice('file:'.length)).size : 1
  expect(bytes).toBeGreaterThanOrEqual(file)
  const [free, all] = [value('backcounter_data_disk_free_bytes') ?? 0, value('backcounter_data_disk_bytes') ?? 0]
  expect(free > 0 && free <= all).toBe(true)
  expect(value('backcounter_event_loop_delay_seconds', { thread: 'main', quantile: '0.99' })).toBeGreaterThanOrEqual(0)
  expect(value('backcounter_build_info', { version: productVersion, node: process.version })).toBe(1)
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(0)
})

describe('apart from the app', () => {
  type Changes = Partial<Pick<World['deps'], 'database' | 'clock'>>
  const exposing = (change: Changes) =>
    createExposition({ ...world.deps, metrics: createMetrics('main'), ...change }, { dataDir: world.folder })
  const read = async ({ text: expose }: ReturnType<typeof exposing>) => samplesOf(await expose())

  test('the database is read at most once in ten seconds', async () => {
    let steady = 0
    let reads = 0
    const { database, clock } = world.deps
    const bytes = () => {
      reads += 1
      return database.bytes()
    }
    const exposition = exposing({ database: { ...database, bytes }, clock: { ...clock, now: () => steady } })
    await Promise.all([read(exposition), read(exposition)])
    steady = 9_999
    await read(exposition)
    expect(reads).toBe(1)
    steady = 10_000
    await read(exposition)
    expect(reads).toBe(2)
    exposition.stop()
  })

  test.each([
    ['that fails', { bytes: () => Promise.reject(new Error('gone')) }, {}],
    ['that does not answer', { bytes: () => new Promise<number>(() => {}) }, { deadline: () => AbortSignal.timeout(1) }],
  ])('a database %s is told, without its figures, and breaks nothing else', async (_, broken, time) => {
    const { database, clock } = world.deps
    const exposition = exposing({ database: { ...database, ...broken }, clock: { ...clock, ...time } })
    const found = await read(exposition)
    expect(valueOf(found, 'backcounter_database_up')).toBe(0)
    for (const name of ['jobs_open', 'jobs_oldest_waiting_seconds', 'mails_waiting', 'database_bytes', 'store_failing_seconds'])
      expect(valueOf(found, `backcounter_${name}`)).toBeNull()
    expect(valueOf(found, 'backcounter_build_info')).toBe(1)
    exposition.stop()
  })
})

test('a store that is removed leaves no series', async () => {
  const { print } = world.stores
  expect(text).toContain(print)
  await owner.rest('DELETE', `/stores/${print}`)
  const metrics = createMetrics('main')
  metrics.shopCall({ platform: testShops.print.platform, storeId: print, outcome: 'ok', seconds: 1 })
  const exposition = createExposition({ ...world.deps, metrics }, { dataDir: world.folder })
  expect(await metrics.registry.getSingleMetricAsString('backcounter_shop_calls_total')).toContain(print)
  expect((await exposition.text()).includes(print)).toBe(false)
  exposition.stop()
})
