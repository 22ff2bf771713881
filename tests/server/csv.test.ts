import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvOptions } from '#shared/export.ts'
import { csvWriter, protectedText } from '#server/export/csv.ts'
import { fidelityOf } from '../../scripts/prove/csv.ts'
import { readers } from '../../scripts/prove/csv-readers.ts'
import { randomTables } from '../../scripts/prove/csv-tables.ts'

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r', '\n', ' ', '＝', '1', 'a') }),
)
const tables = fc.array(fc.array(awkward, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 })
const delimiters = fc.constantFrom(',' as const, ';' as const, '\t' as const)

test('whatever text goes in comes out, whichever way it is written', { retry: 0 }, () => {
  fc.assert(
    fc.property(tables, delimiters, fc.boolean(), (rows, delimiter, bom) => {
      const writer = csvWriter(CsvOptions.parse({ delimiter, bom, protectFormulas: false }))
      const text = writer.start(['a', 'b', 'c']) + rows.map(writer.row).join('')
      expect(parse(text, { bom: true, delimiter, from: 2, record_delimiter: '\r\n' })).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})

// The short form of `npm run prove:csv`.
test.each(readers.filter((reader) => reader.isHere()))('$name gives back every cell of 200 random tables', (reader) => {
  const random = randomTables(200)
  expect(random.flat(2)).toEqual(expect.arrayContaining([expect.stringMatching(/^0\d+$/), expect.stringMatching(/^7\d{18}$/)]))
  const { cells, different } = fidelityOf(reader, random)
  expect({ hasCells: cells > 1_000, different }).toEqual({ hasCells: true, different: 0 })
})

/** What a reader does to get the value back. */
const unprotected = (cell: string) => (cell.startsWith("'") ? cell.slice(1) : cell)

test('protection hides every formula, and taking one apostrophe away gives the value back', { retry: 0 }, () => {
  fc.assert(
    fc.property(awkward, (text) => {
      const cell = protectedText(text)
      expect(unprotected(cell)).toBe(text)
      expect(cell).not.toMatch(/^\s*[=@＝＠]/)
    }),
    { numRuns: 2_000 },
  )
})

test.each(['=1+1', '=HYPERLINK("x")', '+cmd', '-2+3', '+84-912', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1+1', "'quoted"])(
  '"%s" gets an apostrophe',
  (text) => {
    expect(protectedText(text)).toBe(`'${text}`)
  },
)

test.each(['-5.00', '-12', '+84912345678', '+84 912 345 678', '1E5', '-', '00123', 'a=b', '90.750', '1-2'])('"%s" stays exact', (text) => {
  expect(protectedText(text)).toBe(text)
})

test('numbers, booleans and nothing at all', () => {
  const { row } = csvWriter(CsvOptions.parse({}))
  expect(row([-5, true, false, null, ''])).toBe('-5,true,false,,\r\n')
})
