// The days that runs of a schedule export are those of its stores, wherever its clock is.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Schedule, SchedulePreview } from '#shared/schedules.ts'
import { endOfDay, startOfDay } from '#server/stores/time-range.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
const begun = Date.parse('2026-11-20T12:00:00Z')
let ids: string[] = []
afterEach(async () => {
  world.clock.now = begun
  for (const id of ids) await owner.rest('DELETE', `/schedules/${id}`)
  ids = []
})

const zones = [testShops.north.timezone, testShops.harbor.timezone] as const
const both = () => [world.stores.north, world.stores.harbor]

type Answer = { data: { schedule: Schedule; request: { filters: { createdAfter?: string; createdBefore?: string } } } }
const get = async (path: string) => ((await owner.rest('GET', path)).body as Answer).data

async function made(dates: Schedule['dates'], storeIds: readonly string[], timezone = 'Asia/Ho_Chi_Minh'): Promise<Schedule> {
  world.clock.now = begun
  owner = await world.signedIn('owner')
  const request = { storeIds, columns: ['orderId'] }
  const body = { name: 'Mornings', type: 'order_export', request, calendar: { every: 'day', at: '06:00' }, timezone, dates }
  const { schedule } = ((await owner.rest('POST', '/schedules', body)).body as Answer).data
  ids.push(schedule.id)
  return schedule
}

/** The days of the run at an instant. */
async function daysAt({ id }: Schedule, instant: string | undefined) {
  world.clock.now = Date.parse(instant ?? '')
  await world.work()
  world.clock.now = begun
  const { lastRun } = (await get(`/schedules/${id}`)).schedule
  expect(lastRun).toMatchObject({ due: instant, outcome: 'completed' })
  const { createdAfter = '', createdBefore = '' } = (await get(`/jobs/${lastRun?.jobId}/request`)).request.filters
  return { from: createdAfter, to: createdBefore }
}

test('a day is exported once it is over in every store, and the next run begins where the last one ended', async () => {
  const schedule = await made({ from: 'yesterday', to: 'yesterday' }, both())
  const [first = '', second] = schedule.nextRuns
  const { from, to } = await daysAt(schedule, first)
  expect(from).toBe(to)
  for (const zone of zones) expect(endOfDay(to, zone).getTime()).toBeLessThanOrEqual(Date.parse(first))
  const next = await daysAt(schedule, second)
  for (const zone of zones) expect(startOfDay(next.from, zone)).toEqual(endOfDay(to, zone))
})

test.each([
  ['east of its stores', 'Asia/Ho_Chi_Minh'],
  ['west of its stores', 'Pacific/Honolulu'],
])('since the day of the last run, nothing is left out: %s', async (_, timezone) => {
  const schedule = await made({ from: 'last-run', to: null }, both(), timezone)
  const [first = '', second] = schedule.nextRuns
  expect(await daysAt(schedule, first)).toEqual({ from: '', to: '' })
  const { from } = await daysAt(schedule, second)
  for (const zone of zones) expect(startOfDay(from, zone).getTime()).toBeLessThanOrEqual(Date.parse(first))
})

test('a preview says the days of the stores', async () => {
  const asked = { calendar: { every: 'day', at: '06:00' }, timezone: 'Asia/Ho_Chi_Minh', dates: { from: 'yesterday', to: 'today' } }
  world.clock.now = begun
  owner = await world.signedIn('owner')
  const daysIn = async (change: object) =>
    ((await owner.rest('POST', '/schedules/preview', { ...asked, ...change })).body as { data: SchedulePreview }).data.days
  expect(await daysIn({ storeZones: zones })).toEqual({ from: '2026-11-19', to: '2026-11-20' })
  expect(await daysIn({})).toEqual({ from: '2026-11-20', to: '2026-11-21' })
})
