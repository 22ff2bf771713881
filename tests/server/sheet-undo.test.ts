// What an update takes back after it wrote into moved rows, and what it leaves because people have worked on.
import { expect, test } from 'vitest'
import type { SheetDocument, Tab } from '#sandbox/sheets/document.ts'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf, type SheetEnvironment, type SheetRun } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total', 'Status']
const copyName = 'Orders before the export 2026-11-21 060708 (1)'
const row = (number: number): Cell[] => [`#${number}`, `${number}`, 'old', `note ${number}`]
const before: Cell[][] = [[...columns, 'Note'], ...[1, 2, 3, 4].map(row), [], [null, '=SUM(B2:B5)', null, 'sum']]
const exported: Cell[][] = [
  ['#1', '1', 'paid'],
  ['#9', '9', 'new'],
]

type Edit = (rows: Tab['cells']) => Tab['cells']
const edited = (document: SheetDocument, edit: Edit) => {
  document.tabs = document.tabs.map((tab) => {
    if (tab.title !== 'Orders') return tab
    const cells = edit(Array.from({ length: tab.rowCount }, (_, index) => [...(tab.cells[index] ?? [])]))
    return { ...tab, cells, rowCount: cells.length }
  })
}
const insertRow: Edit = (rows) => rows.toSpliced(2, 0, ['', 'x'])
const type =
  (at: number, column: number, text: string): Edit =>
  (rows) =>
    rows.map((cells = [], index) => (index === at ? [...Array.from({ length: column }, (_, place) => cells[place]), text] : cells))

/** Lets people put in a row right before the first write. Returns the number of the call and, later, of each change behind it. */
function movedBeforeWrite(environment: SheetEnvironment, alsoAt: (call: number, isChange: boolean) => void = () => {}) {
  let hasRead = false
  let isMoved = false
  let calls = 0
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    calls += 1
    hasRead ||= operation === 'values.batchGet'
    const isChange = operation === 'spreadsheets.batchUpdate' && hasRead
    if (isChange && !isMoved) edited(document, insertRow)
    isMoved ||= isChange
    if (isMoved) alsoAt(calls, isChange)
  })
}

async function open(cells = before): Promise<SheetEnvironment> {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', cells, { rowCount: 1000, columnCount: 26 })
  return environment
}

/** A worker that dies when it has written into moved rows, before it looked at them. */
async function diedAfterWrite(
  more: Partial<SheetRun> = {},
  cells = before,
): Promise<{ environment: SheetEnvironment; document: SheetDocument }> {
  const environment = await open(cells)
  const death = new AbortController()
  movedBeforeWrite(environment, () => death.abort(new Error('the worker died')))
  await expect(environment.exported(exported, { writing, columns, ...more, signal: death.signal })).rejects.toThrow('the worker died')
  environment.sandbox.sheets.beforeCalls(null)
  const document = environment.sandbox.sheets.documents.get('demo-exports')
  if (!document) throw new Error('there is no document')
  return { environment, document }
}

const right: Cell[][] = [
  [...columns, 'Note'],
  ['#1', '1', 'paid', 'note 1'],
  ['', 'x'],
  row(2),
  row(3),
  row(4),
  ['#9', '9', 'new'],
  [],
  [null, '=SUM(B2:B5)', null, 'sum'],
]
const texts = (rows: Cell[][]) =>
  rows.map((cells) =>
    cells
      .map((cell) => cell ?? '')
      .join('|')
      .replace(/\|+$/, ''),
  )
const assertRight = (environment: SheetEnvironment) => {
  expect(texts(valuesOf(environment.tab('Orders')))).toEqual(texts(right))
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
}

test('the answer to what takes a write back is lost: no row is removed twice', async () => {
  const environment = await open()
  let changes = 0
  movedBeforeWrite(environment, (_call, isChange) => {
    changes += isChange ? 1 : 0
    if (isChange && changes === 1)
      environment.sandbox.faults.add({
        kind: 'reset',
        shop: 'sheets.googleapis.com',
        operation: 'spreadsheets.batchUpdate',
        after: 0,
        times: 1,
      })
  })
  await environment.exported(exported, { writing, columns })
  assertRight(environment)
})

test('a worker that dies at any call behind a write into moved rows: the next attempt puts it right', async () => {
  for (let call = 1; ; call += 1) {
    const environment = await open()
    let isMoved = false
    let hasRead = false
    const hasDied = await environment.exportedAfterDeath(call, exported, { writing, columns }, (operation, document) => {
      hasRead ||= operation === 'values.batchGet'
      if (isMoved || !hasRead || operation !== 'spreadsheets.batchUpdate') return
      isMoved = true
      edited(document, insertRow)
    })
    if (isMoved) assertRight(environment)
    if (!hasDied) break
  }
})

test('what people typed into their own columns since stays, when the write is taken back', async () => {
  const { environment, document } = await diedAfterWrite()
  edited(document, type(1, 3, 'typed since'))
  await environment.exported(exported, { writing, columns, attempt: 2 })
  expect(texts(valuesOf(environment.tab('Orders')))).toEqual(texts(right.with(1, ['#1', '1', 'paid', 'typed since'])))
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('a row that is typed in the very moment in which a write is taken back stays', async () => {
  const environment = await open([[...columns, 'Note'], row(1), row(2)])
  let changes = 0
  movedBeforeWrite(environment, (_call, isChange) => {
    changes += isChange ? 1 : 0
    const document = environment.sandbox.sheets.documents.get('demo-exports')
    if (document && isChange && changes === 2) edited(document, (rows) => rows.with(4, ['#77', '77', 'by hand', 'mine']))
  })
  await expect(environment.exported([['#1', '1', 'paid']], { writing, columns })).rejects.toMatchObject({ code: 'SHEET_REFUSED' })
  expect(valuesOf(environment.tab('Orders')).at(-1)).toEqual(['#77', '77', 'by hand', 'mine'])
})

test('any columns may have been written', async () => {
  // The text for the second column to the fifth is a “u”, like the mark of what was taken back.
  const cells = before.map(([name = null, total = null, status = null, note = null], at) => [
    note,
    name,
    total,
    status,
    at === 0 ? 'By' : null,
  ])
  const four = { writing, columns: [...columns, 'By'] }
  const { environment } = await diedAfterWrite(four, cells)
  await environment.exported(
    exported.map((given) => [...given, 'Ben']),
    { ...four, attempt: 2 },
  )
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
  expect(texts(valuesOf(environment.tab('Orders'))).slice(1, 4)).toEqual(['note 1|#1|1|paid|Ben', '|x', 'note 2|#2|2|old'])
})

const sinceThen: [name: string, edit: Edit][] = [
  ['rows were added', (rows) => rows.toSpliced(5, 0, ['#77', '77', 'by hand', 'mine'], ['#78', '78', 'by hand', 'mine'])],
  ['rows were sorted', ([header, ...rows]) => [header, ...rows.toReversed()]],
  ['a blank row was put above the line of totals', (rows) => rows.toSpliced(8, 0, [])],
  ['a note was typed beside a row that the run added', type(5, 3, 'typed since')],
]

test.each(sinceThen)('%s since: the next attempt leaves the tab as it is, and the team has a copy', async (_name, edit) => {
  const { environment, document } = await diedAfterWrite()
  edited(document, edit)
  const left = valuesOf(environment.tab('Orders'))
  await expect(environment.exported(exported, { writing, columns, attempt: 2 })).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining(`“${copyName}” is a copy from before`),
  })
  expect(valuesOf(environment.tab('Orders'))).toEqual(left)
  expect(environment.tab(copyName).hidden).toBe(false)
})

test.each(sinceThen)('%s since, and the job is given up: the same, and the job gets the sentence', async (_name, edit) => {
  const { environment, document } = await diedAfterWrite()
  edited(document, edit)
  const left = valuesOf(environment.tab('Orders'))
  expect(await environment.discarded({ writing })).toContain(`“${copyName}” is a copy from before`)
  expect(await environment.discarded({ writing })).toBe(null)
  expect(valuesOf(environment.tab('Orders'))).toEqual(left)
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders', copyName])
})

test('the job is given up, and nobody has worked on: the tab is as it was', async () => {
  const { environment, document } = await diedAfterWrite()
  edited(document, type(1, 3, 'typed since'))
  expect(await environment.discarded({ writing })).toBe(null)
  expect(texts(valuesOf(environment.tab('Orders')))).toEqual(
    texts(before.toSpliced(2, 0, ['', 'x']).with(1, ['#1', '1', 'old', 'typed since'])),
  )
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('the column of the keys lies outside of the tab once a column is removed: the write is taken back', async () => {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [
    ['Total', 'Status', 'Name'],
    ['1', 'old', '#1'],
    ['2', 'old', '#2'],
  ])
  let isRemoved = false
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    const isStaged = document.tabs.some(({ hidden, cells }) => hidden && cells.length > 0)
    if (isRemoved || !isStaged || operation !== 'spreadsheets.batchUpdate') return
    isRemoved = true
    document.tabs = document.tabs.map((tab) =>
      tab.title === 'Orders' ? { ...tab, columnCount: 2, cells: tab.cells.map((cells) => cells?.slice(1)) } : tab,
    )
  })
  const keyed = { ...writing, keyColumn: 2 }
  await environment.exported([['11', 'paid', '#1']], { writing: keyed, columns: ['Total', 'Status', 'Name'] })
  expect(valuesOf(environment.tab('Orders'))).toEqual([
    ['Status', 'Name', 'Total'],
    ['paid', '#1', '11'],
    ['old', '#2'],
  ])
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})
