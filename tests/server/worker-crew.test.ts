// Several workers: clocks that differ, the one that looks for lost jobs, and how they hear of new ones.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { noCounts } from '#shared/jobs.ts'
import type { JobHandler } from '#server/jobs/handler.ts'
import { enqueue, getJob } from '#server/jobs/service.ts'
import { createSharedClock } from '#drizzle/shared-clock.ts'
import { createWorker, type WorkerOptions } from '#server/jobs/worker.ts'
import { noteGone, takeWatch } from '#server/jobs/workers-repo.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const viewer = (id: string): Viewer => ({ id, grants: [{ storeId: null, level: 100, permissions }] })
const add = async () =>
  (await enqueue(world.deps, viewer(crypto.randomUUID()), { type: 'product_export', payload: {}, storeIds: [crypto.randomUUID()] })).id
const get = (id: string) => getJob(world.deps, viewer('anybody'), id)
const isCompleted = async (id: string) => (await get(id)).status === 'completed'

const at = new Date(0).toISOString()
const receipt = {
  columns: [],
  filter: {},
  limit: 1,
  isLimitHit: false,
  startedAt: at,
  finishedAt: at,
  sha256: null,
  file: null,
  stores: [],
}

/** A worker whose machine's clock is `skewMs` ahead, and whose jobs only run the test's function. */
function workerDoing(run: () => Promise<void>, skewMs = 0, options: Partial<WorkerOptions> = {}) {
  const kind: JobHandler = {
    assertAllowed: async () => {},
    async run() {
      await run()
      return { counts: noCounts, receipt, warning: null, files: [], sheet: null, incomplete: null }
    },
    discard: async () => null,
  }
  const deps = { ...world.deps, now: () => Date.now() + skewMs, sharedClock: createSharedClock(() => Date.now()) }
  return createWorker(deps, { handlers: { product_export: kind, order_export: kind }, ...options })
}

test.each([
  [-5_000, 5_000],
  [5_000, -5_000],
])('a worker whose clock is %i ms off keeps its job, and one that is %i ms off takes it from nobody', async (skewMs, otherSkewMs) => {
  const id = await add()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leaseMs = 4_000
  const busy = workerDoing(
    () => {
      begun.resolve()
      return end.promise
    },
    skewMs,
    // Without a renewal while the test runs.
    { leaseMs, heartbeatMs: leaseMs },
  ).drain()
  await begun.promise
  // Looks for lost jobs and takes what waits.
  await workerDoing(() => Promise.reject(new Error('it took the job')), otherSkewMs).drain()
  expect(await get(id)).toMatchObject({ status: 'running', attempts: 1 })
  end.resolve()
  await busy
  expect(await get(id)).toMatchObject({ status: 'completed', attempts: 1 })
})

test('one worker at a time looks for lost jobs, and the next one does when it stops or is silent', async () => {
  const { database, sharedClock: clock } = world.deps
  const take = (worker: string) => takeWatch(database.db, worker, clock, 25_000)
  expect(await Promise.all(['one', 'other', 'third'].map(take)).then((had) => had.filter(Boolean))).toHaveLength(1)
  await noteGone(database.db, 'one')
  await noteGone(database.db, 'other')
  await noteGone(database.db, 'third')
  expect([await take('one'), await take('other'), await take('one')]).toEqual([true, false, true])
  world.clock.now += 25_001
  expect([await take('other'), await take('one')]).toEqual([true, false])
  await noteGone(database.db, 'other')
})

/** Where Postgres tells the workers, they ask for nothing by themselves. */
const pollMs = dialect === 'postgres' ? 3_600_000 : 15

test('an idle worker begins a job as soon as it is in the queue, and takes up one that was lost', async () => {
  const { db } = world.deps.database
  const lost = await add()
  await db
    .update(jobs)
    .set({ status: 'running', worker: 'gone', attempts: 1, leaseUntil: new Date(0) })
    .where(eq(jobs.id, lost))
  const worker = workerDoing(async () => {}, 0, { pollMs })
  worker.start()
  await expect.poll(() => isCompleted(lost)).toBe(true)
  const id = await add()
  await expect.poll(() => isCompleted(id)).toBe(true)
  await worker.stop()
})

test('a job is tried again when it is due, although nothing else happens', async () => {
  const id = await add()
  let times = 0
  const worker = workerDoing(
    async () => {
      times += 1
      if (times === 1) throw new AppError('STORE_BUSY', 'busy', { retryAfterSeconds: 0 })
    },
    0,
    { pollMs },
  )
  worker.start()
  await expect.poll(() => isCompleted(id)).toBe(true)
  expect(times).toBe(2)
  await worker.stop()
})
