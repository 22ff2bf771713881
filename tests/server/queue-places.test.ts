// The allocation of slots when jobs of several stores wait, and the messages of waiting jobs.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { permissions, type Viewer } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { claimJobs } from '#server/jobs/claim-repo.ts'
import { releaseLease } from '#server/jobs/queue-repo.ts'
import { defaultCaps, type Caps } from '#server/jobs/slots.ts'
import type { TakenJob } from '#server/jobs/row.ts'
import { noteAlive } from '#server/jobs/workers-repo.ts'
import { enqueue, getJob, listJobs } from '#server/jobs/service.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  // Without a live worker, every job would wait for one.
  await noteAlive(world.deps.database.db, 'worker', world.deps.sharedClock)
})
afterEach(() => world[Symbol.asyncDispose]())

const viewer = (id: string): Viewer => ({ id, grants: [{ storeId: null, level: 100, permissions }] })
async function add(user: string, ...storeIds: string[]): Promise<string> {
  world.clock.now += 1
  return (await enqueue(world.deps, viewer(user), { type: 'order_export', payload: {}, storeIds })).id
}
const waitingFor = async (id: string) => (await getJob(world.deps, viewer('anybody'), id)).waitingFor

/** One worker with at most `atOnce` concurrent jobs. */
function workerOf(atOnce: number, caps: Caps = defaultCaps) {
  const { database } = world.deps
  const held: TakenJob[] = []
  const begun: string[] = []
  return {
    held,
    begun,
    /** Takes as many jobs as allowed. */
    async fill() {
      while (held.length < atOnce) {
        world.clock.now += 1
        const jobs = await claimJobs(database, 'worker', atOnce - held.length, { caps, clock: world.deps.sharedClock, leaseMs: 60_000 })
        if (jobs.length === 0) return
        begun.push(...jobs.map(({ id }) => id))
        held.push(...jobs)
      }
    },
    /** Ends the job that was taken first. Throws if there is none. */
    async endOldest() {
      const job = held.shift()
      if (!job) throw new Error('nothing runs, and nothing can be taken')
      await releaseLease(database, { id: job.id, worker: 'worker', attempt: job.attempts }, { status: 'completed', finishedAt: new Date() })
    },
  }
}

test('a job of two stores gets its places as they fall free, whatever comes behind it', async () => {
  const { north, harbor } = world.stores
  for (const turn of ['first', 'second']) {
    await add(`north ${turn}`, north)
    await add(`harbor ${turn}`, harbor)
  }
  const worker = workerOf(4)
  await worker.fill()
  expect(worker.held).toHaveLength(4)
  const both = await add('both', north, harbor)
  for (let count = 0; count < 20; count += 1) {
    await add('bea', north)
    await add('cid', harbor)
  }
  expect([messages.jobs.noPlaceAt('North'), messages.jobs.noPlaceAt('Harbor')]).toContain(await waitingFor(both))
  while (!worker.begun.includes(both)) {
    await worker.endOldest()
    await worker.fill()
  }
  // Four jobs ran before it. No store's other slot was idle meanwhile.
  expect(worker.begun.indexOf(both)).toBeLessThan(6)
  expect(await waitingFor(both)).toBeNull()
})

test('who waits for a place of their own, or for one that is kept for an older job, says so', async () => {
  const { north, harbor, print } = world.stores
  const worker = workerOf(4)
  await add('ann', north)
  await add('bob', harbor)
  await add('bob', print)
  await worker.fill()
  const own = await add('bob', north)
  const all = await add('dan', north, harbor, print)
  const [one, other] = [await add('eve', print), await add('fay', print)]
  // Dan's older job gets the last slot of Print.
  expect(await waitingFor(own)).toBe(messages.jobs.ownLimit(2))
  expect(await waitingFor(all)).toBeNull()
  expect(await waitingFor(one)).toBe(messages.jobs.noPlaceAt('Print'))
  const { jobs } = await listJobs(world.deps, viewer('fay'), { mine: true, limit: 10 })
  expect(jobs).toMatchObject([{ id: other, waitingFor: messages.jobs.noPlaceAt('Print') }])
  await worker.fill()
  expect(worker.begun).toContain(all)
})

/** Random numbers that are the same in each run. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test.each([
  [defaultCaps, 4],
  [{ perStore: 1, perUser: 1, scheduledPerUser: 1 }, 8],
] as const)('a crowd of jobs of one to four stores comes to its end with %o', async (caps, atOnce) => {
  const next = sequence(7)
  const stores = ['s0', 's1', 's2', 's3', 's4']
  const several: string[] = []
  const worker = workerOf(atOnce, caps)
  const total = 40
  for (let count = 0; count < total; count += 1) {
    const wanted = count % 4 === 0 ? stores.filter(() => next(2) === 0) : [stores[next(5)] ?? 's0']
    const id = await add(`user ${next(9)}`, ...(wanted.length > 0 ? wanted : stores))
    if (wanted.length !== 1) several.push(id)
    if (count % 2 === 1) {
      await worker.fill()
      await worker.endOldest()
    }
  }
  for (await worker.fill(); worker.begun.length < total || worker.held.length > 0; await worker.fill()) await worker.endOldest()
  expect(new Set(worker.begun).size).toBe(total)
  expect(several.length).toBeGreaterThan(5)
})
