// Rows that a run has written into a team's sheet before it failed: what the shop deletes meanwhile is marked there all the same.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SheetDocument } from '#sandbox/sheets/document.ts'
import type { Job, JobStatus } from '#shared/jobs.ts'
import type { Schedule } from '#shared/schedules.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let document: SheetDocument
let scheduleId: string
type Answer = { data: { schedule: Schedule; job: Job } }
// Each with its own quota of calls to Google.
beforeEach(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  const found = world.sandbox.sheets.documents.get('demo-exports')
  if (!found) throw new Error('the document of the demo is missing')
  document = found
  const { body } = await owner.rest('POST', '/schedules', {
    name: 'For the warehouse',
    type: 'order_export',
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    request: {
      storeIds: [world.stores.north],
      columns: ['orderId', 'orderName'],
      url: 'https://docs.google.com/spreadsheets/d/demo-exports/edit',
    },
    delivers: 'changes',
    includeDeleted: true,
    sheet: { mode: 'update', tab: 'Orders', key: 'orderId' },
  })
  scheduleId = (body as Answer).data.schedule.id
})
afterEach(() => world[Symbol.asyncDispose]())

const trade = () => world.sandbox.trade(testShops.north.host)
const rowOf = (id: string) => document.tabs.find(({ title }) => title === 'Orders')?.cells.find((row) => String(row?.[0]) === id)

async function run(): Promise<JobStatus> {
  // Runs of the same millisecond have no order.
  world.clock.now += 1_000
  const { body } = await owner.rest('POST', `/schedules/${scheduleId}/run`)
  await world.work()
  const job = await owner.rest('GET', `/jobs/${(body as Answer).data.schedule.lastRun?.jobId}`)
  return (job.body as Answer).data.job.status
}

/** A run that loses the spreadsheet as soon as the row of an order is there. */
async function runThatFailsAfter(id: string) {
  const { faults, sheets } = world.sandbox
  sheets.beforeCalls(() => {
    if (rowOf(id)) faults.add({ kind: 'status', status: 403, shop: 'sheets.googleapis.com' })
  })
  expect(await run()).toBe('failed')
  sheets.beforeCalls(null)
  faults.clear()
  expect(rowOf(id)).toBeDefined()
}

test.each([
  ['the first run', async () => trade().orders()[0]?.id],
  [
    'a run after others',
    async () => {
      expect(await run()).toBe('completed')
      const before = new Set(
        trade()
          .orders()
          .map(({ id }) => id),
      )
      trade().placeOrder()
      return trade()
        .orders()
        .find(({ id }) => !before.has(id))?.id
    },
  ],
])('where %s failed, an order that was deleted since is marked', async (_which, prepare) => {
  const id = (await prepare()) ?? ''
  await runThatFailsAfter(id)
  trade().removeOrder(id)
  expect(await run()).toBe('completed')
  expect(rowOf(id)).toEqual([expect.anything(), expect.anything(), 'yes'])
  // It is told once.
  const row = rowOf(id)
  expect(await run()).toBe('completed')
  expect(rowOf(id)).toEqual(row)
})
