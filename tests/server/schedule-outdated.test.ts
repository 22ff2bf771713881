// Schedules whose cron text an earlier version read in another way, so that it has no next run any more.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedules } from '#drizzle/schedule-tables.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule, ScheduleRun } from '#shared/schedules.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { schedule: Schedule; schedules: Schedule[]; runs: ScheduleRun[] } }
const data = ({ body }: { body: unknown }) => (body as Answer).data
const noRun = { state: 'paused', pausedReason: scheduleMessages.cronOutdated, nextRuns: [] }

test('they are shown as paused with the reason, are paused when they come due, and go on with other times', async () => {
  const made = data(
    await owner.rest('POST', '/schedules', {
      name: 'In April',
      type: 'order_export',
      request: { storeIds: [world.stores.north], columns: ['orderName'] },
      calendar: { every: 'day', at: '06:00' },
      timezone: 'UTC',
    }),
  ).schedule
  const path = `/schedules/${made.id}`
  // Once it meant the 31st of April or a weekday, and now both.
  for (const expression of ['0 6 31 4 */2', 'not a cron text']) {
    const calendar = { every: 'cron', expression }
    await world.deps.database.db.update(schedules).set({ calendar }).where(eq(schedules.id, made.id))
    expect(data(await owner.rest('GET', path)).schedule).toMatchObject(noRun)
    expect(data(await owner.rest('GET', '/schedules')).schedules).toEqual([expect.objectContaining(noRun)])
    expect(data(await owner.rest('GET', '/schedules?mine=true')).schedules).toEqual([expect.objectContaining(noRun)])
  }
  const resumed = await owner.rest('POST', `${path}/resume`)
  expect(resumed).toMatchObject({ status: 409, body: { message: scheduleMessages.cronOutdated } })
  expect(await owner.rest('POST', `${path}/duplicate`)).toMatchObject({ status: 201 })

  const { now } = world.clock
  world.clock.now = Date.parse(made.nextRuns[0] ?? '')
  await world.work()
  world.clock.now = now
  const [run, ...others] = data(await owner.rest('GET', `${path}/runs`)).runs
  expect([run, others]).toMatchObject([{ outcome: 'refused', reason: scheduleMessages.cronOutdated, jobId: null }, []])
  const [stored] = await world.deps.database.db.select().from(schedules).where(eq(schedules.id, made.id))
  expect(stored).toMatchObject({ state: 'paused', pausedReason: scheduleMessages.cronOutdated, nextDue: null, lookAt: null })

  expect(await owner.rest('PUT', path, { calendar: { every: 'cron', expression: '0 6 30 4 *' } })).toMatchObject({ status: 200 })
  const goesOn = data(await owner.rest('POST', `${path}/resume`)).schedule
  expect(goesOn).toMatchObject({ state: 'active', pausedReason: null })
  expect(goesOn.nextRuns).toHaveLength(5)
})
