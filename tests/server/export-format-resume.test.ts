// Jobs whose files are made of stored rows go on where they were.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { orderColumns } from '#shared/order-columns.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const shops = { north: { ...testShops.north, orders: 400 }, harbor: testShops.harbor, print: { ...testShops.print, orders: 400 } }
let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
async function make(format: string): Promise<string> {
  const request = { storeIds: [world.stores.north, world.stores.print], columns: orderColumns, format }
  return jobIn((await owner.rest('POST', '/orders/export', request)).body).id
}
async function bytesOf(id: string): Promise<Buffer> {
  const { files } = await get(id)
  return (await owner.rest('GET', String(files[0]?.url).replace('/api/v1', ''))).bytes
}

test.each(['csv.gz', 'xlsx', 'jsonl', 'parquet'])(
  'broken off within the second store, the %s file comes out byte for byte the same',
  async (format) => {
    const undisturbed = await make(format)
    await world.work()
    const id = await make(format)
    world.sandbox.faults.add({ shop: shops.print.host, kind: 'hang', operation: '/admin/orders.json', after: 1 })
    const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 20 })
    worker.start()
    await expect.poll(async () => (await get(id)).counts.fetched, { timeout: 20_000 }).toBeGreaterThan(400)
    await worker.stop()
    world.sandbox.faults.clear()
    await world.work()
    expect(await get(id)).toMatchObject({ status: 'completed', attempts: 2 })
    expect((await bytesOf(id)).equals(await bytesOf(undisturbed))).toBe(true)
  },
)
