// Jobs that use bulk operations and write products before the file is complete. Whatever the file contains, the result equals the one by
// pages.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const STORAGE = 'storage.googleapis.com'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products: 700 } }, bulkAfterMs: 0 })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const request = (config: object = {}) => ({ storeId: world.stores.north, config: { fields: productFields, ...config } })
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const operations = () => world.sandbox.requests.map(({ operation }) => operation)

/** The file of an export through pages. */
async function byPages(config: object = {}): Promise<string> {
  const { text } = await owner.rest('POST', '/products/export/csv', request(config))
  world.sandbox.requests.length = 0
  return text
}

async function done(config: object = {}): Promise<{ job: Job; text: string }> {
  const made = await owner.rest('POST', '/products/export', request(config))
  expect([made.status, made.text.slice(0, 300)]).toEqual([201, expect.any(String)])
  const { id } = jobIn(made.body)
  await world.work()
  const job = jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
  const { text } = await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
  return { job, text }
}

test.each([
  ['is in order', null, 1],
  ['breaks off once', { kind: 'reset', share: 0.6, times: 1 }, 2],
  ['is out of order', { kind: 'firstLast' }, 2],
  ['is always short', { kind: 'truncatedJson' }, 6],
] as const)('where the file %s, all products stand in the result once', async (_, fault, downloads) => {
  const expected = await byPages()
  if (fault) world.sandbox.faults.add({ ...fault, shop: STORAGE })
  const { job, text } = await done()
  expect(job).toMatchObject({ status: 'completed', attempts: 1, counts: { expected: 700, fetched: 700, distinct: 700 } })
  expect(text).toBe(expected)
  expect(operations().filter((operation) => operation === 'bulkFile')).toHaveLength(downloads)
})

test('the first so many are the first of all, also where the file begins with others', async () => {
  const expected = await byPages({ maxItemsPerFile: 400 })
  world.sandbox.faults.add({ kind: 'firstLast', shop: STORAGE })
  const { job, text } = await done({ maxItemsPerFile: 400 })
  expect(job.counts).toMatchObject({ fetched: 400 })
  expect(text).toBe(expected)
})
