// The proof of fresh catalogues on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { freshBugs } from './fresh/bugs.ts'
import { isFresh, runDay, type FreshDay, type FreshResult } from './fresh/day.ts'

const changes = Number(process.argv[2] ?? 100_000)
const day: FreshDay = { stores: 20, changes, hours: 24, kills: 10, outages: 3, seed: 20_261_128 }
const results: boolean[] = []

function tell(what: string, { told, p99Ms, late, older, forgedTaken, kills, differences }: FreshResult, isGood: boolean) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  const p99 = Number.isFinite(p99Ms) ? `${(p99Ms / 1_000).toFixed(2)} s` : 'never'
  console.log(
    `| ${database} | ${what} | ${[told, p99, late, older, forgedTaken, kills, differences].join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`,
  )
  results.push(isGood)
}

const clean = await runDay(day)
tell(`${changes} changes`, clean, isFresh(clean))
for (const [name, { day: given, isFound, ...bug }] of Object.entries(freshBugs)) {
  const found = await runDay({ ...day, stores: 4, changes: 400, kills: 0, outages: 0, hasNight: false, ...given, bug })
  tell(`with the seeded bug “${name}”, which must show`, found, isFound(found))
}
process.exitCode = results.every(Boolean) ? 0 : 1
