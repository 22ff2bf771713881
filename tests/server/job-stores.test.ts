// An export whose store is deleted, deactivated or moved to another shop ends with the reason, and stops calling the shop.
import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobStores } from '#drizzle/job-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { errors } from '#shared/errors.ts'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { createWorld, storeRequest, testShops, type Caller, type World } from '#tests/support/world.ts'

const north = testShops.north.host
const many = { products: 1_500, orders: 700 }

let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld({
    shops: { ...testShops, north: { ...testShops.north, ...many }, harbor: { ...testShops.harbor, ...many } },
    bulkAfterMs: Number.POSITIVE_INFINITY,
  })
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const request = () => ({ storeId: world.stores.north, config: { fields: productFields } })
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const newest = async () => ((await owner.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs[0]
const make = async () => jobIn((await owner.rest('POST', '/products/export', request())).body).id
const left = (id: string) => readdirSync(world.exports).filter((file) => file.startsWith(id))

/** Changes the store's shop to Harbor's, after Harbor's store is deleted. */
async function move() {
  await owner.rest('DELETE', `/stores/${world.stores.harbor}`)
  const { domain, clientId, clientSecret } = storeRequest('harbor')
  const { status } = await owner.rest('PUT', `/stores/${world.stores.north}`, { domain, clientId, clientSecret })
  expect(status).toBe(200)
}

const changes = {
  deleted: {
    happen: async () => void (await owner.rest('DELETE', `/stores/${world.stores.north}`)),
    error: { code: 'NOT_FOUND', message: messages.jobs.storeGone },
  },
  inactive: {
    happen: async () => void (await owner.rest('PUT', `/stores/${world.stores.north}`, { active: false })),
    error: { code: 'STORE_INACTIVE', message: messages.jobs.storeInactive('North') },
  },
  'of another shop': { happen: move, error: { code: 'STORE_MOVED', message: messages.jobs.storeMoved('North') } },
}
const each = Object.entries(changes)

test.each(each)(
  'a job ends at its next checkpoint when its store is %s, and the shop hears no more of it',
  async (_, { happen, error }) => {
    const id = await make()
    world.sandbox.tune({ latencyMs: 500 }, north)
    const work = world.work()
    await expect.poll(async () => (await get(id)).counts.fetched).toBeGreaterThan(0)
    await happen()
    await work
    const { counts, ...job } = await get(id)
    expect(job).toMatchObject({ status: 'failed', error, files: [] })
    expect(counts.fetched).toBeLessThan(many.products)
    expect(left(id)).toEqual([])
    const calls = world.sandbox.requests.length
    world.clock.now += 24 * 3_600_000
    await world.work()
    expect(world.sandbox.requests).toHaveLength(calls)
  },
)

test.each(each)('a job that backs off does not go on once its store is %s', async (_, { happen, error }) => {
  const id = await make()
  world.sandbox.faults.add({ kind: 'status', status: 429, retryAfter: '600', shop: north, operation: 'ExportPage', after: 2 })
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'pending' })
  world.sandbox.faults.clear()
  await happen()
  world.clock.now += 600_000
  const calls = world.sandbox.requests.length
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'failed', error, files: [] })
  expect(world.sandbox.requests).toHaveLength(calls)
})

test.each(each)('a download breaks when its store is %s', async (_, { happen, error }) => {
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  world.sandbox.tune({ latencyMs: 150 }, north)
  const answer = await fetch(`${url}/api/v1/products/export/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request()),
  })
  expect(answer.status).toBe(200)
  await happen()
  await expect(answer.text()).rejects.toThrow()
  await expect.poll(async () => (await newest())?.status).toBe('failed')
  expect(await newest()).toMatchObject({ error })
})

test.each(each)(
  'an export into a sheet that somebody waits for ends when its store is %s, and leaves no tab',
  async (_, { happen, error }) => {
    world.sandbox.tune({ latencyMs: 100 }, north)
    const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'
    const columns = ['orderName', 'createdAt', 'total', 'customer.email', 'lineItem.name', 'lineItem.sku', 'shippingAddress.address1']
    const sheet = owner.rest('POST', '/export/sheets', { storeIds: [world.stores.north], url, columns })
    await expect.poll(async () => (await newest())?.status).toBe('running')
    await happen()
    expect(await sheet).toMatchObject({ status: errors[error.code as keyof typeof errors].status, body: { error } })
    expect(world.sandbox.sheets.documents.get('demo-exports')?.tabs.map(({ title }) => title)).toEqual(['Sheet1'])
  },
)

test('a job of an earlier version, which kept no shop, goes on', async () => {
  const id = await make()
  await world.deps.database.db.update(jobStores).set({ platform: null, domain: null }).where(eq(jobStores.jobId, id))
  await world.deps.database.db.update(stores).set({ name: 'North Supply' }).where(eq(stores.id, world.stores.north))
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'completed' })
})
