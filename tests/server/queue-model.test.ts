// Claims compared with the plainest form of their rules, which looks at every job, over random histories.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobGroups, jobs } from '#drizzle/job-tables.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import { claimJobs } from '#server/jobs/claim-repo.ts'
import { storeSetOf } from '#server/jobs/groups-repo.ts'
import { promoteDue, recover, releaseLease } from '#server/jobs/queue-repo.ts'
import { failedWith } from '#server/jobs/failed.ts'
import { cancelJob, enqueue, enqueueAlong, retryJob } from '#server/jobs/service.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const caps = { perStore: 2, perUser: 2, scheduledPerUser: 2 }
const leaseMs = 60_000
const backoffMs = 10_000
const users = ['ann', 'bob', 'cid', 'dan', 'eve']
const stores = ['s0', 's1', 's2', 's3']

/** A job as the model knows it. `due`: null unless it waits for a retry. */
type Modelled = {
  id: string
  user: string
  isScheduled: boolean
  stores: string[]
  at: number
  state: 'waiting' | 'held' | 'over'
  due: number | null
  attempt: number
}

const viewer = (id: string): Viewer => ({ id, grants: [{ storeId: null, level: 100, permissions }] })
/** Jobs that somebody waits for come first, and then the older ones. */
const isFirst = (a: Modelled, b: Modelled) =>
  a.isScheduled === b.isScheduled ? a.at < b.at || (a.at === b.at && a.id < b.id) : b.isScheduled
const inOrder = (a: Modelled, b: Modelled) => (isFirst(a, b) ? -1 : 1)
/** A person's schedules have places of their own. */
const personOf = ({ user, isScheduled }: Modelled) => (isScheduled ? `schedules of ${user}` : user)
const ownersOf = (job: Modelled) => [personOf(job), ...job.stores]

/** The job that has to be taken next: the first allowed one, of the users with the fewest running jobs. */
function nextOf(all: readonly Modelled[]): Modelled | undefined {
  const held = all.filter(({ state }) => state === 'held')
  const ready = all.filter(({ state, due }) => state === 'waiting' && due === null).toSorted(inOrder)
  const taken = (owner: string) => held.filter((job) => ownersOf(job).includes(owner)).length
  const several = ready.filter((job) => job.stores.length > 1)
  const isAllowed = (job: Modelled) =>
    ownersOf(job).every((owner) => {
      const free = 2 - taken(owner)
      const keptFor = several.find((first) => ownersOf(first).includes(owner))
      return free > 1 || (free === 1 && (!keptFor || !isFirst(keptFor, job)))
    })
  const inLine = (a: Modelled, b: Modelled) =>
    Number(a.isScheduled) - Number(b.isScheduled) || taken(personOf(a)) - taken(personOf(b)) || inOrder(a, b)
  return ready.filter(isAllowed).toSorted(inLine)[0]
}

const isTrue = sql`1 = 1`

/** Puts a job into the queue as a person or a schedule does. */
async function create(user: string, storeIds: string[], isScheduled: boolean): Promise<string> {
  const made = { type: 'order_export', payload: {}, storeIds } as const
  if (!isScheduled) return (await enqueue(world.deps, viewer(user), made)).id
  const job = { ...made, id: crypto.randomUUID(), createdBy: user, scheduleId: 'one' }
  await enqueueAlong(
    world.deps.database,
    job,
    new Date(world.clock.now),
    () => [],
    () => isTrue,
  )
  return job.id
}

/** Random numbers that are the same in each run. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** A random history: the model and the product take the same steps. */
function history(seed: number) {
  const next = sequence(seed)
  const all: Modelled[] = []
  const { database, sharedClock: clock } = world.deps
  const oneOf = <T>(list: readonly T[]): T | undefined => list[next(Math.max(1, list.length))]
  const inState = (state: Modelled['state']) => all.filter((job) => job.state === state)
  const holderOf = ({ id, attempt }: Modelled) => ({ id, worker: 'worker', attempt })

  async function add() {
    const user = oneOf(users) ?? ''
    const wanted = next(3) === 0 ? stores.filter(() => next(2) === 0) : []
    const storeIds = wanted.length > 0 ? wanted : [oneOf(stores) ?? '']
    const isScheduled = next(3) === 0
    const id = await create(user, storeIds, isScheduled)
    all.push({ id, user, isScheduled, stores: storeIds, at: world.clock.now, state: 'waiting', due: null, attempt: 0 })
  }
  async function claim() {
    for (const { id, attempts } of await claimJobs(database, 'worker', 1 + next(4), { caps, clock, leaseMs })) {
      const job = nextOf(all)
      expect(id).toBe(job?.id)
      if (job) Object.assign(job, { state: 'held', attempt: attempts })
    }
    return nextOf(all)
  }
  async function end() {
    const job = oneOf(inState('held'))
    if (!job) return
    const finished = { status: 'completed', finishedAt: new Date(world.clock.now) }
    expect(await releaseLease(database, holderOf(job), finished)).toBe(true)
    job.state = 'over'
  }
  async function handBack() {
    const job = oneOf(inState('held'))
    if (!job) return
    const isRetry = next(2) === 0
    const change = isRetry ? { status: 'pending', runAt: clock.after(backoffMs) } : { status: 'waiting' }
    await releaseLease(database, holderOf(job), change)
    Object.assign(job, { state: 'waiting', due: isRetry ? world.clock.now + backoffMs : null })
  }
  async function cancelAndRetry() {
    const job = oneOf([...inState('held'), ...inState('waiting')])
    if (!job) return
    await cancelJob(world.deps, viewer(job.user), job.id)
    Object.assign(job, { state: 'over', due: null })
    if (next(2) === 0) return
    await retryJob(world.deps, viewer(job.user), { id: job.id, startOver: false })
    job.state = 'waiting'
  }
  async function promote() {
    await promoteDue(database, clock)
    for (const job of all) if (job.due !== null && job.due <= world.clock.now) job.due = null
  }
  /** One worker dies with a job. */
  async function lose() {
    const job = oneOf(inState('held'))
    if (!job) return
    await database.db
      .update(jobs)
      .set({ leaseUntil: new Date(world.clock.now - 1), crashes: 0 })
      .where(eq(jobs.id, job.id))
    const crashed = failedWith('JOB_CRASHED', '', new Date(world.clock.now))
    expect(await recover(database, { clock, maxCrashes: 3, alive: [] }, { crashed, cut: crashed })).toEqual([])
    job.state = 'waiting'
  }
  return { all, next, claim, steps: [add, add, add, claim, claim, end, end, handBack, cancelAndRetry, promote, lose] }
}

type Grouped = { createdBy: string; storeSet: string; isScheduled: boolean }
const groupOf = ({ createdBy, storeSet, isScheduled }: Grouped) => `${createdBy} ${storeSet} ${isScheduled}`

/** Each group names its oldest waiting job, and every waiting job has a group. */
async function expectSettled() {
  const { db } = world.deps.database
  const waiting = await db
    .select({ id: jobs.id, createdBy: jobs.createdBy, storeSet: jobs.storeSet, isScheduled: jobs.isScheduled, at: jobs.createdAt })
    .from(jobs)
    .where(and(eq(jobs.status, 'waiting'), inArray(jobs.createdBy, users)))
    .orderBy(jobs.createdAt, jobs.id)
  const oldest = new Map(waiting.toReversed().map(({ id, at, ...job }) => [groupOf(job), { id, at }]))
  const groups = await db.select().from(jobGroups).where(isNotNull(jobGroups.since))
  expect(new Map(groups.map(({ jobId, since, ...group }) => [groupOf(group), { id: jobId, at: since }]))).toEqual(oldest)
}

test.each([3, 11, 42])('every claim is the one that the rules name, whatever happened before (history %i)', async (seed) => {
  const { all, next, claim, steps } = history(seed)
  for (let count = 0; count < 150; count += 1) {
    // Within the limit of one person's open jobs, all leases hold.
    world.clock.now += 1 + next(200)
    await steps[next(steps.length)]?.()
    if (count % 10 === 0) await expectSettled()
  }
  await expectSettled()
  // Nothing that may run is left behind.
  for (let left = all.length; left > 0; left -= 1) if (!(await claim())) break
  expect(nextOf(all)).toBeUndefined()
  expect(all.some(({ attempt }) => attempt > 1)).toBe(true)
  await world.deps.database.db.delete(jobs)
  await world.deps.database.db.delete(jobGroups)
})

test('the stores of a group are those of its jobs, in any order', () => {
  expect(storeSetOf(['b', 'a', 'b'])).toBe(storeSetOf(['a', 'b']))
})
