// The maximum number of queued jobs of one person, for every way to queue a job.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { createWorld, type Caller, type RestAnswer, type World } from '#tests/support/world.ts'

const { openPerUser, retryAfterSeconds } = limits.jobs

let world: World
let manager: Caller
beforeAll(async () => {
  world = await createWorld()
  manager = await world.signedIn('manager')
})
afterAll(() => world[Symbol.asyncDispose]())

const products = (caller: Caller, path = '/products/export') =>
  caller.rest('POST', path, { storeId: world.stores.north, config: { fields: ['Title'], maxItemsPerFile: 1 } })
const orders = (caller: Caller) => caller.rest('POST', '/orders/export', { storeIds: [world.stores.north], columns: ['total'] })
const idOf = ({ body }: RestAnswer) => (body as { data: { job: { id: string } } }).data.job.id
const refused = {
  status: 429,
  headers: { 'retry-after': String(retryAfterSeconds) },
  body: { message: messages.jobs.tooManyOpen(openPerUser), error: { code: 'TOO_MANY_REQUESTS' } },
}

test('sixty calls at once make no more jobs than one person may have', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? products(manager) : orders(manager))))
  const counted = Map.groupBy(answers, ({ status }) => status)
  expect([counted.get(201)?.length, counted.get(429)?.length]).toEqual([openPerUser, 60 - openPerUser])
  expect(counted.get(429)?.[0]).toMatchObject(refused)
  const { body } = await manager.rest('GET', '/jobs?mine=true')
  expect(body).toMatchObject({ data: { totals: { waiting: openPerUser } } })
})

test('one who has so many may still download, and others may export', async () => {
  expect(await orders(manager)).toMatchObject(refused)
  expect((await products(manager, '/products/export/csv')).status).toBe(200)
  expect((await products(await world.signedIn('staff'))).status).toBe(201)
})

test('a failed job is tried again where there is room only', async () => {
  const { body } = await manager.rest('GET', '/jobs?mine=true&status=waiting')
  const [one, other] = (body as { data: { jobs: { id: string }[] } }).data.jobs
  await manager.rest('POST', `/jobs/${one?.id}/cancel`)
  const last = idOf(await products(manager))
  const retry = () => manager.rest('POST', `/jobs/${one?.id}/retry`)
  expect(await retry()).toMatchObject(refused)
  for (const id of [other?.id, last]) await manager.rest('POST', `/jobs/${id}/cancel`)
  expect((await retry()).status).toBe(200)
  expect((await retry()).status).toBe(409)
  expect((await products(manager)).status).toBe(201)
  expect((await products(manager)).status).toBe(429)
})
