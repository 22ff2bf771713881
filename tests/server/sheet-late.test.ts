// A write that gets no answer, is repeated, and is carried out once more at any later moment.
import { expect, test } from 'vitest'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total']
const before: Cell[][] = [
  [...columns, 'Note'],
  ['#1', '1', 'call'],
  ['#2', '2'],
]
const exported: Cell[][] = [
  ['#2', '20'],
  ['#9', '90'],
]
const after: Cell[][] = [before[0] ?? [], ['#1', '1', 'call'], ['#2', '20'], ['#9', '90']]
const shop = 'sheets.googleapis.com'

/** Updates the tab. The late write comes right before a call. Returns the number of calls. */
async function updatedWithLateWrite(atCall: number): Promise<number> {
  const environment = await openSheetEnvironment()
  const { faults, sheets } = environment.sandbox
  environment.addTab('Orders', before, { rowCount: 100, columnCount: 26 })
  // The first change adds the tab of the run.
  faults.add({ kind: 'late', shop, operation: 'spreadsheets.batchUpdate', after: 1, times: 1 })
  let calls = 0
  let isLate = false
  sheets.beforeCalls(() => {
    if (isLate) return
    calls += 1
    if (calls !== atCall) return
    isLate = true
    sheets.carryOutLate()
    isLate = false
  })
  await environment.exported(exported, { writing, columns })
  sheets.carryOutLate()
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
  expect(valuesOf(environment.tab('Orders'))).toEqual(after)
  return calls
}

test('a late write leaves neither a copy nor other values, whenever it comes', { timeout: 120_000 }, async () => {
  let calls = await updatedWithLateWrite(0)
  expect(calls).toBeGreaterThan(8)
  for (let call = 1; call <= calls; call += 1) calls = Math.max(calls, await updatedWithLateWrite(call))
})
