// Schedules that deliver only what changed since their last run, and what was deleted.
import { eq } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduleItems, scheduleMemories } from '#drizzle/schedule-tables.ts'
import type { Job } from '#shared/jobs.ts'
import { scheduleLimits } from '#shared/schedule-limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.now = Date.now()
  world.sandbox.faults.clear()
  owner = await world.signedIn('owner')
})

type Name = 'north' | 'print'
const trade = (name: Name) => world.sandbox.trade(testShops[name].host)
const products = (name: Name) => trade(name).catalogue().products
const columns = ['Product Id', 'Handle', 'Title']
const productRequest = (name: Name, filter: object = {}) => ({
  storeId: world.stores[name],
  config: { fields: columns, rowsPerProduct: 1, filter },
})
const orderRequest = (name: Name) => ({ storeIds: [world.stores[name]], columns: ['orderId', 'orderName', 'notes'] })

type Answer = { data: { schedule: Schedule; job: Job } }
const create = (change: object) =>
  owner.rest('POST', '/schedules', {
    name: 'What changed',
    type: 'product_export',
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    delivers: 'changes',
    ...change,
  })
async function made(change: object): Promise<string> {
  const { status, body, text } = await create(change)
  expect([status, text]).toEqual([201, expect.any(String)])
  return (body as Answer).data.schedule.id
}

async function lastJob(id: string): Promise<Job> {
  const { data } = (await owner.rest('GET', `/schedules/${id}`)).body as Answer
  return ((await owner.rest('GET', `/jobs/${data.schedule.lastRun?.jobId}`)).body as Answer).data.job
}
async function begin(id: string) {
  // Runs of the same millisecond have no order.
  later(1_000)
  expect(await owner.rest('POST', `/schedules/${id}/run`)).toMatchObject({ status: 200 })
}
async function ended(id: string): Promise<Job> {
  await begin(id)
  await world.work()
  return lastJob(id)
}
async function rowsOf(job: Job): Promise<Record<string, string>[]> {
  expect(job).toMatchObject({ status: 'completed' })
  const { bytes } = await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
  return parse(bytes, { bom: true, columns: true })
}
/** The rows of the next run. */
const next = async (id: string) => rowsOf(await ended(id))
const idsOf = (rows: readonly Record<string, string>[]) => rows.map((row) => row['Product Id'] ?? row['Id'])
const later = (ms: number) => (world.clock.now += ms)

/** The last products of a shop, which no other test changes. */
function twoOf(name: Name) {
  const [first, second] = products(name).slice(-2)
  if (!first || !second) throw new Error('the shop has too few products')
  return [first, second] as const
}

describe.each(['north', 'print'] as const)('products of %s', (name) => {
  test('everything first, then what changed, once, and what was deleted', async () => {
    const id = await made({ request: productRequest(name), includeDeleted: true })
    const all = products(name).map((product) => product.id)
    expect(idsOf(await next(id))).toEqual(all)
    expect(await next(id)).toEqual([])
    const [gone, kept] = twoOf(name)
    trade(name).saveProduct(kept, { title: 'Another title' })
    const added = trade(name).saveProduct(null, { title: 'New' })
    trade(name).removeProduct(gone.id)
    const job = await ended(id)
    const byId = (rows: readonly Record<string, string>[]) =>
      rows.toSorted((one, other) => Number(one['Product Id']) - Number(other['Product Id']))
    const rows = await rowsOf(job)
    expect(rows.at(-1)?.['Deleted']).toBe('yes')
    expect(byId(rows)).toEqual(
      byId([
        { 'Product Id': kept.id, Handle: kept.handle, Title: 'Another title', Deleted: '' },
        { 'Product Id': added.id, Handle: added.handle, Title: 'New', Deleted: '' },
        { 'Product Id': gone.id, Handle: gone.handle, Title: gone.title, Deleted: 'yes' },
      ]),
    )
    expect(job).toMatchObject({ counts: { written: 3 }, warning: null, receipt: { limit: null, stores: [{ written: 3, deleted: 1 }] } })
    expect(await next(id)).toEqual([])
  })

  test('two writes within one second are two changes', async () => {
    const id = await made({ request: productRequest(name) })
    const [, product] = twoOf(name)
    const time = trade(name).clock.now()
    trade(name).saveProduct(product, { title: 'First' }, time)
    await next(id)
    trade(name).saveProduct(product, { title: 'Second' }, time)
    expect(await next(id)).toMatchObject([{ Title: 'Second' }])
    expect(await next(id)).toEqual([])
  })

  test('a write that the shop shows late comes with the next run, as late as the overlap', async () => {
    const id = await made({ request: productRequest(name) })
    await next(id)
    const begun = world.clock.now
    const [one, other] = twoOf(name)
    trade(name).saveProduct(one, { title: 'Late' }, begun - scheduleLimits.overlapMs + 2_000)
    trade(name).saveProduct(other, { title: 'Later than that' }, begun - scheduleLimits.overlapMs - 2_000)
    later(60_000)
    expect(await next(id)).toMatchObject([{ Title: 'Late' }])
  })

  test('a change during the run comes with the next one, however long the run takes', async () => {
    const id = await made({ request: productRequest(name) })
    const begun = world.clock.now
    await begin(id)
    world.sandbox.tune({ latencyMs: 50 }, testShops[name].host)
    const called = world.sandbox.requests.length
    const working = world.work()
    await expect.poll(() => world.sandbox.requests.length, { interval: 5 }).toBeGreaterThan(called)
    later(1_800_000)
    await working
    world.sandbox.tune({ latencyMs: 0 }, testShops[name].host)
    expect(await lastJob(id)).toMatchObject({ status: 'completed' })
    const [, product] = twoOf(name)
    trade(name).saveProduct(product, { title: 'Meanwhile' }, begun + 60_000)
    expect(await next(id)).toMatchObject([{ Title: 'Meanwhile' }])
  })

  test('an answer that comes short deletes nothing', async () => {
    const id = await made({ request: productRequest(name), includeDeleted: true })
    await next(id)
    const operation = name === 'north' ? 'ProductIds' : '/admin/products.json'
    world.sandbox.faults.add({ kind: 'shortPage', rows: 5, operation, times: 1 })
    expect(await next(id)).toEqual([])
  })

  test('what the filters leave out is not deleted', async () => {
    const [, product] = twoOf(name)
    trade(name).saveProduct(product, { status: 'ACTIVE' })
    const id = await made({ request: productRequest(name, { status: 'active' }), includeDeleted: true })
    expect(idsOf(await next(id))).toContain(product.id)
    trade(name).saveProduct({ ...product, status: 'ACTIVE' }, { status: 'DRAFT' })
    expect(await next(id)).toEqual([])
  })
})

test.each(['north', 'print'] as const)('the same for orders of %s', async (name) => {
  const id = await made({ type: 'order_export', request: orderRequest(name), includeDeleted: true })
  expect(await next(id)).toHaveLength(trade(name).orders().length)
  expect(await next(id)).toEqual([])
  const [gone, kept] = trade(name).orders().slice(-2)
  trade(name).changeOrder(kept?.id ?? '', { note: 'Changed' })
  trade(name).removeOrder(gone?.id ?? '')
  const added = trade(name).placeOrder()
  expect(await next(id)).toMatchObject([
    { Id: kept?.id, Notes: 'Changed', Deleted: '' },
    { Id: added.id, Deleted: '' },
    { Id: gone?.id, Name: gone?.name, Deleted: 'yes' },
  ])
})

test('where the shop hides old orders, it does not tell which ones were deleted, and the run says so', async () => {
  const id = await made({ type: 'order_export', request: orderRequest('north'), includeDeleted: true })
  await next(id)
  const { scopes, host } = testShops.north
  world.sandbox.tune({ scopes: scopes.filter((scope) => scope !== 'read_all_orders') }, host)
  const job = await ended(id)
  world.sandbox.tune({ scopes }, host)
  expect(await rowsOf(job)).toEqual([])
  expect(job.warning).toContain(scheduleMessages.deletedUntold)
})

test('a run that is cancelled or fails moves nothing', async () => {
  const id = await made({ request: productRequest('north') })
  await next(id)
  const [, product] = twoOf('north')
  trade('north').saveProduct(product, { title: 'Not lost' })
  await begin(id)
  const { id: jobId } = await lastJob(id)
  expect(await owner.rest('POST', `/jobs/${jobId}/cancel`)).toMatchObject({ status: 200 })
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: testShops.north.host })
  expect(await ended(id)).toMatchObject({ status: 'failed' })
  world.sandbox.faults.clear()
  expect(await next(id)).toMatchObject([{ Title: 'Not lost' }])
})

test('another export starts anew, and so does one that delivered everything in between', async () => {
  const id = await made({ request: productRequest('north') })
  const all = products('north').length
  await next(id)
  await owner.rest('PUT', `/schedules/${id}`, { request: productRequest('north', { status: 'active' }) })
  const active = await next(id)
  expect(active.length).toBeGreaterThan(1)
  expect(await next(id)).toEqual([])
  await owner.rest('PUT', `/schedules/${id}`, { request: productRequest('north'), delivers: 'all' })
  expect(await next(id)).toHaveLength(all)
  await owner.rest('PUT', `/schedules/${id}`, { delivers: 'changes' })
  expect(await next(id)).toHaveLength(all)
  expect(await next(id)).toEqual([])
})

test('the maximum of an export does not hold, because the rest would never come', async () => {
  const request = productRequest('north')
  const id = await made({ request: { ...request, config: { ...request.config, maxItemsPerFile: 3 } } })
  expect(await next(id)).toHaveLength(products('north').length)
})

const itemsOf = (id: string) => world.deps.database.db.$count(scheduleItems, eq(scheduleItems.scheduleId, id))

test('without deleted items, only what the next overlap can meet is remembered; a deleted schedule leaves no memory', async () => {
  const id = await made({ request: productRequest('north') })
  await next(id)
  expect(await itemsOf(id)).toBe(products('north').length)
  later(2 * scheduleLimits.overlapMs)
  await next(id)
  later(2 * scheduleLimits.overlapMs)
  await next(id)
  expect(await itemsOf(id)).toBe(0)
  await owner.rest('DELETE', `/schedules/${id}`)
  expect(await world.deps.database.db.$count(scheduleMemories, eq(scheduleMemories.scheduleId, id))).toBe(0)
})

test('a run without changes is no problem that people are told of', async () => {
  const id = await made({ request: productRequest('north') })
  await next(id)
  expect(await next(id)).toEqual([])
  const { body } = await owner.rest('GET', '/notifications')
  expect(body).toMatchObject({ data: { notifications: [] } })
})

test.each([
  [
    'chosen items',
    'delivers',
    { request: { storeId: 'north', config: { fields: columns }, productIds: ['1'] } },
    scheduleMessages.changesOfSelection,
  ],
  ['dates', 'dates', { dates: { from: 'yesterday', to: null } }, scheduleMessages.changesOfDates],
  [
    'deleted items of an export of everything',
    'includeDeleted',
    { delivers: 'all', includeDeleted: true },
    scheduleMessages.deletedNeedsChanges,
  ],
  [
    'deleted items without a name',
    'includeDeleted',
    { includeDeleted: true, request: { storeId: 'north', config: { fields: ['Title'] } } },
    scheduleMessages.deletedNeedsName(['Product Id', 'Handle']),
  ],
])('is refused with %s', async (_what, path, change, message) => {
  const named = { request: productRequest('north'), ...change }
  const request =
    'storeId' in named.request && named.request.storeId === 'north' ? { ...named.request, storeId: world.stores.north } : named.request
  expect(await create({ ...named, request })).toMatchObject({ status: 400, body: { message, error: { issues: [{ path }] } } })
})
