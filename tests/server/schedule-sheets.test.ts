// Schedules that replace a sheet or update its rows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SheetDocument } from '#sandbox/sheets/document.ts'
import type { Job } from '#shared/jobs.ts'
import type { Schedule } from '#shared/schedules.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import { sheetWritingMessages } from '#shared/sheet-writing-messages.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let document: SheetDocument
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.now = Date.now()
  owner = await world.signedIn('owner')
  const found = world.sandbox.sheets.documents.get('demo-exports')
  if (!found) throw new Error('the document of the demo is missing')
  document = found
  document.tabs = document.tabs.slice(0, 1)
})

const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const columns = ['orderName', 'orderId', 'notes']
const request = (change: object = {}) => ({ storeIds: [world.stores.print], columns, url, ...change })
const trade = () => world.sandbox.trade(testShops.print.host)

type Answer = { data: { schedule: Schedule; job: Job } }
const create = (change: object) =>
  owner.rest('POST', '/schedules', {
    name: 'For the warehouse',
    type: 'order_export',
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    request: request(),
    ...change,
  })
async function made(change: object): Promise<string> {
  const { status, body, text } = await create(change)
  expect([status, text]).toEqual([201, expect.any(String)])
  return (body as Answer).data.schedule.id
}
async function ended(id: string): Promise<Job> {
  // Runs of the same millisecond have no order.
  world.clock.now += 1_000
  expect(await owner.rest('POST', `/schedules/${id}/run`)).toMatchObject({ status: 200 })
  await world.work()
  const { data } = (await owner.rest('GET', `/schedules/${id}`)).body as Answer
  const job = ((await owner.rest('GET', `/jobs/${data.schedule.lastRun?.jobId}`)).body as Answer).data.job
  expect(job).toMatchObject({ status: 'completed', error: null })
  return job
}
const tab = (title: string) => document.tabs.find((one) => one.title === title)
const edit = (title: string, cells: (value: NonNullable<ReturnType<typeof tab>>) => object) => {
  document.tabs = document.tabs.map((one) => (one.title === title ? { ...one, ...cells(one) } : one))
}
const update = { mode: 'update', tab: 'Orders', key: 'orderName' } as const

test('replace: each run has its rows in the same tab', async () => {
  const id = await made({ sheet: { mode: 'replace', tab: 'Orders', key: null } })
  const first = await ended(id)
  const rows = tab('Orders')?.cells
  expect(rows?.[0]).toEqual(['Name', 'Id', 'Notes'])
  edit('Orders', () => ({ cells: [['old']] }))
  const second = await ended(id)
  expect(tab('Orders')?.cells).toEqual(rows)
  expect([first.sheet, second.sheet]).toEqual([first.sheet, first.sheet])
  expect(document.tabs.map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('update: the team’s notes stay beside the orders that they belong to, also when the job is run again by hand', async () => {
  const id = await made({ sheet: update })
  const job = await ended(id)
  expect(job.sheet).toMatchObject({ name: 'Orders' })
  const noted = (name: unknown) => `about ${String(name)}`
  edit('Orders', ({ cells: [header = [], ...rows] }) => ({
    columnCount: 4,
    cells: [['Mine', ...header], ...rows.toReversed().map((row = []) => [noted(row[0]), ...row])],
  }))
  const rows = tab('Orders')?.cells
  expect(await owner.rest('POST', `/jobs/${job.id}/run`)).toMatchObject({ status: 201 })
  await world.work()
  expect(tab('Orders')?.cells).toEqual(rows)
  expect(document.tabs.map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('a destination that is a spreadsheet is written as the schedule says', async () => {
  const saved = await owner.rest('POST', '/destinations', { name: 'Sheet of the team', kind: 'sheet', settings: { url, mayChange: true } })
  const { id: destinationId } = (saved.body as { data: { destination: { id: string } } }).data.destination
  const id = await made({ request: request({ url: '' }), destinationId, sheet: update })
  await ended(id)
  await ended(id)
  expect(document.tabs.map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test.each([
  [{ mode: 'replace', tab: null, key: null }, 'sheet.tab', sheetWritingMessages.tabNeeded],
  [{ mode: 'update', tab: 'Orders', key: null }, 'sheet.key', sheetWritingMessages.keyNeeded],
  [{ mode: 'new', tab: 'Orders', key: null }, 'sheet.tab', sheetWritingMessages.tabOfNew],
  [{ mode: 'replace', tab: 'Orders', key: 'orderName' }, 'sheet.key', sheetWritingMessages.keyOfUpdate],
  [{ ...update, key: 'total' }, 'sheet.key', sheetUpdateMessages.keyNotExported],
])('%j is refused at %s', async (sheet, path, message) => {
  const issues = [{ path, message }]
  expect(await create({ sheet })).toMatchObject({ status: 400, body: { error: { issues } } })
  expect(await owner.rest('POST', '/orders/export', { ...request(), sheet })).toMatchObject({ status: 400, body: { error: { issues } } })
})

test('orders of several stores are found by their ids, and by no column that they can share', async () => {
  const issues = [{ path: 'sheet.key', message: sheetUpdateMessages.keyOfSeveralStores }]
  const sharable = ['orderName', 'orderId', 'customer.email', 'total']
  const several = request({ storeIds: [world.stores.north, world.stores.harbor], columns: sharable })
  for (const key of ['orderName', 'customer.email', 'total']) {
    const sheet = { ...update, key }
    expect(await create({ request: several, sheet })).toMatchObject({ status: 400, body: { error: { issues } } })
    expect(await owner.rest('POST', '/orders/export', { ...several, sheet })).toMatchObject({ status: 400, body: { error: { issues } } })
  }
  const sheet = { ...update, key: 'orderId' }
  expect(await create({ request: several, sheet, name: 'By id' })).toMatchObject({ status: 201 })
})

test('only a spreadsheet can be written so', async () => {
  const issues = [{ path: 'sheet', message: sheetUpdateMessages.spreadsheetNeeded }]
  const asFile = { request: request({ url: '' }), sheet: update }
  expect(await create(asFile)).toMatchObject({ status: 400, body: { error: { issues } } })
  const mail = await owner.rest('POST', '/destinations', { name: 'Mail', kind: 'email', settings: { to: ['a@b.test'] } })
  const { id: destinationId } = (mail.body as { data: { destination: { id: string } } }).data.destination
  expect(await create({ ...asFile, destinationId })).toMatchObject({ status: 400, body: { error: { issues } } })
  const within = { request: request({ sheet: update }) }
  expect(await create(within)).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'request.sheet' }] } } })
})

test('what changed cannot replace a sheet, and what was deleted is found by a column that names it', async () => {
  const changes = { delivers: 'changes', includeDeleted: true }
  expect(await create({ ...changes, sheet: { mode: 'replace', tab: 'Orders', key: null } })).toMatchObject({
    body: { error: { issues: [{ path: 'sheet.mode', message: sheetUpdateMessages.replaceChanges }] } },
  })
  expect(await create({ ...changes, sheet: { ...update, key: 'notes' } })).toMatchObject({
    body: { error: { issues: [{ path: 'sheet.key', message: sheetUpdateMessages.deletedNeedsKey(['Id', 'Name']) }] } },
  })
})

test('rows of a sheet are updated with what changed, and marked where it was deleted', async () => {
  const id = await made({ delivers: 'changes', includeDeleted: true, sheet: update })
  await ended(id)
  const [header, ...rows] = tab('Orders')?.cells ?? []
  expect(header).toEqual(['Name', 'Id', 'Notes', 'Deleted'])
  const [gone, changed] = trade().orders().slice(-2)
  if (!gone || !changed) throw new Error('the shop has too few orders')
  trade().changeOrder(changed.id, { note: 'Another note' })
  trade().removeOrder(gone.id)
  const job = await ended(id)
  expect(job).toMatchObject({ counts: { written: 2 } })
  const after = tab('Orders')?.cells.slice(1) ?? []
  const byId = (list: typeof rows, of: string) => list.find((row) => row?.[1] === of)
  expect(byId(after, changed.id)?.[2]).toBe('Another note')
  expect(byId(after, gone.id)).toEqual([...(byId(rows, gone.id) ?? []).slice(0, 3), 'yes'])
  expect(after).toHaveLength(rows.length)
})
