// Exports of orders as jobs and into spreadsheets: resumed, cancelled, retried, interrupted.
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#drizzle/job-tables.ts'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { roleAssignments } from '#drizzle/schema.ts'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { messages } from '#shared/messages.ts'
import { orderColumns } from '#shared/order-columns.ts'
import { refusalText } from '#shared/shop-refusals.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { exchangeWith } from '#tests/support/exchange.ts'
import { textsOf } from '../../proofs/sheet-rows.ts'
import { createWorld, testShops, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const SHEETS = 'sheets.googleapis.com'
const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const shopWith = (name: TestShop) => ({ ...testShops[name], orders: 400 })
const shops = { north: shopWith('north'), harbor: shopWith('harbor'), print: shopWith('print') }

let world: World
let owner: Caller
beforeEach(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterEach(() => world[Symbol.asyncDispose]())

const stores = (...wanted: TestShop[]) => wanted.map((name) => world.stores[name])
const everything = () => ({ storeIds: stores('north', 'print', 'harbor'), columns: orderColumns })
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
async function make(request: object = everything(), caller = owner, headers = {}): Promise<Job> {
  const answer = await caller.rest('POST', '/orders/export', request, headers)
  expect(answer.status).toBe(201)
  return jobIn(answer.body)
}
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const fileOf = async (job: Job) => (await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))).text
const newest = async () => ((await owner.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs[0]
const tabs = () => world.sandbox.sheets.documents.get('demo-exports')?.tabs ?? []
const count = (...of: TestShop[]) => of.reduce((sum, name) => sum + ordersOf(shops[name]).length, 0)

test('a job becomes the very file that a download is, with a receipt for each store', async () => {
  const made = await make()
  expect(made).toMatchObject({ type: 'order_export', status: 'waiting', files: [] })
  expect(made.storeIds.toSorted()).toEqual(everything().storeIds.toSorted())
  await world.work()
  const job = await get(made.id)
  const text = await fileOf(job)
  expect(text).toBe((await owner.rest('POST', '/export/csv', everything())).text)
  expect(job).toMatchObject({ status: 'completed', progress: 100, attempts: 1, counts: { expected: 1_200, fetched: 1_200, skipped: 0 } })
  expect(job.files).toMatchObject([
    { name: `orders-export-${world.clock.now}.csv`, sha256: createHash('sha256').update(text).digest('hex'), rows: job.counts.written },
  ])
  const whole = { expected: 400, fetched: 400, distinct: 400, skipped: [], scopeGaps: [] }
  expect(job.receipt?.stores).toMatchObject(['North', 'Print', 'Harbor'].map((storeName) => ({ storeName, ...whole })))
})

test('broken off within the second store, it goes on there and comes out byte for byte the same', async () => {
  const whole = (await owner.rest('POST', '/export/csv', everything())).text
  const { id } = await make()
  world.sandbox.faults.add({ shop: shops.print.host, kind: 'hang', operation: '/admin/orders.json', after: 1 })
  const worker = createWorker(world.deps, { handlers: createJobHandlers(world.deps), pollMs: 20 })
  worker.start()
  await expect.poll(async () => (await get(id)).counts.fetched).toBeGreaterThan(400)
  await worker.stop()
  const begun = await get(id)
  expect(begun).toMatchObject({ status: 'waiting', attempts: 1, error: null })
  expect(begun.counts.fetched).toBeLessThan(800)
  world.sandbox.faults.clear()
  const before = world.sandbox.requests.length
  await world.work()
  const job = await get(id)
  expect(job).toMatchObject({ status: 'completed', attempts: 2, counts: { expected: 1_200, fetched: 1_200, distinct: 1_200 } })
  expect(await fileOf(job)).toBe(whole)
  expect(world.sandbox.requests.slice(before).some(({ shop }) => shop === shops.north.host)).toBe(false)
})

test('a store that refuses fails the whole job by name, which can be tried again', async () => {
  const { id } = await make()
  world.sandbox.faults.add({ shop: shops.harbor.host, kind: 'status', status: 402 })
  await world.work()
  // The shop is asked for a token first.
  const message = `Harbor: ${refusalText('frozen')}`
  expect(await get(id)).toMatchObject({ status: 'failed', files: [], error: { code: 'STORE_UNAVAILABLE', message } })
  world.sandbox.faults.clear()
  expect((await owner.rest('POST', `/jobs/${id}/retry`)).status).toBe(200)
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'completed', counts: { fetched: 1_200 } })
})

test('a waiting job is cancelled by name', async () => {
  const { id } = await make()
  expect((await owner.rest('POST', `/jobs/${id}/cancel`)).status).toBe(200)
  await world.work()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    error: { code: 'JOB_CANCELLED', message: expect.stringMatching(/^Cancelled by/) },
  })
})

test('who loses the right in one of the stores loses the whole export', async () => {
  const staff = await world.signedIn('staff', 'north')
  const { db } = world.deps.database
  const second = { id: crypto.randomUUID(), userId: staff.userId, roleId: 'staff', storeId: world.stores.harbor }
  await db.insert(roleAssignments).values(second)
  const { id } = await make({ storeIds: stores('north', 'harbor'), columns: ['orderName'] }, staff)
  await db.delete(roleAssignments).where(and(eq(roleAssignments.userId, staff.userId), eq(roleAssignments.storeId, world.stores.harbor)))
  await world.work()
  expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED', message: messages.jobs.rightLost } })
})

test('the same Idempotency-Key makes one job', async () => {
  const headers = { 'idempotency-key': 'orders twice' }
  const { id } = await make(everything(), owner, headers)
  expect((await make(everything(), owner, headers)).id).toBe(id)
  expect((await owner.rest('POST', '/orders/export', { ...everything(), layout: 'repeat' }, headers)).status).toBe(409)
})

test('sent twice at the same time with one Idempotency-Key, an export is one job', { retry: 0 }, async () => {
  const headers = { 'idempotency-key': 'orders at once' }
  const before = await world.deps.database.db.$count(jobs)
  const answers = await Promise.all([1, 2, 3].map(() => owner.rest('POST', '/orders/export', everything(), headers)))
  // A call during the first one gets 409.
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(answers.map(({ status }) => status)).toContain(201)
  expect(await world.deps.database.db.$count(jobs)).toBe(before + 1)
})

test('a store that fails on the way breaks the transfer, and the record says how far it came', async () => {
  const exchange = exchangeWith(await world.app.listen({ port: 0, host: '127.0.0.1' }), owner)
  expect((await exchange('/api/v1/export/csv', everything())).isWhole).toBe(true)
  world.clock.now += 1_000
  world.sandbox.faults.add({ shop: shops.harbor.host, kind: 'status', status: 403, operation: 'OrderExportPage' })
  const { text, isWhole } = await exchange('/api/v1/export/csv', everything())
  expect(text).toContain('HTTP/1.1 200 OK')
  expect(isWhole).toBe(false)
  await expect.poll(async () => (await newest())?.status).toBe('failed')
  const fetched = count('north', 'print')
  expect(await newest()).toMatchObject({ error: { code: 'STORE_REJECTED' }, receipt: null })
  expect((await newest())?.counts.fetched).toBeGreaterThan(0)
  expect((await newest())?.counts.fetched).toBeLessThanOrEqual(fetched)
})

describe('into a spreadsheet while the caller waits', () => {
  const asked = () => ({ storeIds: stores('north', 'print'), columns: ['storeName', 'orderName', 'lineItem.name', 'total', 'notes'], url })

  test('the tab holds the rows of the CSV file, cell for cell, and a job its receipt', async () => {
    const { url: _url, ...request } = asked()
    const csv = await owner.rest('POST', '/export/csv', { ...request, csv: { bom: false, protectFormulas: false } })
    world.clock.now += 1_000
    const answer = await owner.rest('POST', '/export/sheets', asked())
    const [, tab] = tabs()
    // North's zone, in the form "2026-11-21 14:30:05".
    const at = new Date(world.clock.now).toLocaleString('sv-SE', { timeZone: 'America/New_York' })
    expect(tab?.title).toBe(`Orders ${at.replaceAll(':', '')}`)
    expect(answer).toMatchObject({ status: 200, body: { success: true, sheetName: tab?.title, warning: null } })
    const rows: string[][] = parse(csv.text)
    expect(tab && textsOf(tab, rows)).toEqual(rows)
    const sheet = { name: tab?.title, url: expect.stringContaining('/d/demo-exports/edit#gid=') }
    expect(await newest()).toMatchObject({ status: 'completed', sheet, files: [], counts: { fetched: 800 }, receipt: { sha256: null } })
  })

  test('amounts can be added up, and what only looks like a number stays as it is', async () => {
    const columns = ['orderId', 'createdAt', 'total', 'lineItem.quantity', 'lineItem.price', 'lineItem.sku', 'shippingAddress.zip']
    const request = { storeIds: stores('north'), columns }
    const file = await owner.rest('POST', '/export/csv', { ...request, csv: { bom: false, protectFormulas: false } })
    expect(file.status).toBe(200)
    const csv: string[][] = parse(file.text)
    world.clock.now += 1_000
    await owner.rest('POST', '/export/sheets', { ...request, url, sheetDates: 'date' })
    const [, tab] = tabs()
    const column = (at: number) => tab?.cells.slice(1).flatMap((row) => row?.[at] ?? []) ?? []
    const sum = (values: readonly unknown[]) => values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)
    expect(sum(column(2))).toBeCloseTo(sum(csv.slice(1).map((row) => Number(row[2]))), 6)
    const types = (at: number) => [...new Set(column(at).map((value) => typeof value))]
    expect(columns.map((_, index) => types(index))).toEqual([
      ['string'],
      ['number'],
      ['number'],
      ['number'],
      ['number'],
      ['string'],
      ['string'],
    ])
    const money = { type: 'NUMBER', pattern: '0.00' }
    expect(tab).toMatchObject({ frozenRowCount: 1, formats: { 2: money, 3: { type: 'NUMBER', pattern: '0' }, 4: money } })
    expect(tab?.formats[1]).toEqual({ type: 'DATE_TIME', pattern: 'yyyy-mm-dd hh:mm:ss' })
    // The same local time as in the CSV, in days since 1899-12-30.
    const time = new Date(Math.round((Number(column(1)[0]) - 25_569) * 86_400) * 1_000).toISOString()
    expect(time.slice(0, 19).replace('T', ' ')).toBe(csv[1]?.[1]?.slice(0, 19))
  })

  test('what is missing is said at the top', async () => {
    const request = { ...asked(), columns: ['orderName', 'paymentReference'] }
    const { body } = await owner.rest('POST', '/export/sheets', request)
    expect(body).toMatchObject({ warning: 'Not available from ShopBase: Payment Reference', data: { warning: expect.anything() } })
  })

  test('what holds it up is said in its record', async () => {
    world.clock.now += 1_000
    world.sandbox.tune({ callBucket: { size: 3, leakRate: 0.5 } })
    const written = owner.rest('POST', '/export/sheets', { ...asked(), storeIds: stores('print') })
    await expect.poll(async () => (await newest())?.waitingFor).toBe(messages.platform.waiting('Print'))
    world.sandbox.tune({ callBucket: false })
    const later = async () => {
      world.clock.now += 10_000
      return newest()
    }
    await expect.poll(later).toMatchObject({ status: 'completed', waitingFor: null })
    expect((await written).status).toBe(200)
  })

  test('a failure leaves no tab, and a job that can be tried again', async () => {
    world.sandbox.faults.add({ shop: shops.print.host, kind: 'status', status: 402, operation: '/admin/orders.json', after: 1 })
    expect(await owner.rest('POST', '/export/sheets', asked())).toMatchObject({
      status: 422,
      body: { error: { code: 'STORE_UNAVAILABLE' } },
    })
    expect(tabs()).toHaveLength(1)
    const failed = await newest()
    expect(failed).toMatchObject({ status: 'failed', canRetry: true, sheet: null })
    world.sandbox.faults.clear()
    expect((await owner.rest('POST', `/jobs/${failed?.id}/retry`)).status).toBe(200)
    await world.work()
    expect(await newest()).toMatchObject({ status: 'completed', counts: { fetched: 800 } })
    expect(tabs()).toHaveLength(2)
  })

  test('a document that is not shared is named with whom to share it', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 403, shop: SHEETS })
    const { status, body } = await owner.rest('POST', '/export/sheets', asked())
    expect(status).toBe(422)
    expect((body as { message: string }).message).toContain(world.sandbox.sheets.account.client_email)
  })

  test('hanging up ends it and leaves no tab', async () => {
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
    world.sandbox.faults.add({ shop: shops.print.host, kind: 'hang', operation: '/admin/orders.json' })
    const caller = new AbortController()
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(asked()), signal: caller.signal }
    const left = fetch(`${address}/api/v1/export/sheets`, request).catch((error: unknown) => error)
    await expect.poll(() => tabs().length).toBe(2)
    caller.abort()
    expect(await left).toBeInstanceOf(DOMException)
    await expect.poll(async () => (await newest())?.status).toBe('failed')
    expect(await newest()).toMatchObject({ error: { code: 'JOB_CANCELLED', message: messages.jobs.exportLeft } })
    // The record ends before its tab is removed.
    await expect.poll(() => tabs().length).toBe(1)
  })

  test('is refused where there is no service account, and leaves no record', async () => {
    await using without = await createWorld({ shops, google: { account: null } })
    const somebody = await without.signedIn('owner')
    const request = { storeIds: [without.stores.north], columns: ['orderName'], url }
    for (const path of ['/export/sheets', '/orders/export'])
      expect(await somebody.rest('POST', path, request)).toMatchObject({ status: 503, body: { error: { code: 'SHEETS_OFF' } } })
    expect((await somebody.rest('GET', '/jobs?mine=true')).body).toMatchObject({ data: { jobs: [] } })
  })

  test('as a job', async () => {
    const { id } = await make(asked())
    await world.work()
    expect(await get(id)).toMatchObject({ status: 'completed', sheet: { name: tabs()[1]?.title }, files: [] })
  })

  test('needs an address', async () => {
    const { url: _url, ...request } = asked()
    for (const one of [request, { ...request, url: '' }])
      expect(await owner.rest('POST', '/export/sheets', one)).toMatchObject({ status: 400, body: { message: messages.sheets.urlNeeded } })
  })
})

test('an export’s entries say what was asked for, and what left the house', async () => {
  await owner.rest('POST', '/export/csv', { storeIds: stores('print'), columns: ['total'], filters: { financialStatus: ['paid'] } })
  const [entry] = await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'export.orders.csv'))
  expect(entry).toMatchObject({ target: world.stores.print, details: { columns: ['total'], filters: { financialStatus: ['paid'] } } })
  const orderIds = ordersOf(shops.print)
    .slice(0, 3)
    .map(({ id }) => id)
  const { text } = await owner.rest('POST', '/export/csv', { storeIds: stores('print'), columns: ['total'], orderIds })
  const ends = await world.deps.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'jobs.completed'))
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(ends.map(({ details }) => details)).toContainEqual({
    type: 'order_export',
    storeIds: [world.stores.print],
    columns: ['Total'],
    filter: {},
    chosen: 3,
    items: 3,
    rows: 3,
    sha256,
  })
})
