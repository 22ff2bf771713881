// Updates of tabs as teams make them: columns in any order and missing, rows in any order, notes beside them, edits at any call.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf } from '#tests/support/sheet-environment.ts'

const columns = ['Name', 'Total', 'Status']
const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const

const names = fc.uniqueArray(
  fc.integer({ min: 1, max: 30 }).map((number) => `#${number}`),
  { maxLength: 12 },
)
const cell = fc.option(fc.stringMatching(/^[a-z0-9=]{1,4}$/), { nil: null })
const exported = names.chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), cell, cell))))

/** A tab: its header, with columns of the team in any places, and rows with keys of their own. */
const team = fc
  .record({
    others: fc.subarray(['Total', 'Status', 'Note', 'By'], { minLength: 0 }),
    keys: names,
    blankRows: fc.integer({ min: 0, max: 3 }),
  })
  .chain(({ others, keys, blankRows }) =>
    fc.record({
      header: fc.shuffledSubarray(['Name', ...others], { minLength: others.length + 1 }),
      keys: fc.constant(keys),
      values: fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { minLength: keys.length, maxLength: keys.length }),
      blankRows: fc.constant(blankRows),
    }),
  )

type Edit = 'none' | 'sort' | 'insert' | 'front'
const edits = fc.constantFrom<Edit>('none', 'sort', 'insert', 'front')

/** The rows by their keys, as records of the columns' names. Empty cells are left out. */
function recordsOf(rows: readonly Cell[][]): Map<string, Record<string, Cell>> {
  const [header = [], ...others] = rows
  const found = new Map<string, Record<string, Cell>>()
  for (const row of others) {
    const record = Object.fromEntries(header.flatMap((name, at) => (name === null || row[at] == null ? [] : [[String(name), row[at]]])))
    if (record['Name'] !== undefined) found.set(String(record['Name']), record)
  }
  return found
}

function expectedOf(before: readonly Cell[][], rows: readonly Cell[][]) {
  const found = recordsOf(before)
  for (const [key, total, status] of rows) {
    const { Total: _total, Status: _status, ...own } = found.get(String(key)) ?? { Name: key ?? null }
    found.set(String(key), { ...own, ...(total == null ? {} : { Total: total }), ...(status == null ? {} : { Status: status }) })
  }
  return found
}

test('random tabs and exports', async () => {
  const random = fc.asyncProperty(team, exported, edits, fc.integer({ min: 4, max: 12 }), async (given, rows, edit, atCall) => {
    const environment = await openSheetEnvironment()
    const { header, keys, values, blankRows } = given
    const place = header.indexOf('Name')
    const cells: Cell[][] = [
      header,
      ...keys.map((key, row) => header.map((_name, at) => (at === place ? key : (values[row]?.[at] ?? null)))),
      ...Array.from({ length: blankRows }, () => []),
    ]
    environment.addTab('Orders', cells)
    let calls = 0
    environment.sandbox.sheets.beforeCalls((_operation, document) => {
      calls += 1
      if (calls !== atCall || edit === 'none') return
      document.tabs = document.tabs.map((tab) => {
        if (tab.title !== 'Orders') return tab
        const [first = [], ...others] = Array.from({ length: tab.rowCount }, (_, row) => [...(tab.cells[row] ?? [])])
        if (edit === 'sort') return { ...tab, cells: [first, ...others.toReversed()] }
        if (edit === 'insert') return { ...tab, rowCount: tab.rowCount + 1, cells: [first, ['x'], ...others] }
        return { ...tab, columnCount: tab.columnCount + 1, cells: [first, ...others].map((row) => [undefined, ...row]) }
      })
    })
    await environment.exported(rows, { writing, columns })
    environment.sandbox.sheets.beforeCalls(null)
    const after = valuesOf(environment.tab('Orders'))
    // A row that somebody put in has a cell in the first column, which may be that of the keys.
    const found = recordsOf(after)
    found.delete('x')
    expect(found).toEqual(expectedOf(cells, rows))
    expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
  })
  await fc.assert(random, { numRuns: 100, seed: 29 })
}, 120_000)
