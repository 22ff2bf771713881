// People who change a tab in the moment in which an export updates its rows.
import { expect, test } from 'vitest'
import type { SheetDocument, Tab } from '#sandbox/sheets/document.ts'
import type { Cell } from '#server/rows/csv.ts'
import { openSheetEnvironment, valuesOf, type SheetEnvironment } from '#tests/support/sheet-environment.ts'

const writing = { mode: 'update', tab: 'Orders', keyColumn: 0 } as const
const columns = ['Name', 'Total', 'Status']
const header = ['Note', 'Name', 'Total', 'Status', 'By']
const row = (number: number, status = 'old'): Cell[] => [`note ${number}`, `#${number}`, `${number}`, status, `by ${number}`]
const exported = [2, 4, 5].map((number): Cell[] => [`#${number}`, `${number}`, 'new'])
const notExported = [1, 3]

type Edit = (tab: Tab) => Partial<Tab>
const filled = ({ cells, rowCount }: Tab) => Array.from({ length: rowCount }, (_, index) => [...(cells[index] ?? [])])

const edits: Record<string, Edit> = {
  'rows are sorted the other way round': (tab) => {
    const [first = [], ...rest] = filled(tab)
    return { cells: [first, ...rest.toReversed()] }
  },
  'a row is put in between': (tab) => ({ rowCount: tab.rowCount + 1, cells: filled(tab).toSpliced(2, 0, ['a new row']) }),
  'a row is removed': (tab) => ({ rowCount: tab.rowCount - 1, cells: filled(tab).toSpliced(1, 1) }),
  'a column is put in front': (tab) => ({
    columnCount: tab.columnCount + 1,
    cells: filled(tab).map((cells) => [undefined, ...cells]),
  }),
  'a column is removed': (tab) => ({ columnCount: tab.columnCount - 1, cells: filled(tab).map((cells) => cells.slice(1)) }),
  'two columns change places': (tab) => ({ cells: filled(tab).map(([note, name, total, status, by]) => [note, name, status, total, by]) }),
  'a row is added at the end': (tab) => ({
    rowCount: tab.rowCount + 1,
    cells: [...filled(tab), ['note 9', '#9', '9', 'old', 'by 9']],
  }),
}

const withEdit = (document: SheetDocument, edit: Edit) => {
  document.tabs = document.tabs.map((tab) => (tab.title === 'Orders' ? { ...tab, ...edit(tab) } : tab))
}

/** Lets people edit before a change of the document: the numbers of such changes, counted from the first one after the reading. */
function editBefore(environment: SheetEnvironment, edit: Edit, isTime: (change: number) => boolean) {
  let changes = 0
  let hasRead = false
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    hasRead ||= operation === 'values.batchGet'
    if (operation !== 'spreadsheets.batchUpdate' || !hasRead) return
    changes += 1
    if (isTime(changes)) withEdit(document, edit)
  })
}

async function open(): Promise<SheetEnvironment> {
  const environment = await openSheetEnvironment()
  environment.addTab('Orders', [header, ...[1, 2, 3, 4].map((number) => row(number))])
  return environment
}

/** The rows of the tab as records, by the names of the columns. */
function records(environment: SheetEnvironment) {
  const [names = [], ...rows] = valuesOf(environment.tab('Orders'))
  return new Map(
    rows.map((cells) => [cells[names.indexOf('Name')], Object.fromEntries(names.map((name, at) => [String(name), cells[at]]))]),
  )
}

function assertRight(environment: SheetEnvironment) {
  const found = records(environment)
  for (const number of [2, 4, 5]) expect(found.get(`#${number}`)).toMatchObject({ Total: `${number}`, Status: 'new' })
  for (const [name, record] of found) {
    const number = String(name).slice(1)
    if (!String(name).startsWith('#') || number === '5') continue
    // The note of the team and, where it is not exported, each value still belongs to the row.
    if ('Note' in record) expect(record['Note']).toBe(`note ${number}`)
    expect(record).toMatchObject({ Total: number, By: `by ${number}` })
    if (notExported.includes(Number(number))) expect(record['Status']).toBe('old')
  }
}

test.each(Object.entries(edits))('%s between the reading and the write', async (_name, edit) => {
  const environment = await open()
  editBefore(environment, edit, (change) => change === 1)
  await environment.exported(exported, { writing, columns })
  assertRight(environment)
  expect(environment.tabs().map(({ title }) => title)).toEqual(['Sheet1', 'Orders'])
})

test('a value that is typed meanwhile stays', async () => {
  const environment = await open()
  editBefore(
    environment,
    (tab) => ({ cells: tab.cells.map((cells, at) => (at === 2 ? ['typed', ...(cells?.slice(1) ?? [])] : cells)) }),
    (change) => change === 1,
  )
  await environment.exported(exported, { writing, columns })
  expect(records(environment).get('#2')).toMatchObject({ Note: 'typed', Status: 'new' })
})

test('the export gives up where rows are moved before each of its writes, and no value is in a wrong row', async () => {
  const environment = await open()
  const edit = edits['rows are sorted the other way round'] ?? (() => ({}))
  // Each turn writes, takes back and removes the copy: people sort before each of the writes.
  editBefore(environment, edit, (change) => change % 3 === 1)
  await expect(environment.exported(exported, { writing, columns })).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining('No value stands in a wrong row'),
  })
  environment.sandbox.sheets.beforeCalls(null)
  expect(
    new Set(
      valuesOf(environment.tab('Orders'))
        .slice(1)
        .map((cells) => cells.join()),
    ),
  ).toEqual(new Set([1, 2, 3, 4].map((number) => row(number).join())))
})

test('where rows are moved at every call, the team is told, and has a copy from before', async () => {
  const environment = await open()
  const edit = edits['rows are sorted the other way round'] ?? (() => ({}))
  editBefore(environment, edit, () => true)
  await expect(environment.exported(exported, { writing, columns })).rejects.toMatchObject({
    code: 'SHEET_REFUSED',
    message: expect.stringContaining('“Orders before the export 2026-11-21 060708 (1)” is a copy from before'),
  })
  environment.sandbox.sheets.beforeCalls(null)
  await environment.discarded({ writing })
  expect(environment.tabs().map(({ title, hidden }) => [title, hidden])).toEqual([
    ['Sheet1', false],
    ['Orders', false],
    ['Orders before the export 2026-11-21 060708 (1)', false],
  ])
  const copy = environment.tab('Orders before the export 2026-11-21 060708 (1)')
  expect(
    new Set(
      valuesOf(copy)
        .slice(1)
        .map((cells) => cells.join()),
    ),
  ).toEqual(new Set([1, 2, 3, 4].map((number) => row(number).join())))
})

test('a worker that dies right after it wrote into moved rows: the next attempt takes that back', async () => {
  for (let call = 1; ; call += 1) {
    const environment = await open()
    const hasDied = await environment.exportedAfterDeath(call, exported, { writing, columns }, (operation, document, calls) => {
      if (calls === call && operation === 'spreadsheets.batchUpdate') withEdit(document, edits['a row is put in between'] ?? (() => ({})))
    })
    assertRight(environment)
    if (!hasDied) break
  }
})

test('the tab is removed meanwhile: the export fails', async () => {
  const environment = await open()
  let reads = 0
  environment.sandbox.sheets.beforeCalls((operation, document) => {
    if (operation === 'values.batchGet') reads += 1
    // The first one reads the rows of the export.
    if (reads === 2) document.tabs = document.tabs.filter(({ title }) => title !== 'Orders')
  })
  await expect(environment.exported(exported, { writing, columns })).rejects.toMatchObject({ code: 'SHEET_REFUSED' })
})
