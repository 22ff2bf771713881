// Processes share the rate limit of a shop over the database. Each is here a client of its own with its own connection.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { shopBudgets } from '#drizzle/budget-tables.ts'
import { openDatabase } from '#drizzle/open.ts'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { databaseBudgets } from '#server/budgets/shared.ts'
import { BudgetState, type BudgetRequest, carriedOut, HOLD_MS } from '#server/platforms/budget-state.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { machineLookup } from '#server/platforms/guard.ts'
import { createHttp } from '#server/platforms/http.ts'
import { patience } from '#server/platforms/retry.ts'
import { createShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { CountAnswer } from '#server/platforms/shopbase/wire.ts'
import { createWorld, testShops } from '#tests/support/world.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

const { host, credentials } = testShops.print
const size = 20
const leakRate = 10

let folder: string
let database: FreshDatabase
let sandbox: Sandbox
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'budgets-'))
  database = await freshDatabase(folder)
  sandbox = await startSandbox({ shops: [testShops.print] })
})
afterAll(async () => {
  await sandbox.close()
  await database[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  sandbox.tune({ callBucket: { size, leakRate }, latencyMs: 20 })
  const connection = await openDatabase(database.url)
  await connection.db.delete(shopBudgets)
  await connection.close()
})

/** A process: its connection to the database, and its client of the shop. */
async function startProcess({ isAlone = false, closes = true } = {}) {
  const connection = await openDatabase(database.url)
  const log: string[] = []
  const budgets = isAlone ? undefined : databaseBudgets(connection, createSharedClock(Date.now))
  const { endpoints } = sandbox
  const http = createHttp({ endpoints, clock: machineClock, lookup: machineLookup, log: (_event, words) => log.push(words), budgets })
  const stop = async () => {
    await http.close()
    await connection.close()
  }
  if (closes) onTestFinished(stop)
  const client = createShopbaseClient(http.shop('shopbase', host, 'Print'), {
    kind: 'apiPassword',
    apiKey: credentials.apiKey,
    apiPassword: credentials.password,
  })
  /** As many calls at once. `how`: who waits. */
  const call = async (how: 'interactive' | 'export' | 'freshness', count: number, signal?: AbortSignal) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        // Equal reads would be one call.
        client.get('products/count', CountAnswer, { title: `${how} ${index} ${crypto.randomUUID()}` }, { patience: patience[how], signal }),
      ),
    )
  return { connection, call, log, stop, http }
}

const refused = () => sandbox.bucket(host).refused()

test('two processes that do not know of each other exceed the rate limit', async () => {
  const [one, other] = await Promise.all([startProcess({ isAlone: true }), startProcess({ isAlone: true })])
  await Promise.allSettled([one.call('interactive', 30), other.call('interactive', 30)])
  expect(refused()).toBeGreaterThan(0)
})

test('two processes never exceed the rate limit together, not even before the first answer', async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()])
  await Promise.all([one.call('interactive', 25), other.call('export', 25)])
  expect(refused()).toBe(0)
  expect(sandbox.bucket(host).spent()).toBe(50)
})

test('a person overtakes the exports of another process, and exports its freshness', { timeout: 60_000 }, async () => {
  const [web, worker, keeper] = await Promise.all([startProcess(), startProcess(), startProcess()])
  await web.call('interactive', 1)
  const ends: string[] = []
  const freshness = keeper.call('freshness', 15).then(() => ends.push('freshness'))
  const exports = worker.call('export', 40).then(() => ends.push('exports'))
  // Until the exports have used what they may.
  await expect.poll(() => sandbox.bucket(host).spent()).toBeGreaterThan(15)
  await web.call('interactive', 6)
  ends.push('person')
  await Promise.all([exports, freshness])
  expect(ends).toEqual(['person', 'exports', 'freshness'])
  expect(refused()).toBe(0)
})

test('what others use is seen by all processes in the answer to one', async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()])
  await one.call('interactive', 1)
  await other.call('interactive', 1)
  sandbox.bucket(host).spend(15)
  await one.call('interactive', 1)
  await one.http.close()
  // More than the three places that are left, and few enough for the patience of the last one.
  await other.call('interactive', 12)
  expect(refused()).toBe(0)
})

test('a caller who leaves frees the place for other processes', async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()])
  await one.call('interactive', 20)
  const stop = new AbortController()
  const left = one.call('export', 50, stop.signal).catch((error: unknown) => error)
  await pause(300)
  stop.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  const begun = performance.now()
  await other.call('export', 3)
  // Behind fifty calls it would be 25 seconds.
  expect(performance.now() - begun).toBeLessThan(10_000)
})

test('a process that stops gives back what it had reserved', async () => {
  const { call, stop, connection } = await startProcess({ closes: false })
  await call('interactive', 3)
  await stop()
  const reader = await startProcess()
  const [row] = await reader.connection.db.select().from(shopBudgets).where(eq(shopBudgets.shop, host))
  const { holders, charged } = BudgetState.parse(row?.state)
  expect([Object.values(holders).map(({ held }) => held), charged]).toEqual([[0], 3])
  await expect(connection.db.select().from(shopBudgets)).rejects.toThrow()
})

const request = (change: Partial<BudgetRequest>): BudgetRequest => ({
  holder: 'dead',
  turn: 1,
  held: 0,
  spent: 0,
  isSilent: false,
  report: null,
  shutMs: 0,
  waiting: [],
  ...change,
})
const full = { level: { available: size, maximum: size, perSecond: leakRate }, cost: 0, sentMsAgo: 0, heardMsAgo: 0, charged: 0 }

test('the reservation of a dead process runs out by the clock of the database, and counts as used', async () => {
  const { connection } = await startProcess()
  let now = Date.now()
  const budgets = databaseBudgets(
    connection,
    createSharedClock(Date.now, () => now),
  )
  const ask = (change: Partial<BudgetRequest>) => budgets.change(host, (state, at) => carriedOut(state, request(change), at))
  const many = Array.from({ length: size }, () => ({ cost: 1, priority: 'person' as const, waitedMs: 0 }))
  expect((await ask({ report: full, waiting: many })).waitsMs).toEqual(many.map(() => 0))
  const one = { holder: 'other', waiting: [{ cost: 1, priority: 'person' as const, waitedMs: 0 }] }
  expect((await ask({ ...one, turn: 1 })).waitsMs).toEqual([100])
  now += HOLD_MS - 1
  // The bucket is full, and all of it is reserved.
  expect((await ask({ ...one, turn: 2 })).waitsMs).toEqual([100])
  now += 1
  expect((await ask({ ...one, turn: 3 })).waitsMs[0]).toBeGreaterThan(0)
  now += 100
  expect((await ask({ ...one, turn: 4 })).waitsMs).toEqual([0])
})

test('changes of many connections at the same moment are all kept', async () => {
  const processes = await Promise.all(Array.from({ length: 5 }, () => startProcess()))
  const clock = createSharedClock(Date.now)
  const spend = ({ connection }: { connection: Parameters<typeof databaseBudgets>[0] }, holder: string) =>
    Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        databaseBudgets(connection, clock).change(host, (state, now) =>
          carriedOut(state, request({ holder: `${holder} ${turn}`, spent: 1 }), now),
        ),
      ),
    )
  const replies = (await Promise.all(processes.map((one, index) => spend(one, String(index))))).flat()
  expect(Math.max(...replies.map(({ state }) => state.charged))).toBe(40)
})

test('without the database, calls go on within a part of the rate limit', async () => {
  const processes = await Promise.all([startProcess({ closes: false }), startProcess({ closes: false })])
  for (const { call } of processes) await call('interactive', 2)
  for (const { connection } of processes) await connection.close()
  // More than the bucket holds for both, but few enough for the patience of the last one: a part refills one a second.
  await Promise.all(processes.map(({ call }) => call('interactive', 12)))
  expect(refused()).toBe(0)
  for (const { log, http } of processes) {
    expect(log.filter((words) => words.includes('out of reach'))).toHaveLength(1)
    await http.close()
  }
})

test('rows of shops that nobody calls are removed after a day', async () => {
  await using world = await createWorld()
  const { db } = world.deps.database
  const at = (hours: number) => new Date(world.deps.now() - hours * 3_600_000)
  const row = { version: 1, state: null }
  await db.insert(shopBudgets).values([
    { ...row, shop: 'quiet.example', usedAt: at(25) },
    { ...row, shop: 'called.example', usedAt: at(23) },
  ])
  const keep = { dataDir: world.folder, exportKeepDays: 30, jobsKeepDays: 90, auditKeepDays: 0 }
  await createHousekeeping(world.deps, keep)(new AbortController().signal)
  const left = await db.select({ shop: shopBudgets.shop }).from(shopBudgets)
  expect(left.map(({ shop }) => shop)).toEqual(['called.example'])
})
