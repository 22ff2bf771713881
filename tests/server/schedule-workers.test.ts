// Schedules and the workers that run: how a due time is noticed, and that it is used once.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobs } from '#drizzle/job-tables.ts'
import { scheduleRuns, schedules } from '#drizzle/schedule-tables.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { scheduleIn } from '#tests/support/belongings.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

/** `dueInMs`: from the time of the world, which stands still. */
function add(dueInMs: number) {
  const due = new Date(world.clock.now + dueInMs)
  return scheduleIn(world, world.stores.north, { ownerId: owner.userId, nextDue: due, lookAt: due })
}
const longestMs = 20_000
const runsOf = (id: string) => world.deps.database.db.select().from(scheduleRuns).where(eq(scheduleRuns.scheduleId, id))

test('a running worker makes the run of a schedule that is due, and of one that becomes so', async () => {
  const { deps } = world
  // The shared clock of this worker moves.
  const worker = createWorker(deps, { handlers: createJobHandlers(deps), fireDue: firingOf(deps), heartbeatMs: 20 })
  const due = await add(-1_000)
  worker.start()
  await vi.waitFor(async () => expect(await runsOf(due)).toHaveLength(1), { timeout: longestMs })
  const later = await add(60_000)
  expect(await runsOf(later)).toEqual([])
  world.clock.now += 60_000
  // As the form does when it changes a schedule, which tells the workers.
  await owner.rest('PUT', `/schedules/${later}`, { name: 'Later' })
  await vi.waitFor(async () => expect(await runsOf(later)).toHaveLength(1), { timeout: longestMs })
  await worker.stop()
  await deps.database.db.delete(schedules)
})

test('several workers at the same moment make one run of each due instant', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => add(-1_000)))
  const fire = firingOf(world.deps)
  await Promise.all(Array.from({ length: 4 }, () => fire(new AbortController().signal)))
  for (const id of ids) expect(await runsOf(id)).toMatchObject([{ outcome: 'started', jobId: expect.any(String) }])
  const { db } = world.deps.database
  for (const id of ids) expect(await db.$count(jobs, eq(jobs.scheduleId, id))).toBe(1)
  await db.delete(schedules)
  await world.work()
})
