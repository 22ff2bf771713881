// Exports that replace the values of a tab.
import { expect, test } from 'vitest'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'replace', tab: 'Stock' } as const
const header = ['Id', 'Title']
const rows = (count: number): Cell[][] => Array.from({ length: count }, (_, index) => [String(index), `Product ${index}`])
/** Rows of about half a megabyte, so that every second row fills a request. */
const large = (count: number): Cell[][] => Array.from({ length: count }, (_, index) => [String(index), `${index} ${'x'.repeat(40_000)}`])

test('the tab keeps its id, place, size and formats, and has the new rows alone', async () => {
  const environment = await openSheetEnvironment()
  const look = { formats: { 1: { type: 'NUMBER', pattern: '0' } }, frozenRowCount: 1, rowCount: 40, columnCount: 5 } as const
  environment.addTab('Stock', [['Old', 'columns', 'of', 'another', 'export'], ...rows(30)], look)
  environment.addTab('Mine', [['untouched']])
  const before = environment.tabs()
  const { sheet } = await environment.exported(rows(3), { writing })
  expect(sheet).toEqual({ name: 'Stock', url: expect.stringContaining(`#gid=${environment.tab('Stock').sheetId}`) })
  expect(valuesOf(environment.tab('Stock'))).toEqual([header, ...rows(3)])
  expect(environment.tabs()).toEqual(before.map((tab) => (tab.title === 'Stock' ? { ...tab, cells: expect.any(Array) } : tab)))
})

test('a tab that is too small grows, and one that does not exist is added', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Stock', [['Id']])
  await environment.exported(rows(5), { writing })
  expect(environment.tab('Stock')).toMatchObject({ rowCount: 6, columnCount: 2 })
  await environment.exported(rows(5), { writing: { ...writing, tab: 'New' }, key: 'run-2', kinds: ['text', 'money'] })
  expect(environment.tab('New')).toMatchObject({ hidden: false, rowCount: 6, columnCount: 2, frozenRowCount: 1 })
  expect(environment.tab('New').formats).toEqual({ 1: { type: 'NUMBER', pattern: '0.00' } })
  for (const title of ['Stock', 'New']) expect(valuesOf(environment.tab(title))).toEqual([header, ...rows(5)])
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Stock', 'New'])
})

test('texts stay texts, and an export without rows leaves the header alone', async () => {
  const environment = await openSheetEnvironment()
  const odd = [
    ['0123', '=1+1'],
    ['9007199254740993123', "O'Neil 🛒"],
  ]
  await environment.exported(odd, { writing })
  expect(valuesOf(environment.tab('Stock'))).toEqual([header, ...odd])
  await environment.exported([], { writing, key: 'run-2' })
  expect(valuesOf(environment.tab('Stock'))).toEqual([header])
})

test('nobody ever sees a part of the rows', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Stock', [['Id'], ['old']])
  const seen = new Set<number>()
  environment.sandbox.sheets.beforeCalls(() => void seen.add(valuesOf(environment.tab('Stock')).length))
  await environment.exported(large(60), { writing })
  expect([...seen]).toEqual([2, 61])
  expect(environment.tabs().every(({ hidden }) => !hidden)).toBe(true)
})

test.each([
  ['before a checkpoint', rows(4)],
  ['behind a checkpoint', large(30)],
])('a worker that dies at any call: the next attempt has the same result (%s)', async (_name, exported) => {
  for (let call = 1; ; call += 1) {
    const environment = await openSheetEnvironment()
    environment.addTab('Stock', [['Id', 'Title', 'Note'], ...rows(6)])
    const hasDied = await environment.exportedAfterDeath(call, exported, { writing })
    expect(environment.tabs().map(({ title, hidden }) => [title, hidden])).toEqual([
      ['Sheet1', false],
      ['Stock', false],
    ])
    expect(valuesOf(environment.tab('Stock'))).toEqual([header, ...exported])
    if (!hasDied) break
  }
})

test('answers that are lost after the work was done change nothing', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Stock', [['Id'], ['old']])
  environment.sandbox.faults.add({
    kind: 'reset',
    shop: 'sheets.googleapis.com',
    operation: 'spreadsheets.batchUpdate',
    after: 1,
    times: 2,
  })
  await environment.exported(rows(3), { writing })
  expect(valuesOf(environment.tab('Stock'))).toEqual([header, ...rows(3)])
  environment.sandbox.faults.add({
    kind: 'reset',
    shop: 'sheets.googleapis.com',
    operation: 'spreadsheets.batchUpdate',
    after: 1,
    times: 1,
  })
  await environment.exported(rows(3), { writing: { ...writing, tab: 'New' }, key: 'run-2' })
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Stock', 'New'])
})

test('a tab that grows does so once, where the answer is lost', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Stock', [['Id']])
  // The first change adds the tab of the run.
  const lost = { kind: 'reset', shop: 'sheets.googleapis.com', operation: 'spreadsheets.batchUpdate', after: 1, times: 1 } as const
  environment.sandbox.faults.add(lost)
  await environment.exported(rows(5), { writing })
  expect(environment.tab('Stock')).toMatchObject({ rowCount: 6, columnCount: 2 })
  expect(valuesOf(environment.tab('Stock'))).toEqual([header, ...rows(5)])
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Stock'])
})
