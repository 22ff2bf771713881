// The proof of the queue on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { openExportEnvironment } from './export-environment.ts'
import { undisturbed, zombies } from './kills.ts'
import { poisoned, races, sharedOut } from './queue.ts'

const times = Number(process.argv[2] ?? 1_000)
const zombieTimes = Math.max(1, Math.round(times / 50))
const results: boolean[] = []

function tell(what: string, tried: number, good: number) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  console.log(`| ${database} | ${what} | ${tried} | ${good} | ${good === tried ? 'ok' : 'NOT OK'} |`)
  results.push(good === tried)
}

for (const workers of [2, 4]) {
  const { once, runs } = await sharedOut(workers, times)
  tell(`${workers} workers do small jobs once each`, times, runs === times ? once : 0)
}
const race = await races(times)
for (const lie of race.untrue) console.error(lie)
tell(
  `cancelled (${race.cancelled}), tried again (${race.retried}) and completed at once: one end, true answers`,
  times,
  times - race.untrue.length,
)
const { job, lost } = await poisoned()
tell('a job that kills its workers is given up after 3', 1, Number(job.error?.code === 'JOB_CRASHED' && lost === 3))
{
  await using environment = await openExportEnvironment({ products: 1_500 })
  const { bytes } = await undisturbed(environment)
  const { different } = await zombies(environment, bytes, zombieTimes)
  tell('a worker stopped past its lease and woken again changes nothing', zombieTimes, zombieTimes - different)
}
process.exitCode = results.every(Boolean) ? 0 : 1
