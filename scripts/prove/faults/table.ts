// Carries out the trials, a few lanes side by side, and prints what came of them.
import type { Bench } from './bench.ts'
import { columns, type Column, type Row } from './row.ts'

type Result = { row: Row; column: Column; problem: string | null; tookMs: number }
export type Totals = { held: number; total: number; problems: string[] }

const words = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 12).join(' ').slice(0, 500)

async function tryOut(bench: Bench, row: Row, column: Column): Promise<Result | null> {
  const trial = row.cells[column]
  if (typeof trial === 'string') return null
  const began = performance.now()
  try {
    await trial(bench)
    return { row, column, problem: null, tookMs: performance.now() - began }
  } catch (error) {
    return { row, column, problem: words(error), tookMs: performance.now() - began }
  }
}

/** All cells, shared among the lanes: those that take longest begin first where they stand first. */
async function tryAll(benches: readonly Bench[], rows: readonly Row[]): Promise<Result[]> {
  const cells = rows.flatMap((row) => columns.map((column) => ({ row, column })))
  const results: Result[] = []
  await Promise.all(
    benches.map(async (bench) => {
      for (let cell = cells.shift(); cell; cell = cells.shift()) {
        const result = await tryOut(bench, cell.row, cell.column)
        if (result) results.push(result)
      }
    }),
  )
  return results
}

const nameOf = ({ number, what }: Row) => `${number} ${what}`

/** Prints the table, and under it why some columns are empty and what did not hold. */
export async function prove(benches: readonly Bench[], rows: readonly Row[]): Promise<Totals> {
  const results = await tryAll(benches, rows)
  const reasons: string[] = []
  const noteFor = (reason: string) => (reasons.includes(reason) ? reasons.indexOf(reason) + 1 : reasons.push(reason))
  const shown = (row: Row, column: Column): string => {
    const trial = row.cells[column]
    if (typeof trial === 'string') return `– ${noteFor(trial)}`
    return results.find((one) => one.row === row && one.column === column)?.problem === null ? 'ok' : 'NOT OK'
  }
  console.log(`| case | ${columns.join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`)
  for (const row of rows) console.log(`| ${nameOf(row)} | ${columns.map((column) => shown(row, column)).join(' | ')} |`)
  for (const [at, reason] of reasons.entries()) console.log(`– ${at + 1}: ${reason}`)
  const problems = results.flatMap(({ row, column, problem }) => (problem === null ? [] : `${nameOf(row)}, ${column}: ${problem}`))
  return { held: results.length - problems.length, total: results.length, problems }
}
