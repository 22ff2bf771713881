// A product export into a spreadsheet, as a job from the call to the tab.
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { textsOf } from '../../proofs/sheet-rows.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const SHEETS = 'sheets.googleapis.com'
const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'
const fields = ['Product Id', 'Title', 'Variant SKU', 'Variant Price', 'Published']

let world: World
let staff: Caller
beforeEach(async () => {
  world = await createWorld()
  staff = await world.signedIn('staff', 'north')
})
afterEach(() => world[Symbol.asyncDispose]())

const tabs = () => world.sandbox.sheets.documents.get('demo-exports')?.tabs ?? []
const request = (change: object = {}) => ({
  storeId: world.stores.north,
  config: { exportFormat: 'sheet', sheetExport: url, fields, ...change },
})

async function started(change: object = {}): Promise<string> {
  const { status, body } = await staff.rest('POST', '/products/export', request(change))
  expect(status).toBe(201)
  return (body as { data: { job: { id: string } } }).data.job.id
}
const jobOf = async (id: string) => ((await staff.rest('GET', `/jobs/${id}`)).body as { data: { job: object } }).data.job

test('the tab holds the rows of the CSV file, cell for cell', async () => {
  const csv = { storeId: world.stores.north, config: { fields }, csv: { bom: false, protectFormulas: false, delimiter: '\t' } }
  const file = await staff.rest('POST', '/products/export/csv', csv)
  const id = await started()
  await world.work()
  const job = await jobOf(id)
  const [, tab] = tabs()
  expect(job).toMatchObject({
    status: 'completed',
    progress: 100,
    sheet: { name: tab?.title, url: expect.stringContaining('https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=') },
    counts: { expected: 60, fetched: 60, distinct: 60, written: (tab?.rowCount ?? 0) - 1 },
    receipt: { sha256: null, columns: fields },
    error: null,
  })
  const rows: string[][] = parse(file.text, { delimiter: '\t' })
  expect(tab && textsOf(tab, rows)).toEqual(rows)
})

test('a job that fails leaves no tab, and says whom to share the document with', async () => {
  const id = await started()
  world.sandbox.faults.add({ kind: 'status', status: 403, shop: SHEETS, operation: 'values.batchUpdate' })
  await world.work()
  expect(await jobOf(id)).toMatchObject({
    status: 'failed',
    error: { code: 'SHEET_REFUSED', message: expect.stringContaining(world.sandbox.sheets.account.client_email) },
    sheet: null,
  })
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1'])
})

const down = { kind: 'status', status: 503, retryAfter: '0.01', shop: SHEETS, after: 3 } as const
async function workLater() {
  world.clock.now += 300_000
  await world.work()
}

test.each([
  [503, 'SHEETS_UNREACHABLE'],
  [429, 'SHEETS_BUSY'],
])('while Google says %i, a job waits and says why; once Google is back, it goes on', async (status, code) => {
  const id = await started()
  world.sandbox.faults.add({ ...down, status })
  await world.work()
  const why = errors[code as ErrorCode].message
  expect(await jobOf(id)).toMatchObject({ status: 'pending', waitingFor: why, sheet: null })
  expect(tabs().map((tab) => tab.hidden)).toEqual([false, true])
  world.sandbox.faults.clear()
  await workLater()
  expect(await jobOf(id)).toMatchObject({ status: 'completed', attempts: 2, counts: { fetched: 60 }, error: null })
  expect(tabs().map((tab) => tab.hidden)).toEqual([false, false])
})

test('where Google stays down, a job fails with that reason, and what it left is cleared once Google is back', async () => {
  const id = await started()
  world.sandbox.faults.add(down)
  await workLater()
  world.clock.now += limits.jobs.tryHours * 3_600_000
  // The session has expired by then.
  staff = await world.signedIn('owner')
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'SHEETS_UNREACHABLE' }, sheet: null })
  expect(tabs().map((tab) => tab.hidden)).toEqual([false, true])
  world.sandbox.faults.clear()
  await world.work()
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1'])
})

test('a job that is cancelled in the moment in which its tab is shown leaves no tab', async () => {
  const id = await started()
  // The first two changes of the document add and enlarge the tab. The third one shows it, and its answer is slow.
  world.sandbox.faults.add({
    kind: 'slowDrip',
    everyMs: 1_000,
    shop: SHEETS,
    operation: '/v4/spreadsheets/demo-exports:batchUpdate',
    after: 2,
    times: 1,
  })
  const work = world.work({ heartbeatMs: 20 })
  await expect.poll(() => tabs().map((tab) => tab.hidden)).toEqual([false, false])
  expect(await staff.rest('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 200 })
  await work
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'JOB_CANCELLED' }, sheet: null })
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1'])
})

test('a document that was taken from us keeps nobody busy', async () => {
  const id = await started()
  world.sandbox.faults.add({ kind: 'status', status: 403, shop: SHEETS, after: 3 })
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'failed', error: { code: 'SHEET_REFUSED' } })
  const before = world.sandbox.requests.length
  await world.work()
  expect(world.sandbox.requests).toHaveLength(before)
})

test('tried again, a failed job writes its tab', async () => {
  const id = await started()
  world.sandbox.faults.add({ kind: 'status', status: 403, shop: SHEETS, operation: 'values.batchUpdate', times: 1 })
  await world.work()
  expect(await staff.rest('POST', `/jobs/${id}/retry`)).toMatchObject({ status: 200 })
  await world.work()
  expect(await jobOf(id)).toMatchObject({ status: 'completed' })
  expect(tabs()).toHaveLength(2)
})

test.each([
  [
    { sheetExport: 'https://evil.test/spreadsheets/d/x' },
    'Invalid spreadsheet URL. It looks like this: https://docs.google.com/spreadsheets/d/...',
  ],
  [{ sheetExport: '' }, 'Please enter a spreadsheet URL'],
  [{ exportFormat: 'csv' }, 'A CSV file needs no spreadsheet URL'],
])('%o is refused', async (change, message) => {
  expect(await staff.rest('POST', '/products/export', request(change))).toMatchObject({ status: 400, body: { message } })
})

test('nothing goes into a spreadsheet by way of a direct download', async () => {
  expect(await staff.rest('POST', '/products/export/csv', request())).toMatchObject({ status: 400 })
  expect(tabs()).toHaveLength(1)
})

describe('a new tab has the day and the time', () => {
  const storeId = () => world.stores.north
  const orders = (change: object = {}) => ({ storeIds: [storeId()], columns: ['orderName'], url, ...change })
  let owner: Caller
  beforeEach(async () => {
    world.clock.now = Date.parse('2027-03-04T20:30:05Z')
    owner = await world.signedIn('owner')
    await owner.rest('PUT', `/stores/${storeId()}`, { timezone: 'Europe/Berlin' })
  })

  test.each([
    ['the request', '/orders/export', () => orders({ timezone: 'America/New_York' }), 'Orders 2027-03-04 153005'],
    ['the store', '/orders/export', orders, 'Orders 2027-03-04 213005'],
    ['the store', '/products/export', request, 'Products 2027-03-04 213005'],
  ])('in the zone of %s (%s)', async (_, address, body, name) => {
    expect(await owner.rest('POST', address, body())).toMatchObject({ status: 201 })
    await world.work()
    expect(tabs().map(({ title }) => title)).toEqual(['Sheet1', name])
  })

  test('in the zone of the schedule', async () => {
    const calendar = { every: 'day', at: '06:00' }
    const schedule = { name: 'Early', type: 'order_export', calendar, timezone: 'Asia/Ho_Chi_Minh', request: orders() }
    const { body } = await owner.rest('POST', '/schedules', schedule)
    const { id } = (body as { data: { schedule: { id: string } } }).data.schedule
    expect(await owner.rest('POST', `/schedules/${id}/run`)).toMatchObject({ status: 200 })
    await world.work()
    expect(tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders 2027-03-05 033005'])
  })
})
