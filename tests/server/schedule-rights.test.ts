// Whose schedules people may pause, delete and take over, and what a schedule tells people who have lost its stores.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { NotificationListResponse } from '#shared/notifications.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { ScheduleRunsResponse, type Schedule } from '#shared/schedules.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { schedule: Schedule } }
async function made(caller: Caller, storeId: string): Promise<Schedule> {
  const { status, body } = await caller.rest('POST', '/schedules', {
    name: 'Nightly',
    type: 'product_export',
    request: { storeId, config: { fields: ['Product Id'] } },
    calendar: { every: 'day', at: '02:00' },
    timezone: 'UTC',
  })
  expect(status).toBe(201)
  return (body as Answer).data.schedule
}
const shown = async (caller: Caller, { id }: Schedule) => ((await caller.rest('GET', `/schedules/${id}`)).body as Answer).data.schedule
/** The sessions of the callers end an hour after they began, so the clock goes back after the run. */
async function at(instant: string | undefined) {
  const { now } = world.clock
  world.clock.now = Date.parse(instant ?? '')
  await world.work()
  world.clock.now = now
}
async function heard(caller: Caller): Promise<string[]> {
  const { body } = await caller.rest('GET', '/notifications')
  return NotificationListResponse.parse((body as { data: unknown }).data).notifications.map(({ message }) => message)
}

test('level 90 in another store is none: a manager of the store neither pauses nor deletes nor takes over', async () => {
  const { north, harbor } = world.stores
  const email = 'mixed@world.test'
  const userId = await world.person({
    email,
    assignments: [
      { role: 'admin', storeId: harbor },
      { role: 'manager', storeId: north },
    ],
  })
  const mixed = world.caller((await world.signIn(email)).token, userId)
  const staff = await world.signedIn('staff', 'north')
  const schedule = await made(staff, north)
  expect(await shown(mixed, schedule)).toMatchObject({ canManage: false, canTakeOver: false })
  const refused = { status: 403, body: { message: scheduleMessages.notYours(90) } }
  for (const action of ['pause', 'resume']) expect(await mixed.rest('POST', `/schedules/${schedule.id}/${action}`)).toMatchObject(refused)
  expect(await mixed.rest('DELETE', `/schedules/${schedule.id}`)).toMatchObject(refused)
  expect(await mixed.rest('POST', `/schedules/${schedule.id}/take-over`)).toMatchObject({
    status: 403,
    body: { message: scheduleMessages.takeOver(90) },
  })
  const admin = await world.signedIn('admin', 'north')
  expect(await shown(admin, schedule)).toMatchObject({ canManage: true, canTakeOver: true })
  expect(await admin.rest('POST', `/schedules/${schedule.id}/pause`)).toMatchObject({ status: 200 })
  expect(await admin.rest('POST', `/schedules/${schedule.id}/resume`)).toMatchObject({ status: 200 })

  // It pauses by itself, which those are told who can resume it.
  await owner.rest('PUT', `/users/${staff.userId}`, { is_active: false })
  await at(schedule.nextRuns[0])
  expect(await heard(admin)).toEqual([expect.stringContaining(scheduleMessages.ownerGone)])
  expect(await heard(mixed)).toEqual([])
})

test('of a run with a store that the schedule has no longer, whoever does not reach that store hears nothing', async () => {
  const { north, harbor } = world.stores
  const request = (storeIds: string[]) => ({ storeIds, columns: ['orderName'], filters: {} })
  const calendar = { every: 'day', at: '02:00' }
  const fields = { name: 'Both', type: 'order_export', request: request([north, harbor]), calendar, timezone: 'UTC' }
  const without = await owner.rest('POST', '/schedules', { ...fields, request: request([north, 'gone']) })
  expect(without).toMatchObject({ status: 404, body: { error: { issues: [{ path: 'request.storeIds.1' }] } } })
  const { schedule } = ((await owner.rest('POST', '/schedules', fields)).body as Answer).data
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: 'harbor-test.myshopify.com' })
  expect((await owner.rest('POST', `/schedules/${schedule.id}/run`)).status).toBe(200)
  await world.work()
  world.sandbox.faults.clear()
  expect((await owner.rest('PUT', `/schedules/${schedule.id}`, { request: request([north]) })).status).toBe(200)
  const manager = await world.signedIn('manager', 'north')
  const runs = async (caller: Caller) => ScheduleRunsResponse.parse((await caller.rest('GET', `/schedules/${schedule.id}/runs`)).body).runs
  expect(await runs(owner)).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining('Harbor'), jobId: expect.any(String) }])
  expect(await runs(manager)).toMatchObject([{ outcome: 'failed', reason: null, jobId: null, rows: null }])
  expect(await shown(manager, schedule)).toMatchObject({ lastRun: { outcome: 'failed', reason: null, jobId: null } })
  world.clock.now += 1
  expect((await owner.rest('POST', `/schedules/${schedule.id}/run`)).status).toBe(200)
  await world.work()
  expect((await runs(manager))[0]).toMatchObject({ outcome: 'completed', jobId: expect.any(String), rows: expect.any(Number) })
})

test('a store that the schedule has no longer is not named as the reason of a pause or of a run that could not start', async () => {
  const { north, harbor } = world.stores
  const request = (storeIds: string[]) => ({ storeIds, columns: ['orderName'], filters: {} })
  const calendar = { every: 'day', at: '02:00' }
  const fields = { name: 'Apart', type: 'order_export', request: request([north, harbor]), calendar, timezone: 'UTC' }
  const { schedule } = ((await owner.rest('POST', '/schedules', fields)).body as Answer).data
  const { body } = await owner.rest('POST', '/users/me/api-keys', {
    name: 'North',
    permissions: ['settings:read', 'orders:read', 'orders:export'],
    store_ids: [north],
  })
  const key = world.caller((body as { data: { token: string } }).data.token)
  const admin = await world.signedIn('admin', 'north')
  await owner.rest('PUT', `/stores/${harbor}`, { active: false })
  await at(schedule.nextRuns[0])
  await owner.rest('PUT', `/stores/${harbor}`, { active: true })
  expect(await shown(owner, schedule)).toMatchObject({ pausedReason: scheduleMessages.storeInactive('Harbor') })
  expect((await owner.rest('PUT', `/schedules/${schedule.id}`, { request: request([north]) })).status).toBe(200)
  const texts = async (caller: Caller) =>
    Promise.all(['', '/runs'].map(async (path) => (await caller.rest('GET', `/schedules/${schedule.id}${path}`)).text))
  expect(await shown(admin, schedule)).toMatchObject({ state: 'paused', pausedReason: scheduleMessages.storesChanged })
  expect((await texts(key)).join('')).not.toContain('Harbor')
  expect((await admin.rest('POST', `/schedules/${schedule.id}/take-over`)).status).toBe(200)
  expect((await texts(admin)).join('')).not.toContain('Harbor')
})

test('who has lost a store is not told its name', async () => {
  const { north, harbor } = world.stores
  const person = await world.signedIn('staff', 'harbor')
  const schedule = await made(person, harbor)
  expect(await owner.rest('PUT', `/users/${person.userId}/roles`, { roles: [{ role_id: 'staff', store_id: north }] })).toMatchObject({
    status: 200,
  })
  expect(await owner.rest('PUT', `/stores/${harbor}`, { name: 'Secret acquisition', active: false })).toMatchObject({ status: 200 })
  await at(schedule.nextRuns[0])
  expect(await shown(person, schedule)).toMatchObject({ state: 'paused', pausedReason: scheduleMessages.rightLost })
  expect(await heard(person)).toEqual([`The schedule “Nightly” is paused: ${scheduleMessages.rightLost}`])
})

test('nor by an export that was waiting, which says why it ended', async () => {
  const { north, print } = world.stores
  const person = await world.signedIn('staff', 'print')
  const config = { fields: ['Product Id'] }
  const { body } = await person.rest('POST', '/products/export', { storeId: print, config })
  const { id } = (body as { data: { job: { id: string } } }).data.job
  await owner.rest('PUT', `/users/${person.userId}/roles`, { roles: [{ role_id: 'staff', store_id: north }] })
  await owner.rest('PUT', `/stores/${print}`, { name: 'Secret printer', active: false })
  await world.work()
  expect((await owner.rest('GET', `/jobs/${id}`)).body).toMatchObject({
    data: { job: { status: 'failed', error: { message: messages.jobs.rightLost } } },
  })
  expect(await heard(person)).toEqual([`Your product export failed: ${messages.jobs.rightLost}`])
})
