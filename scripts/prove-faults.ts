// npm run prove:faults: what shops, Google and the database can do wrong, wherever they are asked: the right message in time, or a
// completed export; never a short file that passes for a whole one, and no secret in a log. Words as arguments choose rows ("204", "gzip").
import { openAwayBench } from './prove/faults/away-bench.ts'
import { awayColumns, awayRows } from './prove/faults/away-rows.ts'
import type { Bench } from './prove/faults/bench.ts'
import { openHall } from './prove/faults/hall.ts'
import { columns } from './prove/faults/row.ts'
import { faultRows } from './prove/faults/rows.ts'
import { prove, type Totals } from './prove/faults/table.ts'

type Proved = Totals & { leaked: string[] }
const nothing: Proved = { held: 0, total: 0, problems: [], leaked: [] }
const wanted = process.argv.slice(2)

function chosen<Row extends { number: number; what: string }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ number, what }) => wanted.length === 0 || wanted.some((word) => `${number} ${what}`.includes(word)))
}

async function ofOthers(): Promise<Proved> {
  const rows = chosen(faultRows)
  if (rows.length === 0) return nothing
  await using hall = await openHall(6)
  const before = ({ people }: Bench) => people.forgetOutages()
  return { ...(await prove({ benches: hall.benches, columns, rows, before })), leaked: hall.leaked() }
}

async function ofDatabase(): Promise<Proved> {
  const rows = chosen(awayRows)
  if (rows.length === 0) return nothing
  await using bench = await openAwayBench()
  return { ...(await prove({ benches: [bench], columns: awayColumns, rows })), leaked: bench.leaked() }
}

const proved = [await ofOthers(), await ofDatabase()]
const sum = (what: 'held' | 'total') => proved.reduce((total, one) => total + one[what], 0)
const leaked = [...new Set(proved.flatMap((one) => one.leaked))]
for (const problem of proved.flatMap(({ problems }) => problems)) console.log(`NOT OK ${problem}`)
console.log(`secrets in the logs: ${leaked.length === 0 ? 'none' : leaked.join(', ')}`)
console.log(`${sum('held')} of ${sum('total')} cells hold`)
process.exitCode = sum('held') === sum('total') && leaked.length === 0 ? 0 : 1
