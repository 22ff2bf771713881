// Schedules that could not be carried out for a while by a mistake of ours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { templates } from '#drizzle/schema.ts'
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

type Answer = { data: { schedule: Schedule; runs: ScheduleRun[] } }
const data = ({ body }: { body: unknown }) => (body as Answer).data
async function made(change: object): Promise<Schedule> {
  const request = { storeIds: [world.stores.north], columns: ['orderName'] }
  const calendar = { every: 'hours', hours: 1, minute: 0 }
  const body = { name: 'Hourly', type: 'order_export', request, calendar, timezone: 'UTC', ...change }
  return data(await owner.rest('POST', '/schedules', body)).schedule
}
const runsOf = async ({ id }: Schedule) => data(await owner.rest('GET', `/schedules/${id}/runs`)).runs

test('are late by then, and have waited for no run', async () => {
  const [once, never] = [await made({ overlap: 'wait' }), await made({ overlap: 'wait', missed: 'skip' })]
  const at = new Date(world.clock.now)
  // No version has such templates, which every export is compared with.
  const odd = { id: 'odd', name: 'Odd', type: 'odd', columns: [], creatorId: owner.userId, createdAt: at, updatedAt: at }
  await world.deps.database.db.insert(templates).values(odd)
  world.clock.now = Date.parse(String(once.nextRuns[0]))
  await world.work()
  expect(await Promise.all([once, never].map(runsOf))).toEqual([[], []])
  await world.deps.database.db.delete(templates).where(eq(templates.id, 'odd'))
  world.clock.now = Date.parse(String(once.nextRuns[2])) + 1
  await world.work()
  owner = await world.signedIn('owner')
  const missed = { due: once.nextRuns[0], missed: 2, reason: scheduleMessages.missedRuns(3) }
  expect(await runsOf(once)).toMatchObject([{ ...missed, outcome: 'completed' }])
  expect(await runsOf(never)).toMatchObject([{ ...missed, outcome: 'skipped', jobId: null }])
})
