// The writers of the formats, on tables that shops rarely have.
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ExportFormat } from '#shared/export-format.ts'
import { formatMessages } from '#shared/format-messages.ts'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import { formatWriters } from '#server/export/formats/formats.ts'
import type { Cell } from '#server/rows/csv.ts'
import { readJsonl, readParquet, readXlsx, sheetsOf } from '../../proofs/format-readers.ts'

type Given = { columns?: string[]; kinds: ColumnKind[]; rows: Cell[][] }

async function written(format: Exclude<ExportFormat, 'csv'>, { kinds, rows, columns = kinds.map((_, at) => `Column ${at + 1}`) }: Given) {
  const write = await formatWriters[format]()
  const notes: string[] = []
  const table = {
    columns,
    kinds,
    name: 'Products',
    moneyDecimals: 2,
    csv: { bom: false, protectFormulas: false, delimiter: ',' as const },
    bytes: 0,
  }
  async function* given() {
    yield* rows
  }
  const chunks = await Array.fromAsync(write({ ...table, rows: given }, (note) => notes.push(note)))
  return { bytes: Buffer.concat(chunks), notes }
}
const formats = ExportFormat.exclude(['csv']).options

const awkward = [
  '=1+1',
  "'quoted",
  '00123',
  '9223372036854775807',
  '1234567890123456789',
  ' kept spaces ',
  'two\nlines',
  'tab\there',
  'Üñï 漢字 😀',
  '<b>&amp;</b>',
  '_x0041_',
  'control \u0001 and \u000B',
  'line\r\nends',
  'TRUE',
  '2026-01-01',
  '\u2028',
  '+84 28 3822 1234',
]

describe('texts stay what they are', () => {
  const table: Given = { kinds: ['text'], rows: awkward.map((text) => [text]) }
  const wanted = [['Column 1'], ...table.rows]
  test('in a workbook', async () => expect(await readXlsx((await written('xlsx', table)).bytes)).toEqual(wanted))
  test('in JSON Lines', async () => expect(readJsonl((await written('jsonl', table)).bytes)).toEqual(wanted))
  test('in Parquet', async () => expect((await readParquet((await written('parquet', table)).bytes)).rows).toEqual(wanted))
})

test.each(formats)('equal tables make equal files: %s', async (format) => {
  const table: Given = { kinds: ['text', 'money', 'moment'], rows: [['a', '1.50', '2026-03-01 10:00:05 +0700']] }
  const [one, other] = [await written(format, table), await written(format, table)]
  expect(one.bytes.equals(other.bytes)).toBe(true)
})

test.each(formats)('a table without rows is a whole file: %s', async (format) => {
  const { bytes } = await written(format, { kinds: ['text', 'money'], rows: [] })
  const header = ['Column 1', 'Column 2']
  if (format === 'csv.gz') expect(gunzipSync(bytes).toString()).toBe('Column 1,Column 2\r\n')
  else if (format === 'jsonl') expect(bytes).toHaveLength(0)
  else expect(format === 'xlsx' ? await readXlsx(bytes) : (await readParquet(bytes)).rows).toEqual([header])
})

test('the header of a gzip file has neither a time nor a system', async () => {
  const { bytes } = await written('csv.gz', { kinds: ['text'], rows: [['a']] })
  expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
})

test('amounts, counts and times have types', async () => {
  const table: Given = {
    kinds: ['money', 'count', 'weight', 'flag', 'moment', 'number'],
    rows: [
      ['1234.50', 7, '200.0', true, '2026-03-01 10:00:05 +0700', '0.125'],
      [null, null, null, null, null, null],
    ],
  }
  const { types, rows } = await readParquet((await written('parquet', table)).bytes)
  expect(types).toEqual(['DECIMAL(18,4)', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'TIMESTAMP WITH TIME ZONE', 'DOUBLE'])
  expect(rows.slice(1)).toEqual([
    ['1234.5000', '7', '200.0', 'true', '2026-03-01 03:00:05+00', '0.125'],
    ['', '', '', '', '', ''],
  ])
  const [line = ''] = (await written('jsonl', table)).bytes.toString().split('\n')
  expect(Object.values(JSON.parse(line) as object)).toEqual(['1234.50', 7, 200, true, '2026-03-01T10:00:05+07:00', 0.125])
  expect((await readXlsx((await written('xlsx', table)).bytes))[1]).toEqual(['1234.5', '7', '200', 'true', '2026-03-01 10:00:05', '0.125'])
})

test('a Parquet column with a value that does not fit its type is text, and keeps all of them', async () => {
  const table: Given = {
    kinds: ['money', 'number'],
    rows: [
      ['1.00', '5'],
      ['1.000001', '12345678901234567890'],
    ],
  }
  const { types, rows } = await readParquet((await written('parquet', table)).bytes)
  expect(types).toEqual(['VARCHAR', 'VARCHAR'])
  expect(rows.slice(1)).toEqual(table.rows)
})

test('a long text is cut in a workbook, which is told, and nowhere else', async () => {
  const table: Given = { kinds: ['text'], rows: [[`${'x'.repeat(32_766)}😀`], ['short']] }
  const { bytes, notes } = await written('xlsx', table)
  expect((await readXlsx(bytes))[1]).toEqual(['x'.repeat(32_766)])
  expect(notes).toEqual([formatMessages.cellsCut(1)])
  expect((await readParquet((await written('parquet', table)).bytes)).rows[1]).toEqual(table.rows[0])
})

test('equal headers become different names where the format needs them', async () => {
  const table: Given = { columns: ['Price', 'Price', 'Price (2)'], kinds: ['text', 'text', 'text'], rows: [['a', 'b', 'c']] }
  const names = ['Price', 'Price (3)', 'Price (2)']
  expect(readJsonl((await written('jsonl', table)).bytes)).toEqual([names, ['a', 'b', 'c']])
  expect((await readParquet((await written('parquet', table)).bytes)).rows).toEqual([names, ['a', 'b', 'c']])
})

test('a table of several row groups and chunks comes whole', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at): Cell[] => [String(at), `${at}.25`])
  const table: Given = { kinds: ['text', 'money'], rows }
  const wanted = rows.map(([id, amount]) => [id, `${amount}00`])
  expect((await readParquet((await written('parquet', table)).bytes)).rows.slice(1)).toEqual(wanted)
  expect(readJsonl((await written('jsonl', table)).bytes).slice(1)).toEqual(rows)
  expect((await sheetsOf((await written('xlsx', table)).bytes)).map((sheet) => sheet.length)).toEqual([25_001])
})
