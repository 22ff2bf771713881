import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvOptions } from '#shared/export.ts'
import { csvWriter, protectedText } from '#server/rows/csv.ts'
import { fidelityOf, unprotected } from '../../proofs/csv.ts'
import { readers } from '../../proofs/csv-readers.ts'
import { randomTables } from '../../proofs/csv-tables.ts'

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '|', '\t', '\r', '\n', ' ', '＝', '1', 'a') }),
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

test('protection hides every formula, whichever sign a program splits at, and can be taken back', { retry: 0 }, () => {
  fc.assert(
    fc.property(awkward, delimiters, (text, delimiter) => {
      const cell = protectedText(text, delimiter)
      expect(unprotected(cell, delimiter)).toBe(text)
      const others = delimiter === ',' ? /[;\t|]/ : /[,;\t|]/
      for (const part of cell.split(others)) expect(part).not.toMatch(/^\s*[=@＝＠]/)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ["Mug;=cmd|' /C calc'!A0;", "Mug;'=cmd|' /C calc'!A0;"],
  ['a|+1', "a|'+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a; =1', "a;' =1"],
  ["a;'=1", "a;''=1"],
  ['\t=1', "'\t'=1"],
])('"%s", which another list separator would split, becomes "%s"', (text, cell) => {
  expect(protectedText(text)).toBe(cell)
})

test.each(['a;b', 'color:red;-webkit-x:1', 'a,=b', 'a;', 'x = y', 'a;-1', "a;'b"])('"%s" has no formula in it', (text) => {
  expect(protectedText(text)).toBe(text)
})

test('a comma counts where another sign parts the cells', () => {
  expect(protectedText('a,=b', ';')).toBe("a,'=b")
  expect(protectedText('a,=b', '\t')).toBe("a,'=b")
})

test.each(['=1+1', '=HYPERLINK("x")', '+cmd', '-2+3', '+84-912', '@SUM(A1)', '\t1', '\r=1', '\n=1', ' =1', '＝1+1', "'quoted"])(
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

test('codes are protected where reading them as numbers would change them', () => {
  const codes = ['0012', '12', '4006381333931', '1234567890123456', '0', 'A-01', '']
  const { row } = csvWriter(CsvOptions.parse({ bom: false }), ['code', 'title'], ['code'])
  expect(codes.map((code) => row([code, code]))).toEqual(
    ["'0012,0012", '12,12', '4006381333931,4006381333931', "'1234567890123456,1234567890123456", '0,0', 'A-01,A-01', ','].map(
      (line) => `${line}\r\n`,
    ),
  )
})

test('zips of digits alone are protected as in Shopify’s own file: taking the apostrophe away gives the value back', () => {
  const header = ['Billing Zip', 'Total', 'Shipping Zip']
  const { row } = csvWriter(CsvOptions.parse({}), header)
  expect(row(['01234', '01234', 'NW1 6XE'])).toBe("'01234,01234,NW1 6XE\r\n")
  expect(row(["'01234", '', '=1+1'])).toBe("''01234,,'=1+1\r\n")
  expect(csvWriter(CsvOptions.parse({ protectFormulas: false }), header).row(['01234', '', ''])).toBe('01234,,\r\n')
})
