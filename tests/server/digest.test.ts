// The daily mail: one for all problems since the last one, at its hour in the person's zone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { sendDigests } from '#server/digest/send.ts'
import { scheduleLink } from '#shared/screen-links.ts'
import { noteScheduleProblem, noteScheduleWorks } from '#server/notifications/schedules.ts'
import { notificationLimits } from '#shared/notification-limits.ts'
import { ProblemKind } from '#shared/notifications.ts'
import type { ProfileResponse } from '#shared/profile.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const profileOf = async (caller: Caller) => ((await caller.rest('GET', '/users/me/profile')).body as { data: ProfileResponse }).data
const choose = async (change: object) => (await person.rest('PUT', '/users/me/profile', change)).status
let person: Caller
let address: string
beforeEach(async () => {
  // Nine in the morning in Saigon.
  world.clock.now = Date.parse('2026-12-01T02:00:00Z')
  person = await world.signedIn('staff', 'north')
  address = (await profileOf(person)).user.email
})

const scheduleId = () => crypto.randomUUID()
const about = (id: string, name: string) => ({
  schedule: { id, name, type: 'product_export' as const, ownerId: person.userId, storeIds: [world.stores.north] },
  jobId: null,
})
const fail = (name: string, id = scheduleId()) =>
  noteScheduleProblem(world.deps, { ...about(id, name), kind: 'failed', reason: 'Refused.', userIds: [person.userId] })
/** What a worker does at an instant. */
const keepHouseAt = async (instant: string) => {
  world.clock.now = Date.parse(instant)
  await createHousekeeping(world.deps, { dataDir: world.folder, exportKeepDays: 0, jobsKeepDays: 0, auditKeepDays: 0 })(
    new AbortController().signal,
  )
}
const mails = (count: number) => mailsTo(world.folder, address, count)

test('the problems and solutions of a day are one mail, at seven in the zone of the person', async () => {
  expect(await profileOf(person)).toMatchObject({ problem_mails: 'at_once', digest_timezone: null })
  expect(await choose({ problem_mails: 'daily', digest_timezone: 'Asia/Ho_Chi_Minh' })).toBe(200)
  expect(await profileOf(person)).toMatchObject({ problem_mails: 'daily', digest_timezone: 'Asia/Ho_Chi_Minh' })
  const id = scheduleId()
  await fail('Stock', id)
  await fail('Stock', id)
  await fail('Orders')
  await keepHouseAt('2026-12-01T23:59:59Z')
  expect(await mails(0)).toEqual([])
  await keepHouseAt('2026-12-02T00:00:00Z')
  await keepHouseAt('2026-12-02T00:01:00Z')
  const [mail, ...others] = await mails(1)
  expect(others).toEqual([])
  expect(mail).toContain('Subject: 2 notifications about your schedules')
  expect(mail).toContain('failed: Refused. (2 times)')
  expect(mail).toContain(scheduleLink(id))
  // A day without news.
  await keepHouseAt('2026-12-03T00:00:00Z')
  expect(await mails(1)).toHaveLength(1)
  await noteScheduleWorks(world.deps, about(id, 'Stock'), ProblemKind.options)
  await keepHouseAt('2026-12-04T00:00:00Z')
  expect((await mails(2))[1]).toContain('Subject: One notification about your schedules')
})

test('ten processes send one mail', async () => {
  await choose({ problem_mails: 'daily' })
  await fail('Stock')
  world.clock.now = Date.parse('2026-12-01T07:00:00Z')
  await Promise.all(Array.from({ length: 10 }, () => sendDigests(world.deps)))
  expect(await mails(1)).toHaveLength(1)
})

test('a mail lists no more than its maximum, and says how many more there are', async () => {
  await choose({ problem_mails: 'daily' })
  for (const number of Array.from({ length: notificationLimits.digestLines + 2 }).keys()) await fail(`S${number}`)
  await keepHouseAt('2026-12-01T07:00:00Z')
  const [mail] = await mails(1)
  expect(mail).toContain('The list of notifications has 2 more.')
  expect(mail?.split('failed: Refused.')).toHaveLength(notificationLimits.digestLines + 1)
})

test('whoever chooses otherwise gets no daily mail, and what waited comes at once or never', async () => {
  await choose({ problem_mails: 'daily' })
  await fail('Stock')
  await choose({ problem_mails: 'never' })
  await keepHouseAt('2026-12-01T07:00:00Z')
  expect(await mails(0)).toEqual([])
  world.clock.now = Date.parse('2026-12-01T02:01:00Z')
  await choose({ problem_mails: 'daily' })
  await fail('Orders')
  await choose({ problem_mails: 'at_once' })
  await keepHouseAt('2026-12-01T02:02:00Z')
  expect((await mails(1)).map((mail) => mail.includes('Orders'))).toEqual([true])
  expect(await choose({ digest_timezone: 'Saigon' })).toBe(400)
})

test('nobody who was deactivated gets one', async () => {
  await choose({ problem_mails: 'daily' })
  await fail('Stock')
  const owner = await world.signedIn('owner')
  await owner.rest('PUT', `/users/${person.userId}`, { is_active: false })
  await keepHouseAt('2026-12-01T07:00:00Z')
  expect(await mails(0)).toEqual([])
})
