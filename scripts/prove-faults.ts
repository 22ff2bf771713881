// npm run prove:faults: possible faults of shops, Google and the database at every call. Expected are the right message in time or a
// completed export, never a short file that looks complete, and no secret in a log. Words as arguments select rows ("204", "gzip").
import { platforms } from '#shared/platforms.ts'
import { openDatabaseAwayFixture } from '../proofs/faults/database-away.ts'
import { awayColumns, awayRows } from '../proofs/faults/database-away-rows.ts'
import type { Fixture } from '../proofs/faults/fixture.ts'
import { openFaultEnvironment } from '../proofs/faults/environment.ts'
import { columns } from '../proofs/faults/row.ts'
import { faultRows } from '../proofs/faults/rows.ts'
import { prove, type Totals } from '../proofs/faults/table.ts'

type Proved = Totals & { leaked: string[] }
const nothing: Proved = { held: 0, total: 0, problems: [], leaked: [] }
const wanted = process.argv.slice(2)

function chosen<Row extends { number: number; what: string }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ number, what }) => wanted.length === 0 || wanted.some((word) => `${number} ${what}`.includes(word)))
}

/** Each trial starts with available shops and closed breakers: after an outage, one failed call would open a shop's breaker again. */
async function endOutages({ people, shops }: Fixture): Promise<void> {
  people.forgetOutages()
  for (const platform of platforms) await people.call('POST', `/stores/${people.storeOf(shops[platform].host)}/test-connection`)
}

async function ofOthers(): Promise<Proved> {
  const rows = chosen(faultRows)
  if (rows.length === 0) return nothing
  await using environment = await openFaultEnvironment(6)
  return { ...(await prove({ fixtures: environment.fixtures, columns, rows, before: endOutages })), leaked: environment.leaked() }
}

async function ofDatabase(): Promise<Proved> {
  const rows = chosen(awayRows)
  if (rows.length === 0) return nothing
  await using fixture = await openDatabaseAwayFixture()
  return { ...(await prove({ fixtures: [fixture], columns: awayColumns, rows })), leaked: fixture.leaked() }
}

const proved = [await ofOthers(), await ofDatabase()]
const sum = (what: 'held' | 'total') => proved.reduce((total, one) => total + one[what], 0)
const leaked = [...new Set(proved.flatMap((one) => one.leaked))]
for (const problem of proved.flatMap(({ problems }) => problems)) console.log(`NOT OK ${problem}`)
console.log(`secrets in the logs: ${leaked.length === 0 ? 'none' : leaked.join(', ')}`)
console.log(`${sum('held')} of ${sum('total')} cells hold`)
process.exitCode = sum('held') === sum('total') && leaked.length === 0 ? 0 : 1
