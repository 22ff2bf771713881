// The reported state of an export: the reason of a wait, the delivered data, and its end, whatever failed.
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { jobEnded } from '#server/boot/job-ended.ts'
import { messages } from '#shared/messages.ts'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import { mailsTo } from '#tests/support/outbox.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  const many = { products: 700 }
  world = await createWorld({ shops: { ...testShops, north: { ...testShops.north, ...many }, print: { ...testShops.print, ...many } } })
  owner = await world.signedIn('owner')
})
afterEach(() => {
  world.sandbox.faults.clear()
  world.sandbox.tune({ callBucket: false })
})
afterAll(() => world[Symbol.asyncDispose]())

const config = { fields: ['Product Id', 'Vendor'], filter: { status: 'active' } }
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
async function make(caller: Caller, storeId = world.stores.north): Promise<string> {
  const answer = await caller.rest('POST', '/products/export', { storeId, config })
  return jobIn(answer.body).id
}
async function newest(caller: Caller): Promise<Job | undefined> {
  return ((await caller.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs[0]
}
type Entry = { action: string; target: string; decision: string; details: Record<string, unknown> }
const audited = async (target: string) =>
  ((await owner.rest('GET', `/audit?target=${target}`)).body as { data: { entries: Entry[] } }).data.entries

test('while a shop’s rate limit holds an export up, the job says so', async () => {
  world.sandbox.tune({ callBucket: { size: 3, leakRate: 0.1 } })
  const id = await make(owner, world.stores.print)
  const work = world.work()
  await expect.poll(async () => (await get(id)).waitingFor).toBe(messages.platform.waiting('Print'))
  world.sandbox.tune({ callBucket: false })
  const later = async () => {
    world.clock.now += 10_000
    return get(id)
  }
  await expect.poll(later).toMatchObject({ status: 'completed', waitingFor: null })
  await work
})

test('while somebody waits for a file, its record says what holds it up', async () => {
  world.clock.now += 1_000
  world.sandbox.tune({ callBucket: { size: 3, leakRate: 0.5 } })
  const file = owner.rest('POST', '/products/export/csv', { storeId: world.stores.print, config: { ...config, filter: {} } })
  await expect.poll(async () => (await newest(owner))?.waitingFor).toBe(messages.platform.waiting('Print'))
  world.sandbox.tune({ callBucket: false })
  const later = async () => {
    world.clock.now += 10_000
    return newest(owner)
  }
  await expect.poll(later).toMatchObject({ status: 'completed', waitingFor: null })
  expect((await file).status).toBe(200)
})

test('a download that breaks says what had come by then', async () => {
  const reader = await world.signedIn('staff', 'north')
  const whole = { storeId: world.stores.north, config: { fields: productFields } }
  const before = world.sandbox.requests.length
  await reader.rest('POST', '/products/export/csv', whole)
  const after = world.sandbox.requests.length - before - 1
  world.sandbox.faults.add({ shop: testShops.north.host, kind: 'status', status: 403, after })
  world.clock.now += 1_000
  const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(`${url}/api/v1/products/export/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(whole),
  })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
  await expect.poll(async () => (await newest(reader))?.status).toBe('failed')
  const job = await newest(reader)
  expect(job).toMatchObject({ error: { code: 'STORE_REJECTED' }, counts: { expected: 700 } })
  expect(job?.counts.fetched).toBeGreaterThan(0)
  expect(job?.counts.fetched).toBeLessThan(700)
  expect(job?.counts.distinct).toBe(job?.counts.fetched)
})

test('it is on record which columns of what left the house, as how many rows of which file, and who fetched it', async () => {
  const id = await make(owner)
  await world.work()
  const job = await get(id)
  const [file] = job.files
  await owner.rest('GET', String(file?.url).replace('/api/v1', ''))
  const entries = await audited(id)
  const [fetched, completed] = ['export.jobs.file', 'jobs.completed'].map((action) => entries.find((entry) => entry.action === action))
  const { columns, filter } = { columns: config.fields, filter: config.filter }
  const { fetched: items, written: rows } = job.counts
  expect(completed).toMatchObject({
    decision: 'allowed',
    details: { type: 'product_export', storeIds: [world.stores.north], columns, filter, items, rows, sha256: file?.sha256 },
  })
  expect(fetched).toMatchObject({ decision: 'allowed', details: { fileId: file?.id } })
})

test('whoever wants it gets a mail when an export is ready or has failed, and nobody else does', async () => {
  const [keen, calm] = [await world.signedIn('staff', 'north'), await world.signedIn('staff', 'north')]
  await keen.rest('PUT', '/users/me/profile', { email_notifications: true })
  const emails = await Promise.all(
    [keen, calm].map(
      async (caller) => ((await caller.rest('GET', '/users/me/profile')).body as { data: { user: { email: string } } }).data.user.email,
    ),
  )
  const done = [await make(keen), await make(calm)]
  await world.work()
  world.sandbox.faults.add({ shop: testShops.north.host, kind: 'status', status: 401 })
  await make(keen)
  await world.work()
  const { counts } = await get(String(done[0]))
  const [ready, failed, ...more] = await mailsTo(world.folder, String(emails[0]), 2)
  expect(more).toEqual([])
  expect(ready).toContain(`${counts.written.toLocaleString('en-US')} rows`)
  expect(failed).toContain(messages.platform.rejected('North'))
  expect(await mailsTo(world.folder, String(emails[1]), 0)).toEqual([])
})

test('the lost answer to the last commit loses neither the file nor the mail', async () => {
  const keen = await world.signedIn('staff', 'north')
  await keen.rest('PUT', '/users/me/profile', { email_notifications: true })
  const { data } = (await keen.rest('GET', '/users/me/profile')).body as { data: { user: { email: string } } }
  const id = await make(keen)
  const { database } = world.deps
  let isCut = false
  /** Breaks the connection once, directly after the commit that completes the job. */
  const batch: typeof database.batch = async (statements) => {
    const results = await database.batch(statements)
    if (isCut || (await get(id)).status !== 'completed') return results
    isCut = true
    throw new Error('Connection terminated unexpectedly')
  }
  const deps = { ...world.deps, database: { ...database, batch } }
  await createWorker(deps, { handlers: createJobHandlers(deps), onEnd: jobEnded(deps) }).drain()
  expect(isCut).toBe(true)
  const job = await get(id)
  expect(job).toMatchObject({ status: 'completed', error: null, attempts: 1 })
  expect((await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))).status).toBe(200)
  expect((await mailsTo(world.folder, data.user.email, 1))[0]).toContain('rows')
})

test('on a full disk a job fails with that reason and leaves nothing, the rest of the product goes on, and a retry succeeds', async () => {
  const id = await make(owner)
  const part = join(world.exports, `${id}.1.part`)
  // Every write to this file fails with a full disk.
  symlinkSync('/dev/full', part)
  await world.work()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    error: { code: 'DISK_FULL', message: expect.stringContaining('disk is full') },
    files: [],
  })
  expect(readdirSync(world.exports).filter((file) => file.startsWith(id))).toEqual([])
  expect((await owner.rest('POST', '/products/fetch', { storeId: world.stores.north })).status).toBe(200)
  await owner.rest('POST', `/jobs/${id}/retry`)
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'completed', attempts: 2 })
})
