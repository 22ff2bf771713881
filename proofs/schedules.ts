// The proof of due schedules on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { firingBugs } from './schedules/bugs.ts'
import { isWhole, runFiring, type FiringResult } from './schedules/run.ts'

const schedules = Number(process.argv[2] ?? 10_000)
const seed = 20_261_125
const results: boolean[] = []

function tell(what: string, due: number, { kills, missed, doubled, unmoved }: FiringResult, isGood: boolean) {
  const database = dialect === 'sqlite' ? 'SQLite, one process' : 'Postgres, 4 workers'
  console.log(`| ${database} | ${what} | ${[due, kills, missed, doubled, unmoved].join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

const clean = await runFiring({ schedules, kills: Math.max(4, Math.round(schedules / 50)), points: 60, seed })
tell('killed at random times and at each point', schedules, clean, isWhole(clean))
for (const [name, bug] of Object.entries(firingBugs)) {
  const found = await runFiring({ schedules: 200, kills: 4, points: 30, seed, bug })
  tell(`with the seeded bug “${name}”, which must show`, 200, found, bug.isFound(found))
}
process.exitCode = results.every(Boolean) ? 0 : 1
