// Users' actions on jobs: create, list, run, download, cancel and retry, and their access rights.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jobs } from '#drizzle/job-tables.ts'
import { roleAssignments, users } from '#drizzle/schema.ts'
import { listJobRows as listJobs } from '#server/jobs/repo.ts'
import { jobEnds, type Job, type JobEnd, type JobListResponse } from '#shared/jobs.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { productFields } from '#shared/product-fields.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, products: 700 } } })
  owner = await world.signedIn('owner')
})
afterEach(() => {
  world.sandbox.faults.clear()
  world.sandbox.tune({ latencyMs: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

const request = (storeId = world.stores.north, config: object = {}) => ({
  storeId,
  config: { fields: ['Product Id', 'Custom Option'], ...config },
})
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
async function make(caller = owner, body: object = request(), headers = {}): Promise<Job> {
  const answer = await caller.rest('POST', '/products/export', body, headers)
  expect(answer.status).toBe(201)
  return jobIn(answer.body)
}
const get = async (id: string, caller = owner) => jobIn((await caller.rest('GET', `/jobs/${id}`)).body)
const pathOf = (job: Job) => String(job.files[0]?.url).replace('/api/v1', '')
const north = 'north-test.myshopify.com'

test('a job becomes the very file that a download is, with a receipt that agrees', async () => {
  const whole = request(world.stores.north, { fields: productFields })
  const made = await make(owner, whole)
  expect(made).toMatchObject({ status: 'waiting', progress: 0, type: 'product_export', storeIds: [world.stores.north], files: [] })
  await world.work()
  const job = await get(made.id)
  expect(job).toMatchObject({
    status: 'completed',
    progress: 100,
    // No warning about Custom Option, which Shopify lacks: the person did not choose it, because all columns are the default.
    warning: null,
    error: null,
    attempts: 1,
  })
  expect(job.counts).toMatchObject({ expected: 700, fetched: 700, distinct: 700, skipped: 0 })
  const file = await owner.rest('GET', pathOf(job))
  const direct = await owner.rest('POST', '/products/export/csv', whole)
  expect(file.text).toBe(direct.text)
  const sha256 = createHash('sha256').update(file.text).digest('hex')
  expect(job.files).toMatchObject([{ rows: job.counts.written, bytes: Buffer.byteLength(file.text), sha256 }])
  expect(job.receipt).toMatchObject({ columns: [...productFields], limit: 50_000, isLimitHit: false, sha256 })
  expect(job.receipt?.stores).toMatchObject([{ storeName: 'North', expected: 700, fetched: 700, skipped: [], scopeGaps: [] }])
  expect(file.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringMatching(/products_export_[\d-]+\.csv"$/),
  })
})

test('a download leaves a job with its receipt', async () => {
  world.clock.now += 1_000
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.print, { maxItemsPerFile: 7 }))
  const [job] = ((await owner.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs
  const sha256 = createHash('sha256').update(answer.text).digest('hex')
  expect(job).toMatchObject({ status: 'completed', files: [], counts: { fetched: 7, expected: 60, skipped: 53 } })
  expect(job?.receipt).toMatchObject({ sha256, isLimitHit: true, stores: [{ skipped: [{ reason: 'Beyond Max Items', count: 53 }] }] })
})

test('a part of a file can be had', async () => {
  const { id } = await make(owner, request(world.stores.print))
  await world.work()
  const path = pathOf(await get(id))
  const whole = (await owner.rest('GET', path)).text
  const bytes = Buffer.from(whole)
  const part = async (range: string, more = {}) => owner.rest('GET', path, undefined, { range, ...more })
  const middle = await part('bytes=100-199')
  expect(middle).toMatchObject({ status: 206, text: bytes.subarray(100, 200).toString() })
  expect(middle.headers).toMatchObject({ 'content-range': `bytes 100-199/${bytes.length}`, 'content-length': '100' })
  expect((await part('bytes=-10')).text).toBe(bytes.subarray(-10).toString())
  expect((await part(`bytes=${bytes.length - 5}-`)).text).toBe(bytes.subarray(-5).toString())
  const behind = await part(`bytes=${bytes.length}-`)
  expect(behind).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${bytes.length}` } })
  expect(await part('bytes=0-1', { 'if-range': '"another"' })).toMatchObject({ status: 200, text: whole })
  expect(await part('bytes=5-2')).toMatchObject({ status: 200, text: whole })
})

test('a file is not sent again to who has it already', async () => {
  const { id } = await make(owner, request(world.stores.print))
  await world.work()
  const path = pathOf(await get(id))
  const { headers } = await owner.rest('GET', path)
  const etag = String(headers['etag'])
  for (const tag of [etag, `W/${etag}`]) {
    const again = await owner.rest('GET', path, undefined, { 'if-none-match': tag })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
  }
  expect((await owner.rest('GET', path, undefined, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await owner.rest('GET', path, undefined, { 'if-none-match': etag, range: 'bytes=5-' })).status).toBe(206)
})

test('the same Idempotency-Key makes one job', async () => {
  const headers = { 'idempotency-key': 'twice' }
  const first = await make(owner, request(), headers)
  expect((await make(owner, request(), headers)).id).toBe(first.id)
  const other = await owner.rest('POST', '/products/export', request(world.stores.print), headers)
  expect(other.status).toBe(409)
  await owner.rest('POST', `/jobs/${first.id}/cancel`)
})

test('a cancelled job fails by name, a failed one can be tried again, and neither when it is over', async () => {
  const { id } = await make()
  const cancelled = await owner.rest('POST', `/jobs/${id}/cancel`)
  expect(jobIn(cancelled.body)).toMatchObject({
    status: 'failed',
    error: { code: 'JOB_CANCELLED', message: expect.stringMatching(/^Cancelled by owner-/) },
  })
  expect(await owner.rest('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 409 })
  expect(jobIn((await owner.rest('POST', `/jobs/${id}/retry`)).body)).toMatchObject({ status: 'waiting', error: null })
  expect(await owner.rest('POST', `/jobs/${id}/retry`)).toMatchObject({ status: 409 })
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'completed' })
  expect(await owner.rest('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 409 })
})

test('a job that is cancelled while it runs leaves nothing behind', async () => {
  const { id } = await make()
  world.sandbox.faults.add({ shop: north, kind: 'hang', after: 2 })
  const work = world.work({ heartbeatMs: 20 })
  await expect.poll(async () => (await get(id)).status).toBe('running')
  await expect.poll(() => readdirSync(world.exports).filter((file) => file.startsWith(id))).toHaveLength(1)
  expect(jobIn((await owner.rest('POST', `/jobs/${id}/cancel`)).body).status).toBe('failed')
  await work
  expect(readdirSync(world.exports).filter((file) => file.startsWith(id))).toEqual([])
  expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED' } })
})

test('a shop that refuses fails the job with its sentence', async () => {
  const { id } = await make()
  world.sandbox.faults.add({ shop: north, kind: 'status', status: 401 })
  await world.work()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    error: { code: 'STORE_REJECTED', message: 'North: the platform refused the credentials' },
  })
})

test('who loses the right loses the running export too', async () => {
  const staff = await world.signedIn('staff', 'north')
  const { id } = await make(staff)
  await world.deps.database.db.delete(roleAssignments).where(eq(roleAssignments.userId, staff.userId))
  await world.work()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    error: { code: 'JOB_CANCELLED', message: expect.stringContaining('may no longer export') },
  })
})

test('a deactivated person’s export ends at its next checkpoint', async () => {
  const staff = await world.signedIn('staff', 'north')
  const { id } = await make(staff, request(world.stores.north, { fields: productFields }))
  world.sandbox.tune({ latencyMs: 50 }, north)
  const work = world.work()
  await expect.poll(async () => (await get(id)).counts.fetched).toBeGreaterThan(0)
  await world.deps.database.db.update(users).set({ isActive: false }).where(eq(users.id, staff.userId))
  await work
  expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED' } })
  expect(readdirSync(world.exports).filter((file) => file.startsWith(id))).toEqual([])
})

test('jobs are seen by their makers and by those with settings:read in their stores; the rest is not there', async () => {
  const manager = await world.signedIn('manager', 'north')
  const [staff, colleague] = [await world.signedIn('staff', 'north'), await world.signedIn('staff', 'north')]
  const { id } = await make(staff, request(world.stores.north, { maxItemsPerFile: 1 }))
  const elsewhere = await make(owner, request(world.stores.print))
  await world.work()
  const path = pathOf(await get(id))
  const statuses = async (caller: Caller, job: string) =>
    (await Promise.all([caller.rest('GET', `/jobs/${job}`), caller.rest('POST', `/jobs/${job}/cancel`)])).map(({ status }) => status)
  expect(await statuses(staff, id)).toEqual([200, 409])
  expect(await statuses(colleague, id)).toEqual([404, 404])
  expect(await statuses(manager, id)).toEqual([200, 409])
  expect(await statuses(manager, elsewhere.id)).toEqual([404, 404])
  const files = await Promise.all([staff, colleague, manager].map(async (caller) => (await caller.rest('GET', path)).status))
  expect(files).toEqual([200, 404, 200])
  const listed = async (caller: Caller, query: string) => (await caller.rest('GET', `/jobs${query}`)).body as { data: JobListResponse }
  expect((await staff.rest('GET', '/jobs')).status).toBe(403)
  expect((await listed(staff, '?mine=true')).data.jobs.map((job) => job.id)).toEqual([id])
  const seen = (await listed(manager, '?limit=100')).data.jobs
  expect(seen.map((job) => job.id)).toContain(id)
  expect(seen.every((job) => job.storeIds.every((storeId) => storeId === world.stores.north))).toBe(true)
  await world.deps.database.db.delete(roleAssignments).where(eq(roleAssignments.userId, staff.userId))
  expect((await staff.rest('GET', path)).status).toBe(404)
})

test('a list shows no job of a type whose right is missing', async () => {
  const both = await world.signedIn('manager', 'north')
  const { id } = await make(both, request(world.stores.north, { maxItemsPerFile: 1 }))
  const body = { name: 'orders only', permissions: ['orders:read', 'orders:export'], store_ids: null }
  const key = ((await both.rest('POST', '/users/me/api-keys', body)).body as { data: { token: string } }).data.token
  const mine = async (caller: Caller) => ((await caller.rest('GET', '/jobs?mine=true')).body as { data: JobListResponse }).data
  expect((await mine(both)).jobs.map((job) => job.id)).toEqual([id])
  const seen = await mine(world.caller(key))
  expect(seen.jobs).toEqual([])
  expect(Object.values(seen.totals).every((count) => count === 0)).toBe(true)
  await world.work()
})

test('the list is filtered, paged without gaps, and counts by status', async () => {
  const all: Job[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${cursor}` : ''
    const { data } = (await owner.rest('GET', `/jobs?limit=3${query}`)).body as { data: JobListResponse }
    all.push(...data.jobs)
    cursor = data.pageInfo.endCursor
  } while (cursor)
  expect(new Set(all.map((job) => job.id)).size).toBe(all.length)
  expect(all).toHaveLength(await world.deps.database.db.$count(jobs))
  const failed = (await owner.rest('GET', '/jobs?status=failed&limit=100')).body as { data: JobListResponse }
  expect(failed.data.jobs.map((job) => job.id)).toEqual(all.filter((job) => job.status === 'failed').map((job) => job.id))
  expect(failed.data.totals.failed).toBe(failed.data.jobs.length)
  expect(failed.data.totals.completed).toBe(all.filter((job) => job.status === 'completed').length)
  const print = (await owner.rest('GET', `/jobs?storeId=${world.stores.print}&limit=100`)).body as { data: JobListResponse }
  expect(print.data.jobs.every((job) => job.storeIds.includes(world.stores.print))).toBe(true)
  expect((await owner.rest('GET', '/jobs?cursor=nonsense')).status).toBe(400)
})

test('lists count chosen products instead of naming them; the job itself names them', async () => {
  const list = (await owner.rest('POST', '/products/fetch', { storeId: world.stores.north, limit: 50 })).body
  const productIds = (list as { data: { products: { id: string }[] } }).data.products.map(({ id }) => id)
  const { id } = await make(owner, { ...request(), productIds })
  await world.work()
  const listed = ((await owner.rest('GET', '/jobs?mine=true&limit=100')).body as { data: JobListResponse }).data.jobs
  expect(listed.find((job) => job.id === id)?.receipt?.filter).toEqual({ productIds: 50 })
  expect((await get(id)).receipt?.filter).toEqual({ productIds })
  // The database query omits the ids too, because lists are read every two seconds.
  const rows = await listJobs(world.deps.database.db, { reach: [{ types: ['product_export'], within: null }] }, 50, null)
  expect(rows.find((row) => row.id === id)).toMatchObject({ receipt: { filter: { productIds: 50 } }, hasCheckpoint: false })
  expect(JSON.stringify(rows)).not.toContain(productIds[0])
})

test('files go when their time is over, and say so', async () => {
  const { id } = await make(owner, request(world.stores.print))
  await world.work()
  const path = pathOf(await get(id))
  const longAgo = new Date(world.clock.now - 31 * 24 * 3_600_000)
  await world.deps.database.db.update(jobs).set({ finishedAt: longAgo }).where(eq(jobs.id, id))
  await removeExpiredFiles(world.deps, 30)
  expect(await owner.rest('GET', path)).toMatchObject({ status: 410, body: { error: { code: 'FILE_EXPIRED' } } })
  expect((await get(id)).files).toMatchObject([{ url: null }])
  expect(readdirSync(world.exports).filter((file) => file.startsWith(id))).toEqual([])
})

test('a list tells, where asked, the exports that failed within a week', async () => {
  const failures = async (caller = owner, query = '') =>
    ((await caller.rest('GET', `/jobs?limit=1&failures=true${query}`)).body as { data: JobListResponse }).data.failures
  const elsewhere = await world.signedIn('manager', 'print')
  const before = await failures()
  const elsewhereBefore = await failures(elsewhere)
  world.clock.now += 1_000
  const { id } = await make()
  world.sandbox.faults.add({ shop: north, kind: 'status', status: 401 })
  await world.work()
  const cancelled = await make()
  await owner.rest('POST', `/jobs/${cancelled.id}/cancel`)
  const after = await failures()
  expect(after).toMatchObject({ count: (before?.count ?? 0) + 1, jobs: { 0: { id, canRetry: true } } })
  const added = (end: JobEnd) => Number(after?.ends[end]) - Number(before?.ends[end])
  expect(jobEnds.map(added)).toEqual([0, 0, 1, 1])
  expect(await failures(owner, '&status=completed')).toEqual(after)
  expect(await failures(elsewhere)).toEqual(elsewhereBefore)
  const endedAgo = (ms: number) =>
    world.deps.database.db
      .update(jobs)
      .set({ finishedAt: new Date(world.clock.now - ms) })
      .where(eq(jobs.id, id))
  const weekMs = 7 * 24 * 3_600_000
  await endedAgo(weekMs)
  expect((await failures())?.jobs[0]?.id).toBe(id)
  await endedAgo(weekMs + 1)
  expect(await failures()).toMatchObject({ count: before?.count, ends: { failed: before?.ends.failed } })
  await world.deps.database.db.update(jobs).set({ status: 'failed', finishedAt: new Date(world.clock.now), errorCode: 'INTERNAL' })
  const all = await world.deps.database.db.$count(jobs)
  expect(all).toBeGreaterThan(5)
  expect(await failures()).toMatchObject({
    count: all,
    jobs: { length: 5 },
    ends: { completed: 0, incomplete: 0, failed: all, cancelled: 0 },
  })
  await world.deps.database.db.update(jobs).set({ errorCode: 'INCOMPLETE' })
  expect(await failures()).toMatchObject({ ends: { incomplete: all, failed: 0 } })
})
