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
