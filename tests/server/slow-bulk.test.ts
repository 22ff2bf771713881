// Bulk operations that take a day: a waiting user gets the file by pages; a job shows what it waits for and survives restarts.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const DAY_MS = 24 * 3_600_000
const products = 300

let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products } }, bulkAfterMs: 0 })
  world.sandbox.tune({ bulkMs: DAY_MS })
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const request = () => ({ storeId: world.stores.north, config: { fields: ['Title', 'Variant SKU'] } })
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const jobOf = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const counted = (wanted: string) => world.sandbox.requests.filter(({ operation }) => operation === wanted).length
const mine = async () => ((await owner.rest('GET', '/jobs?mine=true')).body as { data: JobListResponse }).data.jobs

function startWorker() {
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 20 })
  worker.start()
  return worker
}

test('a download reads pages, whatever a bulk operation would take', async () => {
  const answer = await owner.rest('POST', '/products/export/csv', request())
  expect(answer.status).toBe(200)
  await expect.poll(mine).toMatchObject([{ status: 'completed', counts: { fetched: products } }])
  expect([counted('StartBulk'), counted('ExportPage')]).toEqual([0, 2])
})

test('a download is on record, and can be cancelled, before its first byte', async () => {
  world.sandbox.faults.add({ kind: 'hang', shop: testShops.north.host, operation: 'ExportPage' })
  const pending = owner.rest('POST', '/products/export/csv', request())
  await expect.poll(mine, { timeout: 20_000 }).toMatchObject([{ status: 'running', canCancel: true }])
  const [job] = await mine()
  expect((await owner.rest('POST', `/jobs/${job?.id}/cancel`)).status).toBe(200)
  expect(await pending).toMatchObject({ body: { success: false, error: { code: 'JOB_CANCELLED' } } })
  expect(await mine()).toMatchObject([{ status: 'failed', error: { message: expect.stringContaining('Cancelled by') } }])
})

test('a download that a shop refuses leaves its record with the reason', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 402, shop: testShops.north.host })
  expect((await owner.rest('POST', '/products/export/csv', request())).status).toBe(422)
  await expect.poll(mine).toMatchObject([{ status: 'failed', error: { message: messages.platform.unavailable('North') } }])
})

test('a job says what it waits for, and a restart finds its operation again', async () => {
  const { id } = jobIn((await owner.rest('POST', '/products/export', request())).body)
  const first = startWorker()
  const waiting = async () => (await jobOf(id)).waitingFor
  await expect.poll(waiting, { timeout: 20_000 }).toMatch(/^Shopify is preparing the file: [\d,]+ objects?$/)
  await first.stop()
  expect(await jobOf(id)).toMatchObject({ status: 'waiting', waitingFor: operationMessages.noWorker })
  world.sandbox.tune({ bulkMs: 0 })
  const second = startWorker()
  await expect.poll(async () => (await jobOf(id)).status, { timeout: 20_000 }).toBe('completed')
  await second.stop()
  expect(await jobOf(id)).toMatchObject({ counts: { fetched: products }, attempts: 2, waitingFor: null })
  expect([counted('StartBulk'), counted('CancelBulk'), counted('ExportPage')]).toEqual([1, 0, 0])
})

test('the operation of a job that is cancelled is cancelled, too', async () => {
  const { id } = jobIn((await owner.rest('POST', '/products/export', request())).body)
  const worker = startWorker()
  await expect.poll(() => counted('PollBulk'), { timeout: 20_000 }).toBeGreaterThan(0)
  await owner.rest('POST', `/jobs/${id}/cancel`)
  await expect.poll(() => counted('CancelBulk'), { timeout: 20_000 }).toBe(1)
  await worker.stop()
})
