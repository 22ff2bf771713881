// A job that updates a sheet and is cancelled while people move its rows.
import { expect, test } from 'vitest'
import type { Tab } from '#sandbox/sheets/document.ts'
import type { Job } from '#shared/jobs.ts'
import { sheetUpdateMessages } from '#shared/sheet-update-messages.ts'
import { createWorld } from '#tests/support/world.ts'

const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const sheet = { mode: 'update', tab: 'Orders', key: 'orderName' } as const
type Answer = { data: { job: Job } }

test('a job that is cancelled when it has written into moved rows says which copy the team has', async () => {
  await using world = await createWorld()
  const owner = await world.signedIn('owner')
  const { faults, sheets } = world.sandbox
  const document = sheets.documents.get('demo-exports')
  if (!document) throw new Error('the document of the demo is missing')
  const edit = (change: (tab: Tab) => Partial<Tab>) => {
    document.tabs = document.tabs.map((tab) => (tab.title === 'Orders' ? { ...tab, ...change(tab) } : tab))
  }
  const request = { storeIds: [world.stores.print], columns: ['orderName', 'notes'], url, sheet }
  const start = async () => ((await owner.rest('POST', '/orders/export', request)).body as Answer).data.job.id
  await start()
  await world.work()

  // The first change adds the run's tab, and the answer to the second one is slow.
  faults.add({ kind: 'slowDrip', everyMs: 1_000, shop: 'sheets.googleapis.com', operation: 'spreadsheets.batchUpdate', after: 1, times: 1 })
  let isMoved = false
  sheets.beforeCalls((operation) => {
    if (isMoved || operation !== 'spreadsheets.batchUpdate' || document.tabs.length < 3) return
    isMoved = true
    edit(({ cells: [header, ...rows] }) => ({ cells: [header, ...rows.toReversed()] }))
  })
  const id = await start()
  const work = world.work({ heartbeatMs: 20 })
  await expect.poll(() => document.tabs.some(({ title }) => title.startsWith('Export copy'))).toBe(true)
  edit(({ cells, rowCount }) => ({ rowCount: rowCount + 1, cells: [...cells, ['#typed since']] }))
  expect(await owner.rest('POST', `/jobs/${id}/cancel`)).toMatchObject({ status: 200 })
  await work

  const { job } = ((await owner.rest('GET', `/jobs/${id}`)).body as Answer).data
  const copy = document.tabs.at(-1)?.title ?? ''
  expect(document.tabs.map(({ title, hidden }) => [title, hidden])).toEqual([
    ['Sheet1', false],
    ['Orders', false],
    [copy, false],
  ])
  expect(copy).toContain('Orders before the export')
  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'JOB_CANCELLED' },
    warning: sheetUpdateMessages.rowsMoved('Orders', copy),
  })
})
