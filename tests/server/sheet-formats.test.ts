// The number formats of columns in tabs that a team has.
import { expect, test } from 'vitest'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const columns = ['Name', 'Total', 'Items']
const kinds = ['text', 'money', 'count'] as const
const update = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const replace = { mode: 'replace', tab: 'Orders' } as const
const exported = [['#1', '12.00', '3']]
const money = { type: 'NUMBER', pattern: '0.00' }
const count = { type: 'NUMBER', pattern: '0' }
const own = { type: 'NUMBER', pattern: '0.000' } as const
const large = { rowCount: 1000, columnCount: 26 }

test.each([update, replace])('a tab without any value gets the formats of the export (%j)', async (writing) => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [], large)
  await environment.exported(exported, { writing, columns, kinds })
  expect(environment.tab('Orders').formats).toEqual({ 1: money, 2: count })
})

test('an update formats the columns that it adds, and leaves those of the team and those that were there', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [['Name', 'Total', 'Note']], { ...large, formats: { 1: own } })
  await environment.exported(exported, { writing: update, columns, kinds })
  expect(environment.tab('Orders').formats).toEqual({ 1: own, 3: count })
})

test('a replacement leaves the formats of a tab with values', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [[], ['old']], { ...large, formats: { 1: own } })
  await environment.exported(exported, { writing: replace, columns, kinds })
  expect(environment.tab('Orders').formats).toEqual({ 1: own })
})

test('formats that went to columns of the team are taken back', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab(
    'Orders',
    [
      ['Name', 'Total', 'Note'],
      ['#1', 1, 'mine'],
    ],
    { ...large, formats: { 1: own } },
  )
  let isMoved = false
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    const isStaged = document.tabs.some(({ hidden, cells }) => hidden && cells.length > 0)
    if (isMoved || !isStaged || operation !== 'spreadsheets.batchUpdate') return
    isMoved = true
    document.tabs = document.tabs.map((tab) =>
      tab.title === 'Orders' ? { ...tab, cells: tab.cells.map((row = []) => ['x', ...row]), formats: { 2: own, 3: own } } : tab,
    )
  })
  await environment.exported(exported, { writing: update, columns, kinds })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['x', 'Name', 'Total', 'Note', 'Items'],
    ['x', '#1', 12, 'mine', 3],
  ])
  expect(environment.tab('Orders').formats).toEqual({ 2: own, 3: own, 4: count })
})
