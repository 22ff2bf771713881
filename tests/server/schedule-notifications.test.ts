// What people hear of schedules: each problem once, to the owner, in the product and by mail, and once that it works again.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { notifications } from '#drizzle/notification-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { scheduleLink } from '#shared/screen-links.ts'
import { NotificationListResponse, type Notification } from '#shared/notifications.ts'
import type { ProfileResponse } from '#shared/profile.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
let person: Caller
let address: string
beforeEach(async () => {
  person = await world.signedIn('staff', 'north')
  const { body } = await person.rest('GET', '/users/me/profile')
  address = (body as { data: ProfileResponse }).data.user.email
})
afterEach(async () => {
  world.sandbox.faults.clear()
  for (const { id } of (await read(owner, '/schedules')).schedules) await owner.rest('DELETE', `/schedules/${id}`)
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { schedule: Schedule; schedules: Schedule[]; user: ProfileResponse['user'] } }
const read = async (caller: Caller, path: string) => ((await caller.rest('GET', path)).body as Answer).data
async function made(change: object = {}): Promise<Schedule> {
  const { status, body } = await person.rest('POST', '/schedules', {
    name: 'Nightly',
    type: 'product_export',
    request: { storeId: world.stores.north, config: { fields: ['Product Id'] } },
    calendar: { every: 'day', at: '02:00' },
    timezone: 'UTC',
    ...change,
  })
  expect(status).toBe(201)
  return (body as Answer).data.schedule
}
/** The sessions of the callers end an hour after they began, so the clock goes back after the run. */
async function at(instant: string | undefined, afterMs = 0) {
  const { now } = world.clock
  world.clock.now = Date.parse(instant ?? '') + afterMs
  await world.work()
  world.clock.now = now
}
const told = async (caller: Caller) =>
  NotificationListResponse.parse(((await caller.rest('GET', '/notifications')).body as { data: unknown }).data)
const heard = async (caller: Caller) => (await told(caller)).notifications.map(({ kind, count, message }) => ({ kind, count, message }))
const jobOf = async ({ id }: Schedule) => (await read(person, `/schedules/${id}`)).schedule.lastRun?.jobId
const refuse = () => world.sandbox.faults.add({ shop: testShops.north.host, kind: 'status', status: 401 })
const works = { kind: 'recovered', count: 1, message: 'The schedule “Nightly” works again.' }

test('a schedule that fails is told once however often it fails, in the product and by mail, and once more when it works again', async () => {
  await person.rest('PUT', '/users/me/profile', { email_notifications: true })
  const schedule = await made()
  refuse()
  await at(schedule.nextRuns[0])
  const first = (await told(person)).notifications[0]
  expect(first).toMatchObject({ kind: 'failed', count: 1, link: `/jobs?job=${await jobOf(schedule)}` })
  await at(schedule.nextRuns[1])
  expect(await told(person)).toMatchObject({
    unread: 1,
    notifications: [{ id: first?.id, kind: 'failed', count: 2, solvedAt: null, link: `/jobs?job=${await jobOf(schedule)}` }],
  })
  world.sandbox.faults.clear()
  await at(schedule.nextRuns[2])
  await at(schedule.nextRuns[3])
  const all = (await told(person)).notifications
  expect(all.map(({ kind, solvedAt }) => [kind, solvedAt !== null])).toEqual([
    ['recovered', true],
    ['failed', true],
  ])
  expect(all[0]).toMatchObject({ message: works.message, link: expect.stringContaining('/jobs?job=') })
  const mails = await mailsTo(world.folder, address, 2)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toContain(`/jobs?job=`)
  expect(mails[0]).toContain('failed: North: ')
  expect(mails[1]).toContain(' works again.')
  expect(await heard(owner)).toEqual([])
})

test('a cancelled run is told to the owner where somebody else cancelled it', async () => {
  const schedule = await made()
  const admin = await world.signedIn('admin')
  for (const [caller, expected] of [
    [person, []],
    [admin, [{ kind: 'failed', message: expect.stringMatching(/^The schedule “Nightly” failed: Cancelled by admin-/) }]],
  ] as const) {
    world.clock.now += 1_000
    await person.rest('POST', `/schedules/${schedule.id}/run`)
    expect(await caller.rest('POST', `/jobs/${await jobOf(schedule)}/cancel`)).toMatchObject({ status: 200 })
    expect(await heard(person)).toMatchObject(expected)
  }
  expect(await heard(admin)).toEqual([])
})

test('a retry that succeeds solves the problem', async () => {
  const schedule = await made()
  refuse()
  await at(schedule.nextRuns[0])
  world.sandbox.faults.clear()
  await person.rest('POST', `/jobs/${await jobOf(schedule)}/retry`)
  await world.work()
  // The clock went back meanwhile, so the list is not in their order.
  expect((await heard(person)).map(({ kind }) => kind).toSorted()).toEqual(['failed', 'recovered'])
  expect((await told(person)).notifications.every(({ solvedAt }) => solvedAt !== null)).toBe(true)
})

test('an incomplete run is told as that', async () => {
  world.sandbox.faults.add({ shop: testShops.north.host, operation: 'ProductCount', kind: 'countTooHigh', by: 5 })
  const schedule = await made()
  await at(schedule.nextRuns[0])
  expect(await heard(person)).toMatchObject([{ kind: 'incomplete', message: expect.stringContaining('5 products are missing') }])
})

test('missed runs are told with their number, and the run that makes up for them says that it works again', async () => {
  const [once, never] = [await made(), await made({ name: 'Never', missed: 'skip' })]
  await at(once.nextRuns[2], 3_600_000)
  const due = new Date(once.nextRuns[0] ?? '').toUTCString()
  const sentence = (name: string) => `The schedule “${name}” missed 3 runs, the first one that of ${due}.`
  const found = (await told(person)).notifications
  const of = (name: string) => found.filter(({ message }) => message.includes(`“${name}”`)).toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(of('Nightly')).toMatchObject([
    { kind: 'missed', message: sentence('Nightly'), solvedAt: expect.any(String) },
    { kind: 'recovered', message: works.message },
  ])
  expect(of('Never')).toMatchObject([{ kind: 'missed', message: sentence('Never'), solvedAt: null, link: scheduleLink(never.id) }])
})

test('a schedule without rows is told only where it always had some', async () => {
  const body = (search: string) => ({ request: { storeId: world.stores.north, config: { fields: ['Product Id'], filter: { search } } } })
  const none = 'there is no such product'
  const schedule = await made()
  const runWith = async (search: string, index: number) => {
    expect((await person.rest('PUT', `/schedules/${schedule.id}`, body(search))).status).toBe(200)
    await at(schedule.nextRuns[index])
  }
  await at(schedule.nextRuns[0])
  await runWith(none, 1)
  const empty = { kind: 'empty', count: 1, message: 'The schedule “Nightly” delivered no rows, although it always had some before.' }
  expect(await heard(person)).toEqual([empty])
  await runWith(none, 2)
  expect(await heard(person)).toEqual([empty])
  expect((await told(person)).notifications[0]?.solvedAt).toBeNull()
  expect(
    (await person.rest('PUT', `/schedules/${schedule.id}`, { request: { storeId: world.stores.north, config: { fields: ['Title'] } } }))
      .status,
  ).toBe(200)
  await at(schedule.nextRuns[3])
  expect(await heard(person)).toEqual([works, empty])
  // By now, it was empty before.
  await runWith(none, 4)
  expect(await heard(person)).toEqual([works, empty])

  const always = await made({ name: 'Always', ...body(none) })
  await at(always.nextRuns[0])
  await at(always.nextRuns[1])
  expect((await heard(person)).filter(({ message }) => message.includes('Always'))).toEqual([])
})

test('a schedule of what is new since its last run may have none', async () => {
  const schedule = await made({ dates: { from: 'last-run', to: null } })
  await at(schedule.nextRuns[0])
  await at(schedule.nextRuns[1])
  expect((await read(person, `/schedules/${schedule.id}`)).schedule.lastRun).toMatchObject({ outcome: 'completed', rows: 0 })
  expect(await heard(person)).toEqual([])
})

test('a problem that was read is unread again once it has another reason', async () => {
  const schedule = await made()
  refuse()
  await at(schedule.nextRuns[0])
  await person.rest('POST', '/notifications/read', { all: true })
  await at(schedule.nextRuns[1])
  expect(await told(person)).toMatchObject({ unread: 0, notifications: [{ count: 2 }] })
  world.sandbox.faults.clear()
  world.sandbox.faults.add({ shop: testShops.north.host, kind: 'status', status: 402 })
  await at(schedule.nextRuns[2])
  expect(await told(person)).toMatchObject({ unread: 1, notifications: [{ count: 3 }] })
})

test('a pause by itself is told to the owner and to the admins, that by an admin to the owner, and one’s own to nobody', async () => {
  const admin = await world.signedIn('admin')
  const colleague = await world.signedIn('staff', 'north')
  const schedule = await made()
  const pause = (caller: Caller) => caller.rest('POST', `/schedules/${schedule.id}/pause`)
  const resume = () => person.rest('POST', `/schedules/${schedule.id}/resume`)
  await pause(person)
  await resume()
  expect(await heard(person)).toEqual([])
  await pause(admin)
  await resume()
  expect(await heard(person)).toMatchObject([{ kind: 'paused', message: expect.stringContaining('is paused: Paused by ') }])
  expect(await heard(admin)).toEqual([])

  const { db } = world.deps.database
  await db.update(stores).set({ active: false }).where(eq(stores.id, world.stores.north))
  await at(schedule.nextRuns[0])
  await db.update(stores).set({ active: true }).where(eq(stores.id, world.stores.north))
  const message = `The schedule “Nightly” is paused: ${scheduleMessages.storeInactive('North')}`
  const link = scheduleLink(schedule.id)
  expect((await told(person)).notifications).toMatchObject([{ kind: 'paused', count: 2, message, link }])
  expect((await told(admin)).notifications).toMatchObject([{ kind: 'paused', count: 1, message, link }])
  expect(await heard(owner)).toMatchObject([{ kind: 'paused', message }])
  expect(await heard(colleague)).toEqual([])
  await resume()
  // Its first instant has had its run.
  await at(schedule.nextRuns[1])
  await at(schedule.nextRuns[2])
  expect((await told(person)).notifications[0]).toMatchObject({ kind: 'recovered' })
  expect((await told(admin)).notifications[0]).toMatchObject({ kind: 'recovered' })
})

test('the problems of a deleted schedule are over, and nobody is told that it works', async () => {
  const schedule = await made()
  const admin = await world.signedIn('admin')
  await admin.rest('POST', `/schedules/${schedule.id}/pause`)
  const about = async () => (await told(person)).notifications.filter(({ link }) => link.includes(schedule.id))
  expect(await about()).toMatchObject([{ kind: 'paused', solvedAt: null }])
  await person.rest('DELETE', `/schedules/${schedule.id}`)
  expect(await about()).toMatchObject([{ kind: 'paused', solvedAt: expect.any(String) }])
})

test('the owner hears who took a schedule over, and who deleted it, unless they did so themselves', async () => {
  await person.rest('PUT', '/users/me/profile', { email_notifications: true })
  const [first, second, own] = [await made({ name: 'Taken' }), await made({ name: 'Deleted' }), await made({ name: 'Own' })]
  const admin = await world.signedIn('admin')
  expect(await admin.rest('POST', `/schedules/${first.id}/take-over`)).toMatchObject({ status: 200 })
  expect(await admin.rest('DELETE', `/schedules/${second.id}`)).toMatchObject({ status: 200 })
  await person.rest('DELETE', `/schedules/${own.id}`)
  await admin.rest('DELETE', `/schedules/${first.id}`)
  const all = (await told(person)).notifications
  const name = (await read(admin, '/users/me/profile')).user.full_name
  const settled = { solvedAt: expect.any(String), readAt: null }
  const taken = `${name} took over your schedule “Taken”. It runs with their rights now.`
  const deleted = `${name} deleted your schedule “Deleted”. It does not run any more.`
  expect(all.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
    { kind: 'deleted', message: deleted, ...settled },
    { kind: 'taken-over', message: taken, link: scheduleLink(first.id), ...settled },
  ])
  expect((await mailsTo(world.folder, address, 2)).length).toBe(2)
  expect(await heard(admin)).toEqual([])
})

test('where the owner has left, the admins hear of it', async () => {
  const admin = await world.signedIn('admin')
  const schedule = await made()
  await owner.rest('PUT', `/users/${person.userId}`, { is_active: false })
  await at(schedule.nextRuns[0])
  expect(await heard(admin)).toMatchObject([{ kind: 'paused', message: expect.stringContaining(scheduleMessages.ownerGone) }])
  expect(await mailsTo(world.folder, address, 0)).toEqual([])
})

test('to read notifications leaves no audit entry, and to be refused does', async () => {
  await owner.rest('POST', '/notifications/read', { all: true })
  await owner.trpc('profile.notifications.read', { all: true })
  await person.rest('POST', '/notifications/read', { all: true })
  const { db } = world.deps.database
  expect(await db.select().from(auditEntries).where(eq(auditEntries.action, 'profile.notifications.read'))).toEqual([])
})

test('what is told survives the deletion of the schedule, and a deleted one has nothing more to tell', async () => {
  const schedule = await made()
  refuse()
  await at(schedule.nextRuns[0])
  await person.rest('POST', `/schedules/${schedule.id}/run`)
  await person.rest('DELETE', `/schedules/${schedule.id}`)
  await world.work()
  const [only, ...others]: Notification[] = (await told(person)).notifications
  expect(others).toEqual([])
  expect(only).toMatchObject({ kind: 'failed', count: 1 })
  expect(await world.deps.database.db.$count(notifications, eq(notifications.userId, person.userId))).toBe(1)
})
