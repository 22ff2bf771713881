// What calendars cost: each look at a time zone takes long, and a list of schedules or a long downtime needs many.
import { Temporal } from 'temporal-polyfill'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import type { Schedule, ScheduleRun } from '#shared/schedules.ts'
import { nextRuns } from '#server/schedules/calendar.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => world[Symbol.asyncDispose]())

const calendar = { every: 'cron', expression: '*/5 * * * *' } as const
const zone = 'America/New_York'
/** Counts the looks at a zone. */
const looks = () => vi.spyOn(Temporal.PlainDateTime.prototype, 'toZonedDateTime')

test('each run of a calendar takes one look at its zone', () => {
  const seen = looks()
  expect(nextRuns(calendar, zone, new Date('2026-11-27T18:03:00Z'), 1_000)).toHaveLength(1_000)
  expect(seen.mock.calls.length).toBeLessThan(1_020)
})

type Answer = { data: { schedule: Schedule; schedules: Schedule[]; runs: ScheduleRun[] } }
async function made(change: object): Promise<Schedule> {
  const { status, body } = await owner.rest('POST', '/schedules', {
    name: 'Every five minutes',
    type: 'product_export',
    request: { storeId: world.stores.north, config: { fields: ['Product Id'] } },
    calendar,
    timezone: zone,
    ...change,
  })
  expect(status).toBe(201)
  return (body as Answer).data.schedule
}

test('a list of schedules takes a few looks for each of them', async () => {
  for (let count = 0; count < 10; count++) await made({})
  const seen = looks()
  const { schedules } = ((await owner.rest('GET', '/schedules')).body as Answer).data
  expect(schedules.map((one) => one.nextRuns.length)).toEqual(Array.from({ length: 10 }, () => scheduleLimits.nextRuns))
  expect(seen.mock.calls.length).toBeLessThanOrEqual(10 * 2 * scheduleLimits.nextRuns)
  for (const { id } of schedules) await owner.rest('DELETE', `/schedules/${id}`)
})

test('a schedule that waits does not count what it missed, until its run is made', async () => {
  const { id, nextRuns: coming } = await made({ overlap: 'wait' })
  await owner.rest('POST', `/schedules/${id}/run`)
  const { now } = world.clock
  const fire = () => firingOf(world.deps)(new AbortController().signal)
  world.clock.now = Date.parse(coming[0] ?? '') + 5 * 24 * 3_600_000
  const seen = looks()
  await fire()
  world.clock.now += scheduleLimits.waitMs
  await fire()
  expect(seen.mock.calls.length).toBeLessThan(10)
  await world.work()
  world.clock.now += scheduleLimits.waitMs
  await world.work()
  world.clock.now = now
  const { runs } = ((await owner.rest('GET', `/schedules/${id}/runs`)).body as Answer).data
  expect(runs.map(({ due, missed }) => [due, missed])).toEqual([
    [coming[0], scheduleLimits.missedCounted],
    [null, 0],
  ])
})
