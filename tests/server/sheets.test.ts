// Exports into spreadsheets, against the sandbox's Google on real sockets. Waits only advance the fake clock.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { spreadsheetId } from '#shared/sheets.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { SinkStart } from '#server/rows/sink.ts'
import type { Sheets } from '#server/sheets/sheets.ts'
import { createSheetSink } from '#server/sheets/sink.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { startSheets } from '#tests/support/sheet-environment.ts'

const SHEETS = 'sheets.googleapis.com'
const target = { documentId: 'demo-exports', prefix: 'Products', dates: 'text', writing: { mode: 'new' } } as const
const createdAt = new Date('2026-11-21T06:07:08Z')

let sandbox: Sandbox
let sheets: Sheets
/** The requested waits. The clock skips them. */
let waits: number[]

beforeEach(async () => {
  ;({ sandbox, sheets, waits } = await startSheets())
})
afterEach(() => sandbox.close())

const reasons: (string | null)[] = []
function startOf(change: Partial<SinkStart> = {}): SinkStart {
  const { signal } = new AbortController()
  return {
    key: 'run-1',
    attempt: 1,
    columns: ['Id', 'Title'],
    kinds: ['text', 'text'],
    timezone: 'UTC',
    moneyDecimals: 2,
    createdAt,
    expectedItems: 2,
    position: null,
    signal,
    wait: (reason) => reasons.push(reason),
    ...change,
  }
}
const tabs = (id = 'demo-exports') => sandbox.sheets.documents.get(id)?.tabs ?? []
const shown = (id?: string) =>
  tabs(id)
    .filter((tab) => !tab.hidden)
    .map((tab) => tab.title)
const writes = () => sandbox.requests.filter(({ operation }) => operation === 'values.batchUpdate').length

/** Rows of about half a megabyte, so that every second row fills a request. */
const large = (count: number, from = 0): Cell[][] => Array.from({ length: count }, (_, index) => [from + index, 'x'.repeat(49_000)])

async function exported(rows: Cell[][], change: Partial<SinkStart> = {}) {
  const sink = await createSheetSink(sheets, target).open(startOf(change))
  for (const row of rows) await sink.write([row])
  const result = await sink.finish()
  await sink.close()
  return result
}

test('an export is a new tab, exactly as large as its rows, and texts stay texts', async () => {
  const { sheet, notes } = await exported([
    ['0123', '=1+1'],
    [1234567890, null],
    [true, "O'Neil 🛒"],
  ])
  expect(sheet).toEqual({ name: 'Products 2026-11-21 060708', url: expect.stringContaining('/spreadsheets/d/demo-exports/edit#gid=') })
  expect(notes).toEqual([])
  const [before, tab] = tabs()
  expect(before?.cells).toEqual([])
  expect(tab).toMatchObject({ title: 'Products 2026-11-21 060708', hidden: false, rowCount: 4, columnCount: 2 })
  expect(tab?.cells).toEqual([
    ['Id', 'Title'],
    ['0123', '=1+1'],
    [1234567890, undefined],
    ['true', "O'Neil 🛒"],
  ])
})

test('numbers are numbers where that loses nothing, and each column is written as it is meant', async () => {
  const columns = ['Id', 'Price', 'Quantity', 'Grams', 'Created']
  const kinds = ['text', 'money', 'count', 'weight', 'moment'] as const
  await exported(
    [
      ['00123', '19.90', 3, '200.0', '2026-03-01 10:00:05 +0700'],
      ['123', '123456789012345.67', null, '0.125', null],
      ['-1', '-0.05', 2, '', null],
      ['7', '1,5', 2, '007', null],
    ],
    { columns, kinds },
  )
  const [, tab] = tabs()
  expect(tab?.cells.slice(1)).toEqual([
    ['00123', 19.9, 3, 200, '2026-03-01 10:00:05 +0700'],
    ['123', '123456789012345.67', undefined, 0.125, undefined],
    ['-1', -0.05, 2, undefined, undefined],
    ['7', '1,5', 2, '007', undefined],
  ])
  const number = (pattern: string) => ({ type: 'NUMBER', pattern })
  expect(tab).toMatchObject({ frozenRowCount: 1, hidden: false })
  expect(tab?.formats).toEqual({ 1: number('0.00'), 2: number('0'), 3: number('0.0##') })
})

test.each([
  [0, '0'],
  [3, '0.000'],
])('amounts of a currency with %i decimals are written as %s', async (moneyDecimals, pattern) => {
  await exported([['1', '1500.00']], { kinds: ['text', 'money'], moneyDecimals })
  expect(tabs()[1]?.formats).toEqual({ 1: { type: 'NUMBER', pattern } })
})

test('a tab of nothing but its header freezes nothing', async () => {
  await exported([], { kinds: ['text', 'money'] })
  expect(tabs()[1]).toMatchObject({ hidden: false, rowCount: 1, frozenRowCount: 0, formats: {} })
})

test('two exports of the same second into one document get a tab each', async () => {
  await Promise.all([exported([['1', 'a']]), exported([['2', 'b']], { key: 'run-2' })])
  expect(shown().toSorted()).toEqual(['Products 2026-11-21 060708', 'Products 2026-11-21 060708 (2)', 'Sheet1'])
})

test('an answer that is lost after the work was done doubles nothing', async () => {
  sandbox.faults.add({ kind: 'reset', shop: SHEETS, operation: 'spreadsheets.batchUpdate', times: 1 })
  sandbox.faults.add({ kind: 'reset', shop: SHEETS, operation: 'values.batchUpdate', times: 2 })
  await exported(large(50))
  const tab = tabs()[1]
  expect(tab?.rowCount).toBe(51)
  expect(tab?.cells.slice(1).map((row) => row?.[0])).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('429 and 5xx are waited out, as long as Google says', async () => {
  sandbox.faults.add({ kind: 'status', status: 429, retryAfter: '7', shop: SHEETS, operation: 'values.batchUpdate', times: 1 })
  sandbox.faults.add({ kind: 'status', status: 503, shop: SHEETS, operation: 'spreadsheets.get', times: 1 })
  reasons.length = 0
  await exported([['1', 'a']])
  expect(waits).toContain(7_000)
  expect(reasons).toContain('Google Sheets asked us to slow down or did not answer')
  expect(reasons.at(-1)).toBeNull()
})

test('no more than 60 writes leave in a minute, and whoever watches is told why nothing moves', async () => {
  reasons.length = 0
  for (let run = 0; run < 20; run++) await exported([['1', 'a']], { key: `run-${run}` })
  // Each export adds, writes and shows a tab. Exports may use 50 writes a minute.
  expect(waits.length).toBeGreaterThan(0)
  expect(reasons).toContain('The rate limit of Google Sheets is reached (60 writes per minute)')
  expect(reasons).not.toContain('Google Sheets asked us to slow down or did not answer')
  expect(shown()).toHaveLength(21)
})

test('an attempt that goes on from a place writes what is missing and nothing twice', async () => {
  const first = await createSheetSink(sheets, target).open(startOf())
  const place = await first.write(large(30))
  expect(place).not.toBeNull()
  await first.write([['lost', 'with the worker']])
  expect(shown()).toEqual(['Sheet1'])

  const second = await createSheetSink(sheets, target).open(startOf({ attempt: 2, position: place }))
  await second.write(large(2, 30))
  await second.finish()
  expect(tabs()[1]?.cells.map((row) => row?.[0])).toEqual(['Id', ...Array.from({ length: 32 }, (_, index) => index)])

  // The first worker resumes: its tab no longer exists, and nothing changes.
  await first.write(large(30, 1_000)).then(
    () => expect.unreachable(),
    (error: unknown) => expect(error).toMatchObject({ code: 'SHEET_REFUSED' }),
  )
  expect(tabs()[1]?.rowCount).toBe(33)
})

test('an attempt that died after it had finished is finished again, into one tab', async () => {
  await exported([['1', 'a']])
  await exported([['1', 'a']], { attempt: 2 })
  expect(shown()).toEqual(['Sheet1', 'Products 2026-11-21 060708'])
})

test('what a failed run left is taken away, and nothing else', async () => {
  await exported([['1', 'a']], { key: 'whole' })
  const sink = await createSheetSink(sheets, target).open(startOf())
  await sink.write(large(30))
  expect(tabs()).toHaveLength(3)
  const discard = (key: string) => createSheetSink(sheets, target).discard({ key, attempt: 1, createdAt: startOf().createdAt })
  for (const key of ['run-1', 'run-1', 'other']) await discard(key)
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1', 'Products 2026-11-21 060708'])
  // The tab was complete, but its job failed.
  await discard('whole')
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1'])
})

test('clearing up after an earlier attempt leaves the tab of a later one alone', async () => {
  const sink = await createSheetSink(sheets, target).open(startOf({ attempt: 2 }))
  await createSheetSink(sheets, target).discard({ key: 'run-1', attempt: 1, createdAt: startOf().createdAt })
  await sink.write(large(30))
  await sink.finish()
  expect(shown()).toEqual(['Sheet1', 'Products 2026-11-21 060708'])
})

test('an attempt that begins anew over a left tab bears the loss of an answer', async () => {
  await createSheetSink(sheets, target).open(startOf())
  sandbox.faults.add({ kind: 'reset', shop: SHEETS, operation: 'spreadsheets.batchUpdate', times: 1 })
  await exported([['1', 'a']], { attempt: 2 })
  expect(tabs().map((tab) => tab.title)).toEqual(['Sheet1', 'Products 2026-11-21 060708'])
})

test('what cannot fit into ten million cells is refused before the first write', async () => {
  await expect(createSheetSink(sheets, target).open(startOf({ expectedItems: 5_000_000 }))).rejects.toMatchObject({
    code: 'SHEET_FULL',
    message: expect.stringContaining('needs at least 10000002 cells, but only 9974000 are free'),
  })
  expect(tabs()).toHaveLength(1)
  expect(writes()).toBe(0)
})

test('a cell longer than Google takes is cut between two characters, and counted', async () => {
  const { notes } = await exported([['1', '🛒'.repeat(30_000)]])
  const text = String(tabs()[1]?.cells[1]?.[1])
  expect(text.length).toBeLessThanOrEqual(50_000)
  expect(text.endsWith('🛒… [cut]')).toBe(true)
  expect(notes).toEqual(['1 cell was longer than 50000 characters and cut'])
})

test('a document that is not shared for writing is named with whom to share it', async () => {
  for (const documentId of ['demo-read-only', 'demo-not-shared']) {
    const refused = await createSheetSink(sheets, { ...target, documentId })
      .open(startOf())
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ code: 'SHEET_REFUSED', message: expect.stringContaining(sandbox.sheets.account.client_email) })
  }
})

test('a token that ends before its time is replaced', async () => {
  await exported([['1', 'a']])
  sandbox.sheets.tokens.revoke()
  await exported([['2', 'b']], { key: 'run-2' })
  expect(shown()).toHaveLength(3)
})

test('stopping an export stops its calls', async () => {
  const stop = new AbortController()
  const sink = await createSheetSink(sheets, target).open(startOf({ signal: stop.signal }))
  stop.abort(new Error('cancelled'))
  await expect(sink.write(large(30))).rejects.toThrow('cancelled')
  expect(writes()).toBe(0)
})

test.each([
  ['https://docs.google.com/spreadsheets/d/abc_DEF-123/edit#gid=0', 'abc_DEF-123'],
  ['https://docs.google.com/spreadsheets/d/abc', 'abc'],
  ['http://docs.google.com/spreadsheets/d/abc', null],
  ['https://docs.google.com.evil.test/spreadsheets/d/abc', null],
  ['https://docs.google.com@evil.test/spreadsheets/d/abc', null],
  ['https://docs．google.com/spreadsheets/d/abc', null],
  ['https://docs.google.com/spreadsheets/d/', null],
  ['https://docs.google.com/spreadsheets/d/../abc', null],
  ['https://docs.google.com/spreadsheets/d/?abc', null],
  ['https://docs.google.com/document/d/abc', null],
  ['', null],
])('%s is the document %s', (url, id) => {
  expect(spreadsheetId(url)).toBe(id)
})
