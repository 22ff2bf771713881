// Random tables with the most problematic cells that shops can have. The same seed gives the same tables.
import fc from 'fast-check'

export type Table = string[][]

const SEED = 20_261_121
const WIDTH = 6

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from({ length: 10 }, (_, digit) => String(digit))), minLength: min, maxLength: max })

/** Text that spreadsheets convert to another type. */
const mistaken = fc.oneof(
  digits(1, 6).map((number) => `0${number}`),
  digits(18, 18).map((number) => `7${number}`),
  fc.constantFrom('1E5', '1-2', '3/4', '2026-11-21', '12:30', 'TRUE', 'FALSE', '-12.5', '+84 912 345 678', '1,5', '', ' ', '#N/A', '007'),
)

/** Text that spreadsheets execute. */
const formula = fc.oneof(
  fc.constantFrom(
    '=1+1',
    '=HYPERLINK("https://evil.test","x")',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    "=cmd|' /C calc'!A0",
    '＝1+1',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    "'=1+1",
    '=IMPORTXML("https://evil.test","//a")',
    '=1+1\r\n=2+2',
    '";=1+1',
    '",=1+1,"',
    "Mug;=cmd|' /C calc'!A0;",
    'Mug|+1+1|',
    'Mug\t@SUM(A1)\t',
    'Mug, =1+1,',
    "Mug;'=1+1",
  ),
  fc.tuple(fc.constantFrom('=', '+', '-', '@', "'"), fc.string({ unit: 'grapheme', maxLength: 12 })).map((parts) => parts.join('')),
)

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('"', "'", ',', ';', '|', '\t', '\r', '\n', ' ', '=', 'a', '🐙', 'é', '\u0301'), maxLength: 20 }),
)

/** The text of a cell. */
export const cell = fc.oneof(text, mistaken, formula)
const row = fc.array(cell, { minLength: WIDTH, maxLength: WIDTH })
const table = fc.array(row, { minLength: 1, maxLength: 6 })

export const randomTables = (count: number): Table[] => fc.sample(table, { numRuns: count, seed: SEED })
