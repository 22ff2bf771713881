// What a job tells of its request and its result, and the same request as a new job.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { roleAssignments, stores } from '#drizzle/schema.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import type { Job, JobListResponse, JobRequestResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const spreadsheet = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const dayMs = 24 * 3_600_000

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string, caller = owner) => jobIn((await caller.rest('GET', `/jobs/${id}`)).body)
const newest = async (caller = owner) =>
  ((await caller.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs[0]
const products = (config: object = {}) => ({ storeId: world.stores.print, config: { fields: ['Product Id', 'Title'], ...config } })
async function make(body: object = products(), caller = owner): Promise<Job> {
  const answer = await caller.rest('POST', '/products/export', body)
  expect(answer.status).toBe(201)
  return jobIn(answer.body)
}
async function done(body?: object): Promise<Job> {
  const { id } = await make(body)
  await world.work()
  return get(id)
}

test('a job tells its request in short, and the template that has its columns', async () => {
  const template = { name: 'Two columns', type: 'product', columns: ['Product Id', 'Title'] }
  await owner.rest('POST', '/templates', template)
  await owner.rest('POST', '/templates', { ...template, name: 'A shorter one', columns: ['Product Id'] })
  const filter = { status: 'active', createdAfter: '2020-01-31' }
  const { request } = await make(products({ filter, maxItemsPerFile: 7 }))
  expect(request).toEqual({ columns: 2, template: 'Two columns', filter, selected: null, limit: 7, sheetUrl: null, format: 'csv' })
  world.clock.now += 1_000
  const turned = await make(products({ fields: ['Title', 'Product Id'] }))
  expect(turned.request).toMatchObject({ columns: 2, template: null, filter: {} })
  expect((await newest())?.request).toEqual(turned.request)
  await world.work()
})

test('a job names its stores', async () => {
  const [north, print] = [world.stores.north, world.stores.print]
  const answer = await owner.rest('POST', '/orders/export', { storeIds: [north, print], columns: ['orderName'] })
  const { id, stores: named } = jobIn(answer.body)
  expect(new Map(named.map((store) => [store.id, store.name]))).toEqual(
    new Map([
      [north, 'North'],
      [print, 'Print'],
    ]),
  )
  await world.deps.database.db
    .update(jobStores)
    .set({ storeId: 'gone' })
    .where(and(eq(jobStores.jobId, id), eq(jobStores.storeId, print)))
  expect((await get(id)).stores).toContainEqual({ id: 'gone', name: null })
  await owner.rest('POST', `/jobs/${id}/cancel`)
})

test('selected items are counted, and an earlier version’s job says nothing', async () => {
  const { id, request } = await make({ ...products({ filter: { status: 'active' } }), productIds: ['1', '2', '3'] })
  expect(request).toMatchObject({ selected: 3, filter: {} })
  await world.deps.database.db.update(jobs).set({ request: null }).where(eq(jobs.id, id))
  expect((await get(id)).request).toBeNull()
  await owner.rest('POST', `/jobs/${id}/cancel`)
})

test('a job tells the name, the size and the expiry of its file', async () => {
  const job = await done()
  const [file] = job.files
  expect(job.destination).toEqual({ kind: 'csv', format: 'csv', name: file?.name, bytes: file?.bytes, url: null })
  expect(job.receipt?.file).toEqual({ name: file?.name, bytes: file?.bytes })
  expect(Date.parse(String(job.filesExpireAt)) - Date.parse(String(job.finishedAt))).toBe(30 * dayMs)
  const longAgo = new Date(world.clock.now - 31 * dayMs)
  await world.deps.database.db.update(jobs).set({ finishedAt: longAgo }).where(eq(jobs.id, job.id))
  await removeExpiredFiles(world.deps, world.deps.exportKeepDays)
  expect((await get(job.id)).filesExpireAt).toBeNull()
})

test('a download names the job that records it, with the name and size of what was sent', async () => {
  const { headers, text } = await owner.rest('POST', '/products/export/csv', products())
  const job = await get(String(headers['x-export-job']))
  expect(headers['content-disposition']).toContain(`"${job.destination.name}"`)
  expect(job.destination).toMatchObject({ kind: 'csv', bytes: Buffer.byteLength(text), url: null })
  expect(job).toMatchObject({ status: 'completed', files: [], filesExpireAt: null, request: { columns: 2 } })
})

test('an export into a spreadsheet tells where it goes before it is there, and its tab after', async () => {
  const { id, destination } = await make(products({ sheetExport: spreadsheet }))
  expect(destination).toEqual({ kind: 'sheet', format: null, name: null, bytes: null, url: spreadsheet })
  await world.work()
  const job = await get(id)
  expect(job.destination).toMatchObject({ kind: 'sheet', name: job.sheet?.name, url: job.sheet?.url })
  world.clock.now += 1_000
  const orders = { storeIds: [world.stores.print], columns: ['orderName'], url: spreadsheet }
  const { body } = await owner.rest('POST', '/export/sheets', orders)
  expect((body as { data: { rows: number } }).data.rows).toBe((await newest())?.counts.written)
})

test('the same request is run as a new job, whose file is the same', async () => {
  const first = await done(products({ maxItemsPerFile: 5 }))
  const answer = await owner.rest('POST', `/jobs/${first.id}/run`)
  expect(answer.status).toBe(201)
  expect(jobIn(answer.body)).toMatchObject({ status: 'waiting', request: first.request })
  expect(jobIn(answer.body).id).not.toBe(first.id)
  await world.work()
  expect((await get(jobIn(answer.body).id)).files).toMatchObject([{ sha256: first.files[0]?.sha256 }])
  expect(await get(first.id)).toEqual(first)
})

test('an Idempotency-Key makes one new job of it', async () => {
  const { id } = await done()
  const run = async () => jobIn((await owner.rest('POST', `/jobs/${id}/run`, undefined, { 'idempotency-key': 'again' })).body).id
  expect(await run()).toBe(await run())
  await world.work()
})

test('a download is run again as a job', async () => {
  const { headers, text } = await owner.rest('POST', '/products/export/csv', products())
  const again = jobIn((await owner.rest('POST', `/jobs/${String(headers['x-export-job'])}/run`)).body)
  await world.work()
  expect((await get(again.id)).files).toMatchObject([{ bytes: Buffer.byteLength(text) }])
})

test('somebody else’s job is run again with one’s own rights', async () => {
  const elsewhere = await done()
  const first = await done({ ...products(), storeId: world.stores.north })
  const manager = await world.signedIn('manager', 'north')
  const again = await manager.rest('POST', `/jobs/${first.id}/run`)
  expect(jobIn(again.body)).toMatchObject({ createdBy: { id: manager.userId }, status: 'waiting' })
  const staff = await world.signedIn('staff', 'north')
  expect(await staff.rest('POST', `/jobs/${first.id}/run`)).toMatchObject({ status: 404 })
  expect(await manager.rest('POST', `/jobs/${elsewhere.id}/run`)).toMatchObject({ status: 404 })
  expect(await manager.rest('GET', `/jobs/${elsewhere.id}/request`)).toMatchObject({ status: 404 })
  // The new job is the manager's: it ends with the manager's right.
  await world.deps.database.db.delete(roleAssignments).where(eq(roleAssignments.userId, manager.userId))
  await world.work()
  expect(await get(jobIn(again.body).id)).toMatchObject({ status: 'failed', error: { message: messages.jobs.rightLost } })
})

test('the job of a store that was deleted cannot be run again, and says so', async () => {
  await using lone = await createWorld()
  const someone = await lone.signedIn('owner')
  const request = { storeId: lone.stores.north, config: { fields: ['Title'] } }
  const { id } = jobIn((await someone.rest('POST', '/products/export', request)).body)
  await lone.work()
  const read = async () => jobIn((await someone.rest('GET', `/jobs/${id}`)).body)
  expect(await read()).toMatchObject({ canRun: true })
  await someone.rest('DELETE', `/stores/${lone.stores.north}`)
  expect(await read()).toMatchObject({ canRun: false, canRetry: false })
  expect(await someone.rest('POST', `/jobs/${id}/run`)).toMatchObject({ status: 404 })
})

test('nor retried, nor that of an inactive store, which would lose what it has written', async () => {
  await using lone = await createWorld()
  const someone = await lone.signedIn('owner')
  lone.sandbox.faults.add({ kind: 'countTooHigh', by: 2, shop: 'north-test.myshopify.com' })
  const request = { storeId: lone.stores.north, config: { fields: ['Title'] } }
  const { id } = jobIn((await someone.rest('POST', '/products/export', request)).body)
  await lone.work()
  const refused = (message: string) => ({ status: 404, body: { message } })
  await someone.rest('PUT', `/stores/${lone.stores.north}`, { active: false })
  expect(await someone.rest('POST', `/jobs/${id}/retry`)).toMatchObject(refused(messages.jobs.storeInactive('North')))
  await someone.rest('DELETE', `/stores/${lone.stores.north}`)
  expect(await someone.rest('POST', `/jobs/${id}/retry`)).toMatchObject(refused(messages.jobs.storeGone))
  await lone.work()
  const job = jobIn((await someone.rest('GET', `/jobs/${id}`)).body)
  expect(job).toMatchObject({ status: 'failed', error: { code: 'INCOMPLETE' }, files: [expect.anything()] })
})

test('who sees a job without the right to export can neither read its request nor run it', async () => {
  const { id } = await done()
  const body = { name: 'sees only', permissions: ['settings:read', 'products:read'], store_ids: null }
  const token = ((await owner.rest('POST', '/users/me/api-keys', body)).body as { data: { token: string } }).data.token
  const key = world.caller(token)
  expect(await get(id, key)).toMatchObject({ canRun: false })
  expect(await key.rest('POST', `/jobs/${id}/run`)).toMatchObject({ status: 403 })
  expect(await key.rest('GET', `/jobs/${id}/request`)).toMatchObject({ status: 403 })
})

test('the request of a job is the body of its export call', async () => {
  const sent = products({ filter: { status: 'active' }, maxItemsPerFile: 5 })
  const { id } = await make(sent)
  const asked = async (job: string) => ((await owner.rest('GET', `/jobs/${job}/request`)).body as { data: JobRequestResponse }).data
  const { type, request, inBackground } = await asked(id)
  expect({ type, inBackground }).toEqual({ type: 'product_export', inBackground: true })
  expect(request).toMatchObject(sent)
  expect((await make(request)).request).toEqual((await get(id)).request)
  const orders = { storeIds: [world.stores.print], columns: ['orderName'], filters: { financialStatus: ['paid'] }, timezone: 'Asia/Tokyo' }
  const { headers } = await owner.rest('POST', '/export/csv', orders)
  expect(await asked(String(headers['x-export-job']))).toMatchObject({ type: 'order_export', request: orders, inBackground: false })
  await world.work()
})

test('it is not run where its store is inactive, or its request is none of this version', async () => {
  const { id } = await done()
  const { db } = world.deps.database
  await db.update(stores).set({ active: false }).where(eq(stores.id, world.stores.print))
  expect((await owner.rest('POST', `/jobs/${id}/run`)).body).toMatchObject({
    error: { code: 'NOT_FOUND', message: messages.jobs.storeInactive('Print') },
  })
  await db.update(stores).set({ active: true }).where(eq(stores.id, world.stores.print))
  await db
    .update(jobs)
    .set({ payload: { old: true } })
    .where(eq(jobs.id, id))
  expect(await owner.rest('POST', `/jobs/${id}/run`)).toMatchObject({ status: 409, body: { message: messages.jobs.cannotRun } })
  expect((await owner.rest('GET', `/jobs/${id}/request`)).status).toBe(409)
})

test('a receipt begins with the first attempt, not with the wait for it', async () => {
  const { id } = await make()
  world.clock.now += 60_000
  const startedAt = new Date(world.clock.now).toISOString()
  await world.work()
  expect(await get(id)).toMatchObject({ startedAt, receipt: { startedAt } })
})
