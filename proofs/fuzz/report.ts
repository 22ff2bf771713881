import { problemKinds } from './judge.ts'
import { columns, requestsIn, wanted, type Tally } from './tally.ts'
import type { Seen } from './watcher.ts'

type Report = { seed: number; tally: Tally; seen: Seen; minutes: number }

const shownProblems = 40
const row = (cells: readonly (string | number)[]) => console.log(cells.join(' | '))

function printSuccesses(tally: Tally) {
  console.log('\nsuccesses of each operation')
  for (const name of wanted) row([name, tally.reached(name)])
}

/** The problem without its ids and addresses. */
const sameAs = (what: string) =>
  what
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/Route .* not found/, 'no route')
    .slice(0, 110)

/** One example of each problem, with its count. */
function printProblems({ problems }: Tally) {
  const kinds = Map.groupBy(problems, ({ kind, what }) => `${kind}: ${sameAs(what)}`)
  for (const [[first], times] of [...kinds.values()].slice(0, shownProblems).map((all) => [all, all.length] as const))
    if (first) console.error(`\n${first.kind} (${times} times): ${first.what}\n  ${first.request}`)
}

/** Prints the results, and returns whether all are as expected. */
export function printReport({ seed, tally, seen, minutes }: Report): boolean {
  const table = tally.table()
  printSuccesses(tally)
  console.log(`\nseed ${seed}: ${requestsIn(table)} requests in ${minutes.toFixed(1)} minutes`)
  row(columns)
  for (const line of table) row(line)
  console.log('')
  for (const kind of problemKinds) if (kind !== 'stall') row([kind, tally.problems.filter((problem) => problem.kind === kind).length])
  row([
    'stalls of /healthz above 250 ms',
    seen.stalls.length,
    `worst ${Math.round(seen.worstMs)} ms of ${seen.asked}`,
    `machine itself stood still ${seen.starved} times`,
  ])
  const missing = tally.missing()
  row(['operations that never succeeded', missing.length, missing.join(', ')])
  printProblems(tally)
  for (const { at, ms } of seen.stalls.slice(0, shownProblems)) console.error(`stall: ${ms} ms at ${at}`)
  return tally.problems.length === 0 && seen.stalls.length === 0 && missing.length === 0
}
