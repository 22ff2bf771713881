// Updates and replacements of tabs whose grid is too small.
import { expect, test } from 'vitest'
import type { Tab } from '#sandbox/sheets/document.ts'
import { sheetUpdateMessages as wordings } from '#shared/sheet-update-messages.ts'
import { openSheetEnvironment, valuesOf, type SheetEnvironment } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total', 'Status']

test('a tab that an export without rows has added is updated by the next one', async () => {
  const environment = await openSheetEnvironment()
  await environment.exported([], { writing, columns, kinds: ['text', 'money', 'text'] })
  expect(environment.tab('Orders')).toMatchObject({ rowCount: 2, frozenRowCount: 1, formats: { 1: { pattern: '0.00' } } })
  await environment.exported([['#1', '1', 'paid']], { writing, columns, key: 'run-2' })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, ['#1', '1', 'paid']])
})

test('a tab with a header and no row below it gets rows that do not look like the header', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [columns])
  await environment.exported([['#1', '1', 'paid']], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, ['#1', '1', 'paid']])
  expect(environment.tab('Orders').headerLikeRows).toBe(0)
})

test.each([
  ['when it begins', 6_000_000],
  ['when it writes', 1_000_000],
])('an update says that it needs room for a copy of the tab, %s', async (_name, cells) => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [columns, ['#1', '1', 'old']], { rowCount: cells / 10, columnCount: 10 })
  const before = environment.tab('Orders')
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    if (operation !== 'values.batchGet' || document.tabs.some(({ title }) => title === 'Another')) return
    environment.addTab('Another', [], { rowCount: 850_000, columnCount: 10 })
  })
  await expect(environment.exported([['#1', '1', 'paid']], { writing, columns })).rejects.toMatchObject({
    code: 'SHEET_FULL',
    message: wordings.copyNeedsRoom('Orders', cells),
  })
  expect(environment.tab('Orders')).toEqual(before)
})

/** What people do to the tab right before its first change after it was looked at. */
function editOnce(environment: SheetEnvironment, edit: (tab: Tab) => Partial<Tab>) {
  let isDone = false
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    const isStaged = document.tabs.some(({ hidden, cells }) => hidden && cells.length > 0)
    if (isDone || !isStaged || operation !== 'spreadsheets.batchUpdate') return
    isDone = true
    document.tabs = document.tabs.map((tab) => (tab.title === 'Orders' ? { ...tab, ...edit(tab) } : tab))
  })
}

test('columns that people put in while an update adds its own are not cut off', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Name', 'Total', 'Note', 'By'],
    ['#1', '1', 'call back', 'Ann'],
  ])
  editOnce(environment, ({ columnCount, cells }) => ({
    columnCount: columnCount + 3,
    cells: cells.map((row = []) => ['x', 'y', 'z', ...row]),
  }))
  await environment.exported([['#1', '1', 'paid']], { writing, columns })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['x', 'y', 'z', 'Name', 'Total', 'Note', 'By', 'Status'],
    ['x', 'y', 'z', '#1', '1', 'call back', 'Ann', 'paid'],
  ])
})

test('rows and columns that people put in while a tab is replaced stay', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [['Name']])
  editOnce(environment, () => ({ rowCount: 900, columnCount: 30 }))
  await environment.exported([['#1', '1', 'paid']], { writing: { mode: 'replace', tab: 'Orders' }, columns })
  expect(environment.tab('Orders')).toMatchObject({ rowCount: 901, columnCount: 32 })
  expect(valuesOf(environment.tab('Orders'))).toEqual([columns, ['#1', '1', 'paid']])
})
