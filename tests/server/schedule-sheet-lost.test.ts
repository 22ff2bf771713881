// Schedules that update a sheet with what changed, where somebody takes the sheet away.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SheetDocument } from '#sandbox/sheets/document.ts'
import type { Job } from '#shared/jobs.ts'
import type { Schedule } from '#shared/schedules.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let document: SheetDocument
// Each with its own quota of calls to Google.
beforeEach(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const found = world.sandbox.sheets.documents.get('demo-exports')
  if (!found) throw new Error('the document of the demo is missing')
  document = found
})
afterEach(() => world[Symbol.asyncDispose]())

type Answer = { data: { schedule: Schedule; job: Job } }
async function made(): Promise<string> {
  const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
  const { body } = await owner.rest('POST', '/schedules', {
    name: 'For the warehouse',
    type: 'order_export',
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    request: { storeIds: [world.stores.print], columns: ['orderName', 'orderId', 'notes'], url },
    delivers: 'changes',
    sheet: { mode: 'update', tab: 'Orders', key: 'orderName' },
  })
  return (body as Answer).data.schedule.id
}
/** The number of rows that a run has written. */
async function written(id: string): Promise<number> {
  // Runs of the same millisecond have no order.
  world.clock.now += 1_000
  const { body } = await owner.rest('POST', `/schedules/${id}/run`)
  await world.work()
  const job = await owner.rest('GET', `/jobs/${(body as Answer).data.schedule.lastRun?.jobId}`)
  expect(job).toMatchObject({ body: { data: { job: { status: 'completed' } } } })
  return (job.body as Answer).data.job.counts.written
}
/** Without the blank rows below. */
const orders = () =>
  (document.tabs.find(({ title }) => title === 'Orders')?.cells ?? []).filter((row) => (row ?? []).some((cell) => cell !== ''))

test.each([
  ['removed', () => document.tabs.filter(({ title }) => title !== 'Orders')],
  ['renamed', () => document.tabs.map((tab) => (tab.title === 'Orders' ? { ...tab, title: 'Archive' } : tab))],
  ['emptied', () => document.tabs.map((tab) => (tab.title === 'Orders' ? { ...tab, cells: [] } : tab))],
])('a sheet that was %s has everything again, not only what changed', async (_how, lose) => {
  const id = await made()
  const all = await written(id)
  const [changed] = world.sandbox.trade(testShops.print.host).orders()
  if (!changed) throw new Error('the shop has no orders')
  world.sandbox.trade(testShops.print.host).changeOrder(changed.id, { note: 'Another note' })
  document.tabs = lose()
  expect(await written(id)).toBe(all)
  expect(orders()).toHaveLength(all + 1)
  // From then on, only what changed again.
  expect(await written(id)).toBe(0)
})
