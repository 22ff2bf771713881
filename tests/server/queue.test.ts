// The queue with small jobs instead of exports, including the short form of `npm run prove:queue`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { jobs } from '#drizzle/job-tables.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { noCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { JobHandler } from '#server/jobs/handler.ts'
import { beginDirect } from '#server/jobs/direct.ts'
import { cancelJob, enqueue, getJob } from '#server/jobs/service.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { poisoned, races, sharedOut } from '../../proofs/queue.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const viewer = (id: string): Viewer => ({ id, grants: [{ storeId: null, level: 100, permissions }] })
let last = 0
async function add(user: string, storeId: string = crypto.randomUUID()): Promise<string> {
  world.clock.now += 1
  const { id } = await enqueue(world.deps, viewer(user), {
    type: 'product_export',
    payload: { name: `${user} ${(last += 1)}` },
    storeIds: [storeId],
  })
  return id
}
const get = (id: string) => getJob(world.deps, viewer('anybody'), id)

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
/** A worker whose jobs only run the test's function. `atOnce`: the maximum of concurrent jobs. */
function crewDoing(run: (user: string) => Promise<void>, atOnce?: number) {
  const kind: JobHandler = {
    assertAllowed: async () => {},
    async run({ createdBy }) {
      await run(createdBy)
      return { counts: noCounts, receipt, warning: null, files: [], sheet: null, incomplete: null }
    },
    discard: async () => null,
  }
  return createWorker(world.deps, { handlers: { product_export: kind, order_export: kind }, ...(atOnce === undefined ? {} : { atOnce }) })
}

/** Tests that start processes, which are slow on a busy machine. */
const patient = { timeout: 180_000, retry: 0 }

test('two workers share sixty jobs and do each once', patient, async () => {
  expect(await sharedOut(2, 60)).toEqual({ once: 60, runs: 60 })
})

test('cancelled, tried again and completed at the same moment, a job ends one way, and the answers tell which', patient, async () => {
  expect(await races(40)).toMatchObject({ times: 40, untrue: [] })
})

test('a job that takes its worker with it is given up after the third', patient, async () => {
  const { job, lost } = await poisoned()
  expect(lost).toBe(3)
  expect(job).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'JOB_CRASHED' } })
})

test('nobody waits behind somebody else’s many jobs, and nobody runs more than two', async () => {
  for (const user of ['ann', 'bob']) for (let count = 0; count < 6; count += 1) await add(user)
  await add('cid')
  const begun: string[] = []
  const threeBegun = Promise.withResolvers<void>()
  const running: string[] = []
  let max = 0
  // Three jobs at once: with more, the fourth job could begin before the second.
  await crewDoing(async (user) => {
    begun.push(user)
    running.push(user)
    max = Math.max(max, running.filter((one) => one === user).length)
    // A job that ended before the other two began would free its person's turn.
    if (begun.length === 3) threeBegun.resolve()
    await threeBegun.promise
    running.splice(running.indexOf(user), 1)
  }, 3).drain()
  expect(begun).toHaveLength(13)
  expect(begun.slice(0, 3).toSorted()).toEqual(['ann', 'bob', 'cid'])
  expect(max).toBeLessThanOrEqual(2)
})

test('a store runs no more than two exports at once, whoever wants them', async () => {
  for (const user of ['ann', 'bob', 'cid', 'dan']) await add(user, world.stores.north)
  let [running, max] = [0, 0]
  let alone: (() => void) | null = null
  await crewDoing(async () => {
    running += 1
    max = Math.max(max, running)
    // Jobs run in pairs: one waits until the other has begun.
    const other = alone
    alone = null
    if (other) other()
    else await new Promise<void>((resolve) => (alone = resolve))
    await new Promise(setImmediate)
    running -= 1
  }).drain()
  expect(max).toBe(2)
})

const hourMs = 3_600_000
const hours = (count: number) => void (world.clock.now += count * hourMs)

test('a failure that may pass is tried again for a day, as late as the shop asks, and no more than five minutes apart', async () => {
  const id = await add('eve')
  let times = 0
  let retryAfterSeconds: number | undefined = 600
  const crew = crewDoing(async () => {
    times += 1
    throw new AppError('STORE_BUSY', 'North: busy', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
  })
  await crew.drain()
  const first = await get(id)
  expect(first).toMatchObject({ status: 'pending', waitingFor: 'North: busy', attempts: 1 })
  expect(Date.parse(first.nextTryAt ?? '')).toBe(world.clock.now + 600_000)
  world.clock.now += 599_000
  await crew.drain()
  expect(times).toBe(1)
  retryAfterSeconds = undefined
  const begun = world.clock.now
  // More attempts than in a day: the back-off is random and at most five minutes.
  while (world.clock.now < begun + 2 * hourMs) {
    world.clock.now += 300_000
    await crew.drain()
    const { nextTryAt, status } = await get(id)
    expect(status).toBe('pending')
    expect(Date.parse(nextTryAt ?? '') - world.clock.now).toBeLessThanOrEqual(300_000)
  }
  expect(times).toBe(1 + 2 * 12)
  hours(21)
  await crew.drain()
  expect(await get(id)).toMatchObject({ status: 'pending' })
  hours(1)
  await crew.drain()
  expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'STORE_BUSY', message: 'North: busy' } })
})

test('a database that was away for a while does not end a job', async () => {
  const id = await add('ida')
  let isAway = true
  const crew = crewDoing(async () => {
    if (isAway) throw new Error('Failed query', { cause: Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }) })
  })
  for (let count = 0; count < 8; count += 1) {
    await crew.drain()
    expect(await get(id)).toMatchObject({ status: 'pending', waitingFor: messages.jobs.databaseAway })
    hours(1)
  }
  isAway = false
  await crew.drain()
  expect(await get(id)).toMatchObject({ status: 'completed', attempts: 9 })
})

test('after a mistake of ours a job is tried again, but not for long', async () => {
  const [passing, lasting] = [await add('gil'), await add('hal')]
  let isFirst = true
  const crew = crewDoing(async (user) => {
    if (user !== 'hal' && !isFirst) return
    if (user !== 'hal') isFirst = false
    throw new Error('a mistake')
  })
  for (let count = 0; count < 5; count += 1) {
    await crew.drain()
    world.clock.now += 600_000
  }
  expect(await get(passing)).toMatchObject({ status: 'completed', attempts: 2 })
  expect(await get(lasting)).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'INTERNAL' } })
})

test('an export that was cancelled while its last rows went out is told no success', async () => {
  const user = crypto.randomUUID()
  const direct = {
    type: 'product_export',
    payload: {},
    createdBy: user,
    storeIds: [crypto.randomUUID()],
    id: crypto.randomUUID(),
    needsClearing: false,
  } as const
  const job = await beginDirect(world.deps, direct, {
    startedAt: new Date(world.clock.now),
    hungUp: new AbortController().signal,
    leftMessage: '',
    assertAllowed: async () => {},
  })
  await cancelJob(world.deps, viewer(user), job.id)
  await expect(job.complete({ counts: noCounts, receipt, warning: null, sheet: null })).rejects.toMatchObject({ code: 'JOB_CANCELLED' })
  expect(await get(job.id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED' }, receipt: null })
})

test('a worker that hears too late that its job was given to another changes nothing of it', async () => {
  const id = await add('fay')
  await crewDoing(async () => {
    // As if this worker had slept past its lease and another one had taken the job.
    await world.deps.database.db.update(jobs).set({ worker: 'another', attempts: 2 }).where(eq(jobs.id, id))
  }).drain()
  expect(await get(id)).toMatchObject({ status: 'running', attempts: 2 })
  await world.deps.database.db.delete(jobs).where(eq(jobs.id, id))
})
