// Exports that update the rows of a team's tab, found by a key.
import { expect, test } from 'vitest'
import type { Cell } from '#server/rows/csv.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total', 'Status']
const order = (number: number, status: string): Cell[] => [`#${number}`, `${number}.00`, status]

/** The team has a column in front, one in between, other places for ours, and a line of totals. */
const team: Cell[][] = [
  ['Done', 'Status', 'Note', 'Name', 'Total'],
  [true, 'open', 'call back', '#2', '2.00'],
  [null, 'open', '=A2', '#1', '1.00'],
  [],
  [null, null, 'sum', null, '=SUM(E2:E3)'],
]

test('known rows are updated where they are, new ones follow, and everything else is the team’s', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', team, { formats: { 4: { type: 'NUMBER', pattern: '0' } }, columnCount: 8 })
  const before = environment.tab('Orders')
  const { sheet, notes } = await environment.exported([order(1, 'paid'), order(2, 'open'), order(3, 'new'), order(4, 'new')], {
    writing,
    columns,
  })
  expect(sheet).toEqual({ name: 'Orders', url: expect.stringContaining(`#gid=${before.sheetId}`) })
  expect(notes).toEqual([])
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Done', 'Status', 'Note', 'Name', 'Total'],
    [true, 'open', 'call back', '#2', '2.00'],
    [null, 'paid', '=A2', '#1', '1.00'],
    [null, 'new', null, '#3', '3.00'],
    [null, 'new', null, '#4', '4.00'],
    [],
    [null, null, 'sum', null, '=SUM(E2:E3)'],
  ])
  expect(environment.tab('Orders')).toMatchObject({ ...before, rowCount: 7, cells: expect.any(Array) })
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('an export that is run again changes nothing, and rows that people removed come back', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', team)
  const rows = [order(1, 'paid'), order(3, 'new')]
  await environment.exported(rows, { writing, columns })
  const once = environment.tab('Orders')
  await environment.exported(rows, { writing, columns, key: 'run-2' })
  expect(environment.tab('Orders')).toEqual(once)
})

test('columns that the tab lacks follow its last one; a tab that does not exist is added', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Name', 'Note'],
    ['#1', 'mine'],
  ])
  await environment.exported([order(1, 'paid'), order(2, 'new')], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', 'Note', 'Total', 'Status'],
    ['#1', 'mine', '1.00', 'paid'],
    ['#2', null, '2.00', 'new'],
  ])
  await environment.exported([order(1, 'paid')], { writing: { ...writing, tab: 'Other' }, columns, key: 'run-2' })
  expect(valuesOf(environment.tab('Other'))).toEqual([columns, order(1, 'paid')])
  expect(environment.tab('Other').hidden).toBe(false)
})

test('an empty tab gets the header and the rows', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [], { rowCount: 1000, columnCount: 26 })
  await environment.exported([order(1, 'paid')], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, order(1, 'paid')])
})

test('numbers that people typed are the same key as their text', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Name', 'Status'],
    [12345, 'open'],
    [' 00777 ', 'open'],
  ])
  await environment.exported(
    [
      ['12345', 'paid'],
      ['00777', 'paid'],
    ],
    { writing, columns: ['Name', 'Status'] },
  )
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', 'Status'],
    [12345, 'paid'],
    [' 00777 ', 'paid'],
  ])
})

test('a deleted item is marked, and its last values stay', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', team)
  const marked = { writing, columns: [...columns, 'Deleted'], deletedColumn: 3 }
  await environment.exported(
    [
      [...order(2, 'open'), null],
      ['#1', null, null, 'yes'],
    ],
    marked,
  )
  expect(valuesOf(environment.tab('Orders')).slice(1, 3)).toEqual([
    [true, 'open', 'call back', '#2', '2.00'],
    [null, 'open', '=A2', '#1', '1.00', 'yes'],
  ])
  await environment.exported([[...order(1, 'paid'), null]], { ...marked, key: 'run-2' })
  expect(valuesOf(environment.tab('Orders'))[2]).toEqual([null, 'paid', '=A2', '#1', '1.00'])
})

const one = [order(1, 'paid')]
test.each<[string, Cell[][], Cell[][], string]>([
  ['no column of the key', [['Note'], ['mine']], one, wordings.columnMissing('Orders', 'Name')],
  ['a table that begins below a blank row', [[], [...columns], order(1, 'open')], one, wordings.columnMissing('Orders', 'Name')],
  ['the column of the key twice', [['Name', 'Name'], ['#1']], one, wordings.columnTwice('Orders', 'Name')],
  ['another column twice', [['Name', 'Total', 'Total'], ['#1']], one, wordings.columnTwice('Orders', 'Total')],
  ['a key twice in the tab', [['Name'], ['#1'], ['#9'], ['#1']], one, wordings.keyTwiceInTab('Orders', 'Name', '#1', [2, 4])],
  ['a key twice in the export', team, [...one, order(2, 'a'), ...one], wordings.keyTwiceInExport('Name', '#1')],
  ['a row without a key', team, [...one, [null, '1', 'x'], ['', '2', 'x']], wordings.keyEmpty('Name', 2)],
])('%s: nothing is written, and a sentence says why', async (_name, cells, rows, message) => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', cells)
  const before = environment.tab('Orders')
  await expect(environment.exported(rows, { writing, columns })).rejects.toMatchObject({ code: 'SHEET_REFUSED', message })
  expect(environment.tab('Orders')).toEqual(before)
})

test('doubled keys that are not exported are left alone', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Name', 'Status'],
    ['#8', 'a'],
    ['#8', 'b'],
    ['#1', 'open'],
  ])
  await environment.exported([['#1', 'paid']], { writing, columns: ['Name', 'Status'] })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Name', 'Status'],
    ['#8', 'a'],
    ['#8', 'b'],
    ['#1', 'paid'],
  ])
})

/** Rows of about half a megabyte. */
const large = (count: number): Cell[][] => Array.from({ length: count }, (_, index) => [`#${index}`, 'x'.repeat(40_000), 'new'])

test.each([
  ['before a checkpoint', [order(1, 'paid'), order(2, 'paid'), order(3, 'new')]],
  ['behind a checkpoint', large(30)],
])('a worker that dies at any call: the next attempt has the same result (%s)', async (_name, rows) => {
  const undisturbed = await openSheetEnvironment()
  undisturbed.addTab('Orders', team)
  await undisturbed.exported(rows, { writing, columns })
  for (let call = 1; ; call += 1) {
    const environment = await openSheetEnvironment()
    environment.addTab('Orders', team)
    const hasDied = await environment.exportedAfterDeath(call, rows, { writing, columns })
    expect(environment.tabs()).toEqual(undisturbed.tabs())
    if (!hasDied) break
  }
})

test('answers that are lost after the work was done double nothing', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', team)
  environment.sandbox.faults.add({
    kind: 'reset',
    shop: 'sheets.googleapis.com',
    operation: 'spreadsheets.batchUpdate',
    after: 1,
    times: 3,
  })
  await environment.exported([order(1, 'paid'), order(3, 'new')], { writing, columns })
  expect(valuesOf(environment.tab('Orders')).map((row) => row[3])).toEqual(['Name', '#2', '#1', '#3', undefined, null])
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('many scattered rows are written in several batches', async () => {
  const environment = await openSheetEnvironment()
  const count = 6_000
  const numbers = Array.from({ length: count }, (_, index) => index)
  environment.addTab('Orders', [
    ['Name', 'Note', 'Status'],
    ...numbers.toReversed().map((number): Cell[] => [`#${number}`, `note ${number}`, 'old']),
  ])
  await environment.exported(
    numbers.map((number): Cell[] => [`#${number}`, `new ${number}`]),
    { writing, columns: ['Name', 'Status'] },
  )
  const expected = numbers.toReversed().map((number) => [`#${number}`, `note ${number}`, `new ${number}`])
  expect(valuesOf(environment.tab('Orders')).slice(1)).toEqual(expected)
})

test('what a failed run left is taken away', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [['Note']])
  const before = environment.tabs()
  await environment.exported([order(1, 'paid')], { writing, columns }).catch(() => {})
  expect(environment.tabs()).toHaveLength(3)
  await environment.discarded({ writing })
  expect(environment.tabs()).toEqual(before)
})
