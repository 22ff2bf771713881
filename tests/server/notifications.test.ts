// What people are told of: each problem once, to its owner, by mail and in the product, until it is solved.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { notifications } from '#drizzle/notification-tables.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { noteScheduleProblem, noteScheduleWorks } from '#server/notifications/schedules.ts'
import { raise } from '#server/notifications/service.ts'
import { notificationSentence } from '#shared/notification-messages.ts'
import { messages } from '#shared/messages.ts'
import { notificationLimits } from '#shared/notification-limits.ts'
import { NotificationListResponse, ProblemKind } from '#shared/notifications.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const dataIn = (body: unknown) => (body as { data: unknown }).data
async function told(caller: Caller, query = '') {
  const answer = await caller.rest('GET', `/notifications${query}`)
  expect(answer.status).toBe(200)
  return NotificationListResponse.parse(dataIn(answer.body))
}
async function profileOf(caller: Caller): Promise<{ id: string; email: string }> {
  return (dataIn((await caller.rest('GET', '/users/me/profile')).body) as { user: { id: string; email: string } }).user
}
async function person() {
  const caller = await world.signedIn('staff', 'north')
  return { caller, ...(await profileOf(caller)) }
}
async function failedExport(caller: Caller): Promise<string> {
  world.sandbox.faults.add({ shop: testShops.north.host, kind: 'status', status: 401 })
  const config = { fields: ['Product Id'] }
  const { body } = await caller.rest('POST', '/products/export', { storeId: world.stores.north, config })
  await world.work()
  return (dataIn(body) as { job: { id: string } }).job.id
}
async function retried(caller: Caller, id: string) {
  world.clock.now += 1_000
  expect((await caller.rest('POST', `/jobs/${id}/retry`)).status).toBe(200)
  await world.work()
}
type Happening =
  | { kind: 'failed' | 'paused' | 'incomplete'; reason: string }
  | { kind: 'empty' }
  | { kind: 'missed'; due: Date; runs: number }
const scheduleOf = (ownerId: string) => {
  const storeIds = [world.stores.north]
  const schedule = { id: crypto.randomUUID(), name: 'Every morning', type: 'product_export' as const, ownerId, storeIds }
  const about = { schedule, jobId: null }
  const later = () => (world.clock.now += 1_000)
  return {
    note: (happening: Happening) => {
      later()
      return noteScheduleProblem(world.deps, { ...about, userIds: [ownerId], ...happening })
    },
    noteWorks: () => {
      later()
      return noteScheduleWorks(world.deps, about, ProblemKind.options)
    },
  }
}

test('an export that fails is told once, counted up when it fails again, and told when it has finished after all', async () => {
  const { caller } = await person()
  const id = await failedExport(caller)
  const reason = messages.platform.rejected('North')
  const text = { code: 'export.failed', export: 'product', reason } as const
  const first = await told(caller)
  expect(first).toMatchObject({
    unread: 1,
    notifications: [
      { problemKey: `job:${id}`, kind: 'failed', text, message: notificationSentence(text), count: 1, readAt: null, solvedAt: null },
    ],
  })
  await caller.rest('POST', '/notifications/read', { ids: first.notifications.map((one) => one.id) })
  await retried(caller, id)
  const again = await told(caller)
  expect(again).toMatchObject({ unread: 0, notifications: [{ id: first.notifications[0]?.id, count: 2, solvedAt: null }] })
  expect(again.notifications[0]?.readAt).not.toBeNull()
  world.sandbox.faults.clear()
  await retried(caller, id)
  expect(await told(caller)).toMatchObject({
    unread: 1,
    notifications: [
      { kind: 'recovered', problemKey: `job:${id}`, text: { code: 'export.recovered' }, readAt: null },
      { id: first.notifications[0]?.id, kind: 'failed', solvedAt: expect.any(String) },
    ],
  })
})

test('a cancelled export and one that succeeds are nothing to tell', async () => {
  const { caller } = await person()
  const config = { fields: ['Product Id'] }
  const make = async () => {
    const { body } = await caller.rest('POST', '/products/export', { storeId: world.stores.north, config })
    return (dataIn(body) as { job: { id: string } }).job.id
  }
  await caller.rest('POST', `/jobs/${await make()}/cancel`)
  await make()
  await world.work()
  expect(await told(caller)).toEqual({ notifications: [], unread: 0, nextCursor: null })
})

test('a cancelled export is told to its creator where somebody else cancelled it', async () => {
  const [{ caller }, colleague] = [await person(), await world.signedIn('manager', 'north')]
  const config = { fields: ['Product Id'] }
  const { body } = await caller.rest('POST', '/products/export', { storeId: world.stores.north, config })
  const { id } = (dataIn(body) as { job: { id: string } }).job
  expect((await colleague.rest('POST', `/jobs/${id}/cancel`)).status).toBe(200)
  const reason = expect.stringMatching(/^Cancelled by manager-/)
  expect(await told(caller)).toMatchObject({
    unread: 1,
    notifications: [{ problemKey: `job:${id}`, kind: 'failed', text: { code: 'export.failed', reason }, count: 1 }],
  })
  expect((await told(colleague)).notifications).toEqual([])
})

test('a problem of a schedule is one mail however many runs fail, and one more when it works again', async () => {
  const { caller, id, email } = await person()
  const { note, noteWorks } = scheduleOf(id)
  await noteWorks()
  await note({ kind: 'failed', reason: 'The shop does not answer.' })
  await note({ kind: 'failed', reason: 'The shop refuses.' })
  await note({ kind: 'empty' })
  await noteWorks()
  await noteWorks()
  const { notifications: all, unread } = await told(caller)
  expect(unread).toBe(3)
  expect(all.map(({ kind, count, message }) => ({ kind, count, message }))).toEqual([
    { kind: 'recovered', count: 1, message: 'The schedule “Every morning” works again.' },
    { kind: 'empty', count: 1, message: 'The schedule “Every morning” delivered no rows, although it always had some before.' },
    { kind: 'failed', count: 2, message: 'The schedule “Every morning” failed: The shop refuses.' },
  ])
  expect(all.every(({ solvedAt }) => solvedAt !== null)).toBe(true)
  const mails = await mailsTo(world.folder, email, 3)
  expect(mails).toHaveLength(3)
  // The problem is a new one once it was solved.
  await note({ kind: 'failed', reason: 'The shop does not answer.' })
  expect(await told(caller)).toMatchObject({ unread: 4, notifications: [{ kind: 'failed', count: 1 }, {}, {}, {}] })
  expect(await mailsTo(world.folder, email, 4)).toHaveLength(4)
})

test('every kind of problem of a schedule has its sentence', async () => {
  const { caller, id } = await person()
  const { note } = scheduleOf(id)
  await note({ kind: 'missed', due: new Date('2026-03-02T06:00:00.000Z'), runs: 1 })
  await note({ kind: 'paused', reason: 'The store is gone.' })
  await note({ kind: 'incomplete', reason: 'One product is missing.' })
  expect((await told(caller)).notifications.map(({ message }) => message)).toEqual([
    'The schedule “Every morning” delivered only a part: One product is missing.',
    'The schedule “Every morning” is paused: The store is gone.',
    'The schedule “Every morning” missed its run of Mon, 02 Mar 2026 06:00:00 GMT.',
  ])
})

test('nobody is mailed who does not want it, and nobody reads or marks what is of others', async () => {
  const [mine, other] = [await person(), await person()]
  await mine.caller.rest('PUT', '/users/me/profile', { problem_mails: 'never' })
  await scheduleOf(mine.id).note({ kind: 'empty' })
  const [row] = (await told(mine.caller)).notifications
  expect((await told(other.caller)).notifications).toEqual([])
  expect(dataIn((await other.caller.rest('POST', '/notifications/read', { ids: [row?.id] })).body)).toEqual({ unread: 0 })
  expect(await told(mine.caller)).toMatchObject({ unread: 1 })
  expect(dataIn((await mine.caller.rest('POST', '/notifications/read', { all: true })).body)).toEqual({ unread: 0 })
  expect(await mailsTo(world.folder, mine.email, 0)).toEqual([])
})

test('twenty processes that see the same problem at once tell it once', async () => {
  const { caller, id: userId, email } = await person()
  const text = { code: 'schedule.empty', schedule: 'At once' } as const
  const problem = { userIds: [userId], key: `schedule:${userId}:empty`, kind: 'empty', text, link: '/schedules/1', storeIds: [] } as const
  await Promise.all(Array.from({ length: 20 }, () => raise(world.deps, problem)))
  expect(await told(caller)).toMatchObject({ unread: 1, notifications: [{ count: 20 }] })
  expect(await mailsTo(world.folder, email, 1)).toHaveLength(1)
})

test('pages follow each other without gaps, and a wrong cursor is refused', async () => {
  const { caller, id } = await person()
  for (const _ of Array.from({ length: 5 })) await scheduleOf(id).note({ kind: 'empty' })
  const all = (await told(caller)).notifications.map((one) => one.id)
  const first = await told(caller, '?limit=3')
  const rest = await told(caller, `?limit=3&cursor=${first.nextCursor}`)
  expect([...first.notifications, ...rest.notifications].map((one) => one.id)).toEqual(all)
  expect(rest.nextCursor).toBeNull()
  expect((await caller.rest('GET', '/notifications?cursor=x')).status).toBe(400)
})

test('notifications are removed some months after they were last seen', async () => {
  const { id } = await person()
  await scheduleOf(id).note({ kind: 'empty' })
  const { db } = world.deps.database
  const left = () => db.$count(notifications, eq(notifications.userId, id))
  const keepHouse = () =>
    createHousekeeping(world.deps, { dataDir: world.folder, exportKeepDays: 0, jobsKeepDays: 0, auditKeepDays: 0 })(
      new AbortController().signal,
    )
  world.clock.now += (notificationLimits.keepDays - 1) * 24 * 3_600_000
  await keepHouse()
  expect(await left()).toBe(1)
  world.clock.now += 2 * 24 * 3_600_000
  await keepHouse()
  expect(await left()).toBe(0)
})
