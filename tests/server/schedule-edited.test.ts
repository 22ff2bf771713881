// Schedules that are changed while a run of them is due, for example while no worker runs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schedule, ScheduleRun } from '#shared/schedules.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const times = { calendar: { every: 'day', at: '06:00' }, timezone: 'Asia/Ho_Chi_Minh' }
const minuteMs = 60_000

type Answer = { data: { schedule: Schedule; runs: ScheduleRun[] } }
const data = ({ body }: { body: unknown }) => (body as Answer).data

/** Makes a schedule, changes it a minute after it was due, and lets the workers work. */
async function runsAfter(change: object): Promise<{ due: string | undefined; runs: ScheduleRun[] }> {
  // Shortly before, because a session begins with an hour.
  world.clock.now = Date.parse('2026-11-20T22:59:00Z')
  const owner = await world.signedIn('owner')
  const request = { storeIds: [world.stores.north], columns: ['orderName'] }
  const { id, nextRuns } = data(await owner.rest('POST', '/schedules', { name: 'Daily', type: 'order_export', request, ...times })).schedule
  world.clock.now = Date.parse(String(nextRuns[0])) + minuteMs
  expect(await owner.rest('PUT', `/schedules/${id}`, change)).toMatchObject({ status: 200 })
  await world.work()
  return { due: nextRuns[0], runs: data(await owner.rest('GET', `/schedules/${id}/runs`)).runs }
}

test('a run that is due is made where the times are saved as they were, as the form does', async () => {
  const { due, runs } = await runsAfter({ name: 'Every day', ...times })
  expect(runs).toMatchObject([{ due, outcome: 'completed' }])
})

test('other times take the place of what was due', async () => {
  const { runs } = await runsAfter({ ...times, calendar: { every: 'day', at: '07:00' } })
  expect(runs).toEqual([])
})
