// Where an update puts columns that the tab of a team lacks.
import { expect, test } from 'vitest'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total', 'Status']

test('values of the team in a column without a header stay: a lacking column follows them', async () => {
  const environment = await openSheetEnvironment()
  const cells: Cell[][] = [
    ['Name', 'Total'],
    ['#1', '1', 'call back'],
    ['#2', '2', null, null, 0],
  ]
  environment.addTab('Orders', cells, { columnCount: 26 })
  await environment.exported([['#1', '1', 'paid']], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', 'Total', null, null, null, 'Status'],
    ['#1', '1', 'call back', null, null, 'paid'],
    ['#2', '2', null, null, 0],
  ])
  expect(environment.tab('Orders').columnCount).toBe(26)
})

test('the columns behind the header of a large tab are read in parts, from the last one on', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [['Name'], ['#1', null, 'mine']], { rowCount: 60_000, columnCount: 12 })
  await environment.exported([['#1', '1', 'paid']], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', null, null, 'Total', 'Status'],
    ['#1', null, 'mine', '1', 'paid'],
  ])
  const ranges = environment.sandbox.requests.map(({ query }) => query['ranges'])
  expect(ranges).toEqual(expect.arrayContaining(["'Orders'!J:L", "'Orders'!G:I", "'Orders'!D:F", "'Orders'!B:C"]))
})

test('headers are found without the spaces around them, and a repeated one gets its number', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Name', 'Price', 'Note'],
    ['#1', '1', 'mine'],
  ])
  const labels = ['Name', ' Colour', 'Price', 'Price ']
  for (const key of ['run-1', 'run-2', 'run-3']) await environment.exported([['#1', 'red', '2', '3']], { writing, columns: labels, key })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', 'Price', 'Note', 'Colour', 'Price (2)'],
    ['#1', '2', 'mine', 'red', '3'],
  ])
})

test('a column is removed while the tab is read: it is read again', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Note', 'Name'],
    ['mine', '#1'],
  ])
  let reads = 0
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    reads += operation === 'values.batchGet' ? 1 : 0
    // The first read is that of the run's own rows, and the second one that of the header.
    if (operation !== 'values.batchGet' || reads !== 3) return
    document.tabs = document.tabs.map((tab) =>
      tab.title === 'Orders' ? { ...tab, columnCount: 1, cells: tab.cells.map((row) => row?.slice(1)) } : tab,
    )
  })
  await environment.exported([['#1', '1', 'paid']], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, ['#1', '1', 'paid']])
})

test('where Google refuses to add the tab, what it says is passed on', async () => {
  const environment = await openSheetEnvironment()
  environment.sandbox.faults.add({
    kind: 'status',
    status: 400,
    shop: 'sheets.googleapis.com',
    operation: 'spreadsheets.batchUpdate',
    after: 1,
  })
  await expect(environment.exported([['#1', '1', 'paid']], { writing, columns })).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining('Injected status 400'),
  })
})

test('a write of an attempt that was given up is carried out late: its copy is removed as well', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [columns, ['#1', '1', 'old']])
  const document = environment.sandbox.sheets.documents.get('demo-exports')
  if (!document) throw new Error('the document of the demo is missing')
  const death = new AbortController()
  let earlier: typeof document.tabs = []
  let reads = 0
  environment.sandbox.sheets.beforeCalls((operation) => {
    reads += operation === 'values.batchGet' ? 1 : 0
    if (operation !== 'spreadsheets.batchUpdate' || reads === 0 || earlier.length > 0) return
    earlier = document.tabs
    death.abort(new Error('the worker died'))
  })
  const rows: Cell[][] = [
    ['#1', '1', 'paid'],
    ['#9', '9', 'new'],
  ]
  await expect(environment.exported(rows, { writing, columns, signal: death.signal })).rejects.toThrow('the worker died')
  await expect.poll(() => document.tabs.some(({ title }) => title.startsWith('Export copy'))).toBe(true)
  const late = document.tabs
  document.tabs = earlier
  let isLanded = false
  environment.sandbox.sheets.beforeCalls((operation) => {
    if (isLanded || operation !== 'values.batchGet') return
    isLanded = true
    const landed = late.filter(({ title }) => title === 'Orders' || title.startsWith('Export copy'))
    document.tabs = [...document.tabs.filter(({ title }) => title !== 'Orders'), ...landed]
  })
  await environment.exported(rows, { writing, columns, attempt: 2 })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, ...rows])
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})
