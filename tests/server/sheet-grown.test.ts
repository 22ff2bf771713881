// Updates and replacements of tabs whose grid is too small.
import { expect, test } from 'vitest'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

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
