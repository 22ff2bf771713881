// Exports that run by themselves: who may make, see and change them, and what makes a run.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { schedules } from '#drizzle/schedule-tables.ts'
import { stores } from '#drizzle/schema.ts'
import type { Job } from '#shared/jobs.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule, SchedulePreview, ScheduleRun } from '#shared/schedules.ts'
import { firingOf } from '#server/schedules/fire.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let admin: Caller
let staff: Caller
let other: Caller
let viewer: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  admin = await world.signedIn('admin')
  staff = await world.signedIn('staff', 'north')
  other = await world.signedIn('staff', 'print')
  viewer = await world.signedIn('viewer', 'print')
})
afterAll(() => world[Symbol.asyncDispose]())

const hourMs = 3_600_000
const daily = { every: 'day', at: '06:00' }
const body = (change: object = {}) => ({
  name: 'Every morning',
  type: 'order_export',
  request: { storeIds: [world.stores.north], columns: ['orderName', 'total'] },
  calendar: daily,
  timezone: 'Asia/Ho_Chi_Minh',
  ...change,
})
type Answer = { data: { schedule: Schedule; schedules: Schedule[]; runs: ScheduleRun[]; job: Job } }
const read = async (caller: Caller, path: string) => ((await caller.rest('GET', path)).body as Answer).data

async function made(caller: Caller, change: object = {}): Promise<Schedule> {
  const { status, body: answer, text } = await caller.rest('POST', '/schedules', body(change))
  expect([status, text]).toEqual([201, expect.any(String)])
  return (answer as Answer).data.schedule
}
const runsOf = async ({ id }: Schedule) => (await read(owner, `/schedules/${id}/runs`)).runs
const current = async ({ id }: Schedule) => (await read(owner, `/schedules/${id}`)).schedule
const clear = async (caller: Caller) => {
  for (const { id } of (await read(caller, '/schedules?mine=true')).schedules) await caller.rest('DELETE', `/schedules/${id}`)
}
/** Does something at another time. The sessions of the callers end an hour after they began, so the clock goes back then. */
async function meanwhile(time: number, act: () => Promise<unknown>) {
  const { now } = world.clock
  world.clock.now = time
  await act()
  world.clock.now = now
}
/** Lets the workers do all that is to be done at an instant. */
const at = (instant: string | undefined, afterMs = 0) => meanwhile(Date.parse(instant ?? '') + afterMs, () => world.work())

test('a schedule comes back with its next five runs', async () => {
  const schedule = await made(staff)
  expect(schedule).toMatchObject({ state: 'active', pausedReason: null, lastRun: null, ownerId: staff.userId, canEdit: true, isMine: true })
  expect(schedule.nextRuns).toHaveLength(5)
  for (const run of schedule.nextRuns) expect(run).toMatch(/T23:00:00.000Z$/)
  expect(await read(staff, `/schedules/${schedule.id}`)).toEqual({ schedule })
  expect((await read(staff, '/schedules?mine=true')).schedules).toEqual([schedule])
  await clear(staff)
})

test('the due instant makes one run with one job, and the schedule moves on', async () => {
  const schedule = await made(owner)
  const [first, second] = schedule.nextRuns
  await at(first, -1)
  expect(await runsOf(schedule)).toEqual([])
  await at(first)
  await at(first, 1_000)
  const after = await current(schedule)
  expect(after.nextRuns[0]).toBe(second)
  expect(after.lastRun).toMatchObject({ due: first, outcome: 'completed', missed: 0, reason: null })
  expect(await runsOf(schedule)).toEqual([after.lastRun])
  const { job } = await read(owner, `/jobs/${after.lastRun?.jobId}`)
  expect(job).toMatchObject({ scheduleId: schedule.id, status: 'completed', createdBy: { id: owner.userId } })
  await clear(owner)
  expect((await read(owner, `/jobs/${job.id}`)).job.id).toBe(job.id)
})

test('after a downtime, the missed instants are one run, or none', async () => {
  const [once, never] = [await made(owner), await made(owner, { missed: 'skip' })]
  await at(once.nextRuns[2], hourMs)
  expect(await runsOf(once)).toMatchObject([
    { due: once.nextRuns[0], missed: 2, outcome: 'completed', reason: scheduleMessages.missedRuns(3) },
  ])
  expect(await runsOf(never)).toMatchObject([{ due: never.nextRuns[0], missed: 2, outcome: 'skipped', jobId: null }])
  expect((await current(never)).nextRuns[0]).toBe(never.nextRuns[3])
  await clear(owner)
})

test('a run now is no due instant, and one at a time', async () => {
  const schedule = await made(owner)
  const run = () => owner.rest('POST', `/schedules/${schedule.id}/run`)
  expect((await run()).body).toMatchObject({
    data: { schedule: { nextRuns: schedule.nextRuns, lastRun: { due: null, outcome: 'queued' } } },
  })
  expect(await run()).toMatchObject({ status: 409 })
  await world.work()
  expect(await runsOf(schedule)).toMatchObject([{ due: null, outcome: 'completed' }])
  await clear(owner)
})

test('asked for several times at once, it runs once, and who is refused has started nothing', async () => {
  const schedule = await made(owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.rest('POST', `/schedules/${schedule.id}/run`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  await world.work()
  expect(await runsOf(schedule)).toMatchObject([{ due: null, outcome: 'completed' }])
  await clear(owner)
})

const fireNow = () => firingOf(world.deps)(new AbortController().signal)

test('while the last run has not ended, the next one is skipped or waits', async () => {
  const [skipping, waiting] = [await made(owner), await made(owner, { overlap: 'wait' })]
  for (const { id } of [skipping, waiting]) await owner.rest('POST', `/schedules/${id}/run`)
  const due = Date.parse(skipping.nextRuns[0] ?? '')
  await meanwhile(due, () => fireNow())
  expect((await runsOf(skipping))[0]).toMatchObject({ outcome: 'skipped', reason: scheduleMessages.stillRunning })
  expect(await runsOf(waiting)).toHaveLength(1)
  await meanwhile(due, () => world.work())
  await meanwhile(due + scheduleLimits.waitMs, () => world.work())
  expect((await runsOf(waiting))[0]).toMatchObject({ due: waiting.nextRuns[0], outcome: 'completed', reason: scheduleMessages.waited })
  await clear(owner)
})

test('pause and resume: what was due meanwhile stays out', async () => {
  const schedule = await made(staff, { calendar: { every: 'cron', expression: '*/10 * * * *' } })
  const paused = await admin.rest('POST', `/schedules/${schedule.id}/pause`)
  expect(paused.body).toMatchObject({
    data: { schedule: { state: 'paused', pausedReason: expect.stringMatching(/^Paused by /), nextRuns: [] } },
  })
  expect(await staff.rest('POST', `/schedules/${schedule.id}/pause`)).toMatchObject({ status: 409 })
  await meanwhile(Date.parse(schedule.nextRuns[1] ?? '') + 1, async () => {
    await world.work()
    const resumed = await staff.rest('POST', `/schedules/${schedule.id}/resume`)
    expect(resumed.body).toMatchObject({ data: { schedule: { state: 'active', pausedReason: null, lastRun: null } } })
  })
  expect((await current(schedule)).nextRuns[0]).toBe(schedule.nextRuns[2])
  await clear(staff)
})

test('an instant that has had its run gets no second one, also if its due time is set again', async () => {
  const schedule = await made(owner)
  await at(schedule.nextRuns[0])
  for (const action of ['pause', 'resume']) await owner.rest('POST', `/schedules/${schedule.id}/${action}`)
  expect((await current(schedule)).nextRuns[0]).toBe(schedule.nextRuns[0])
  await at(schedule.nextRuns[0])
  expect(await runsOf(schedule)).toHaveLength(1)
  expect((await current(schedule)).nextRuns[0]).toBe(schedule.nextRuns[1])
  await clear(owner)
})

test('it pauses with the reason where its store is inactive or its owner has gone', async () => {
  const leaver = await world.signedIn('staff', 'harbor')
  const schedule = await made(leaver, { request: { storeIds: [world.stores.harbor], columns: ['total'] } })
  const { db } = world.deps.database
  await db.update(stores).set({ active: false }).where(eq(stores.id, world.stores.harbor))
  await at(schedule.nextRuns[0])
  expect(await current(schedule)).toMatchObject({
    state: 'paused',
    pausedReason: expect.stringContaining('inactive'),
    lastRun: { outcome: 'refused' },
  })
  await db.update(stores).set({ active: true }).where(eq(stores.id, world.stores.harbor))
  await leaver.rest('POST', `/schedules/${schedule.id}/resume`)
  await owner.rest('PUT', `/users/${leaver.userId}`, { is_active: false })
  // Its first instant has had its run.
  await at(schedule.nextRuns[1])
  expect(await current(schedule)).toMatchObject({ state: 'paused', pausedReason: scheduleMessages.ownerGone })
  const taken = await admin.rest('POST', `/schedules/${schedule.id}/take-over`)
  expect(taken.body).toMatchObject({ data: { schedule: { ownerId: admin.userId, state: 'paused' } } })
  await clear(admin)
})

test('it pauses with the reason where its request cannot be read any more', async () => {
  const schedule = await made(owner)
  const request = { storeIds: [world.stores.north], columns: ['a column of an earlier version'] }
  await world.deps.database.db.update(schedules).set({ request }).where(eq(schedules.id, schedule.id))
  await at(schedule.nextRuns[0])
  expect(await current(schedule)).toMatchObject({ state: 'paused', pausedReason: scheduleMessages.requestOutdated })
  await clear(owner)
})

test('relative dates become those of the request at the due time, in the zone of the store', async () => {
  const schedule = await made(owner, { dates: { from: '7-days-ago', to: 'yesterday' }, timezone: 'Pacific/Auckland' })
  const [due = ''] = schedule.nextRuns
  await at(due)
  const run = (await current(schedule)).lastRun
  const { body: answer } = await owner.rest('GET', `/jobs/${run?.jobId}/request`)
  const dayThere = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(Date.parse(due) - days * 24 * hourMs))
  expect(answer).toMatchObject({ data: { request: { filters: { createdAfter: dayThere(7), createdBefore: dayThere(1) } } } })
  await clear(owner)
})

test('who has no right to a schedule does not find it', async () => {
  const { id } = await made(staff)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/runs'],
    ['DELETE', ''],
    ['POST', '/run'],
    ['POST', '/pause'],
    ['POST', '/take-over'],
  ] as const)
    expect(await other.rest(method, `/schedules/${id}${path}`)).toMatchObject({ status: 404 })
  expect(await other.rest('PUT', `/schedules/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 })
  for (const [method, path] of [
    ['PUT', ''],
    ['POST', '/run'],
  ] as const)
    expect(await admin.rest(method, `/schedules/${id}${path}`, {})).toMatchObject({
      status: 403,
      body: { message: scheduleMessages.onlyOwner },
    })
  expect((await read(admin, '/schedules')).schedules).toMatchObject([{ id, isMine: false, canManage: true, canTakeOver: true }])
  expect(await staff.rest('GET', '/schedules')).toMatchObject({ status: 403 })
  const ofPrint = { request: { storeIds: [world.stores.print], columns: ['total'] } }
  expect(await viewer.rest('POST', '/schedules', body(ofPrint))).toMatchObject({ status: 403 })
  expect(await other.rest('POST', '/schedules', body())).toMatchObject({ status: 404 })
  await clear(staff)
})

const refused: [string, object, string][] = [
  ['a cron text that never fires', { calendar: { every: 'cron', expression: '0 0 30 2 *' } }, scheduleMessages.cronNever],
  ['a cron text that fires too often', { calendar: { every: 'cron', expression: '*/4 * * * *' } }, scheduleMessages.cronTooOften(5)],
  ['one too often around midnight', { calendar: { every: 'cron', expression: '0,58 0,23 * * *' } }, scheduleMessages.cronTooOften(5)],
  ['six fields', { calendar: { every: 'cron', expression: '0 0 0 1 1 *' } }, scheduleMessages.cronFields],
  ['signs of one program alone', { calendar: { every: 'cron', expression: '0 0 L * *' } }, scheduleMessages.cronUnreadable],
  ['an hour that no day has', { calendar: { every: 'day', at: '24:00' } }, scheduleMessages.timeInvalid],
  ['dates that end before they begin', { dates: { from: 'today', to: 'yesterday' } }, scheduleMessages.periodReversed],
]
test.each(refused)('%s is refused', async (_, change, message) => {
  expect(await owner.rest('POST', '/schedules', body(change))).toMatchObject({ status: 400, body: { message } })
})

test('the request is checked as by the export call, and two kinds of dates are refused', async () => {
  const { north } = world.stores
  const wrong = await owner.rest('POST', '/schedules', body({ request: { storeIds: [north], columns: [] } }))
  expect(wrong).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'request.columns' }] } } })
  const dates = { from: 'yesterday', to: 'yesterday' }
  const request = { storeIds: [north], columns: ['total'], filters: { createdAfter: '2026-01-01' } }
  expect(await owner.rest('POST', '/schedules', body({ dates, request }))).toMatchObject({
    status: 400,
    body: { message: scheduleMessages.datesTwice },
  })
  const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
  const both = body({ request: { storeIds: [north], columns: ['total'], url }, destinationId: 'one' })
  expect(await owner.rest('POST', '/schedules', both)).toMatchObject({
    status: 400,
    body: { message: scheduleMessages.requestOrDestination },
  })
})

test('a change of the calendar moves the due time, and a copy is paused', async () => {
  const schedule = await made(owner)
  const changed = await owner.rest('PUT', `/schedules/${schedule.id}`, { calendar: { every: 'hours', hours: 1, minute: 30 } })
  expect(changed.body).toMatchObject({ data: { schedule: { nextRuns: expect.arrayContaining([expect.stringMatching(/:30:00.000Z$/)]) } } })
  const copy = await owner.rest('POST', `/schedules/${schedule.id}/duplicate`)
  expect(copy).toMatchObject({
    status: 201,
    body: { data: { schedule: { name: 'Copy of Every morning', state: 'paused', nextRuns: [] } } },
  })
  await clear(owner)
})

test('a person has at most fifty', async () => {
  const few = await world.signedIn('staff', 'north')
  for (let made_ = 0; made_ < scheduleLimits.perPerson - 2; made_++) await made(few)
  const answers = await Promise.all(Array.from({ length: 6 }, () => few.rest('POST', '/schedules', body())))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409])
  expect((await read(few, '/schedules?mine=true')).schedules).toHaveLength(scheduleLimits.perPerson)
  await clear(few)
})

test('a preview answers the next runs and the days of the first one', async () => {
  const asked = {
    calendar: { every: 'month', on: 'last', at: '02:30' },
    timezone: 'Europe/Berlin',
    dates: { from: 'start-of-month', to: 'today' },
  }
  const { body: answer } = await staff.rest('POST', '/schedules/preview', asked)
  const { nextRuns, days } = (answer as { data: SchedulePreview }).data
  const first = nextRuns[0]?.slice(0, 10) ?? ''
  expect(nextRuns).toHaveLength(5)
  expect(days).toEqual({ from: first.replace(/\d\d$/, '01'), to: first })
})
