// The first owner has no name before they enter one. Whoever may not know their address does not read it in place of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import type { Schedule } from '#shared/schedules.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const email = 'nameless@secret.test'
let world: World
let nameless: Caller
beforeAll(async () => {
  world = await createWorld()
  const userId = await world.person({ email, name: '', assignments: [{ role: 'owner', storeId: null }] })
  nameless = world.caller((await world.signIn(email)).token, userId)
})
afterAll(() => world[Symbol.asyncDispose]())

type Answer = { data: { jobs: Job[]; schedules: Schedule[]; job: Job; schedule: Schedule } }
const dataOf = ({ body }: { body: unknown }) => (body as Answer).data

test('jobs, schedules and what they say name somebody without a name by address to those alone who may read it', async () => {
  const config = { fields: ['Title'] }
  const request = { storeId: world.stores.north, config }
  const { job } = dataOf(await nameless.rest('POST', '/products/export', request))
  await nameless.rest('POST', `/jobs/${job.id}/cancel`)
  const calendar = { every: 'day', at: '02:00' }
  const made = { name: 'Nightly', type: 'product_export', request, calendar, timezone: 'UTC' }
  const { schedule } = dataOf(await nameless.rest('POST', '/schedules', made))
  await nameless.rest('POST', `/schedules/${schedule.id}/pause`)
  const seen = async (caller: Caller) => {
    const [jobs, schedules] = [await caller.rest('GET', '/jobs'), await caller.rest('GET', '/schedules')]
    const names = [dataOf(jobs).jobs[0]?.createdBy.name, dataOf(schedules).schedules[0]?.ownerName]
    return { names, isTold: (jobs.text + schedules.text).includes(email) }
  }
  expect(await seen(await world.signedIn('manager', 'north'))).toEqual({ names: ['Unknown', null], isTold: false })
  expect(await seen(await world.signedIn('admin', 'north'))).toEqual({ names: ['Unknown', null], isTold: false })
  for (const caller of [nameless, await world.signedIn('admin')])
    expect(await seen(caller)).toEqual({ names: [email, email], isTold: true })
})
