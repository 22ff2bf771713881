// Runs the trials on several workers in parallel and prints the results.
import type { Row } from './row.ts'

/** `fixtures`: one per worker. `before` runs before each trial. */
export type Table<In extends string, On> = {
  columns: readonly In[]
  rows: readonly Row<In, On>[]
  fixtures: readonly On[]
  before?: (fixture: On) => Promise<void>
}
type Result<In extends string, On> = { row: Row<In, On>; column: In; problem: string | null }
export type Totals = { held: number; total: number; problems: string[] }

const words = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 12).join(' ').slice(0, 500)

async function tryOut<In extends string, On>(fixture: On, row: Row<In, On>, column: In): Promise<Result<In, On> | null> {
  const trial = row.cells[column]
  if (typeof trial === 'string') return null
  try {
    await trial(fixture)
    return { row, column, problem: null }
  } catch (error) {
    return { row, column, problem: words(error) }
  }
}

/** All cells, shared among the parallel workers. The slowest ones are listed first, so they start first. */
async function tryAll<In extends string, On>({ fixtures, columns, rows, before }: Table<In, On>): Promise<Result<In, On>[]> {
  const cells = rows.flatMap((row) => columns.map((column) => ({ row, column })))
  const results: Result<In, On>[] = []
  await Promise.all(
    fixtures.map(async (fixture) => {
      for (let cell = cells.shift(); cell; cell = cells.shift()) {
        await before?.(fixture)
        const result = await tryOut(fixture, cell.row, cell.column)
        if (result) results.push(result)
      }
    }),
  )
  return results
}

const nameOf = ({ number, what }: { number: number; what: string }) => `${number} ${what}`

/** Prints the table, then the reasons of empty columns and the failures. */
export async function prove<In extends string, On>(table: Table<In, On>): Promise<Totals> {
  const { columns, rows } = table
  const results = await tryAll(table)
  const reasons: string[] = []
  const noteFor = (reason: string) => (reasons.includes(reason) ? reasons.indexOf(reason) + 1 : reasons.push(reason))
  const shown = (row: Row<In, On>, column: In): string => {
    const trial = row.cells[column]
    if (typeof trial === 'string') return `– ${noteFor(trial)}`
    return results.find((one) => one.row === row && one.column === column)?.problem === null ? 'ok' : 'NOT OK'
  }
  console.log(`| case | ${columns.join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`)
  for (const row of rows) console.log(`| ${nameOf(row)} | ${columns.map((column) => shown(row, column)).join(' | ')} |`)
  for (const [index, reason] of reasons.entries()) console.log(`– ${index + 1}: ${reason}`)
  const problems = results.flatMap(({ row, column, problem }) => (problem === null ? [] : `${nameOf(row)}, ${column}: ${problem}`))
  return { held: results.length - problems.length, total: results.length, problems }
}
