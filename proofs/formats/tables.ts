// Random tables with every kind of column. The same seed gives the same tables.
import fc from 'fast-check'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { Cell } from '#server/rows/csv.ts'
import { cell as text } from '../csv-tables.ts'

/** The headers, the kinds of the columns, and the rows. */
export type FormatTable = { columns: string[]; kinds: ColumnKind[]; moneyDecimals: number; rows: Cell[][] }

const seed = 20_261_126
const widest = 12
const longest = 12

const decimals = (whole: number, places: number) =>
  fc
    .tuple(fc.integer({ min: -whole, max: whole }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([units, fraction]) => `${units}.${String(fraction).padStart(places, '0')}`)

/** As the exports write it: the clock of a zone with its offset. */
const moment = fc
  .tuple(
    fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) }),
    fc.integer({ min: -11, max: 13 }),
    fc.constantFrom('00', '30', '45'),
  )
  .map(([ms, hours, minutes]) => {
    const clock = new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
    return `${clock} ${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}${minutes}`
  })

/** Values as shops have them. What fits its kind badly comes rarely: it makes a whole column of Parquet a text. */
const cells: Record<ColumnKind, fc.Arbitrary<Cell>> = {
  text,
  money: fc.oneof(
    { weight: 30, arbitrary: decimals(1_000_000, 2) },
    { weight: 10, arbitrary: decimals(10_000, 4) },
    { weight: 1, arbitrary: decimals(10, 6) },
  ),
  count: fc.integer({ min: -1_000_000, max: 2 ** 31 }),
  weight: fc.oneof(decimals(100_000, 1), decimals(1_000, 3)),
  number: fc.oneof(
    { weight: 20, arbitrary: decimals(1_000_000, 5) },
    { weight: 5, arbitrary: fc.integer().map(String) },
    { weight: 1, arbitrary: fc.constantFrom('12345678901234567890', '0.1234567890123456789', '1E5', '007', 'n/a') },
  ),
  flag: fc.boolean(),
  moment: fc.oneof({ weight: 30, arbitrary: moment }, { weight: 1, arbitrary: fc.constantFrom('soon', '2026-01-01') }),
}
const kind = fc.constantFrom<ColumnKind>('text', 'text', 'money', 'count', 'weight', 'number', 'flag', 'moment')
const withGaps = (one: ColumnKind) => fc.oneof({ weight: 9, arbitrary: cells[one] }, { weight: 1, arbitrary: fc.constant(null) })

const table: fc.Arbitrary<FormatTable> = fc.array(kind, { minLength: 1, maxLength: widest }).chain((kinds) =>
  fc.record({
    columns: fc.constant(kinds.map((one, at) => `${one} ${at + 1}`)),
    kinds: fc.constant(kinds),
    moneyDecimals: fc.constantFrom(0, 2, 3),
    rows: fc.array(fc.tuple(...kinds.map(withGaps)), { minLength: 1, maxLength: longest }),
  }),
)

export const randomFormatTables = (count: number): FormatTable[] => fc.sample(table, { numRuns: count, seed })
