// The proof of deliveries of changes on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { changesBugs } from './changes/bugs.ts'
import { openChangesEnvironment } from './changes/environment.ts'
import { runHistories, type ChangesVerdict } from './changes/history.ts'
import type { SourceBug } from './source-bug.ts'

const histories = Number(process.argv[2] ?? 500)
const seed = 20_261_127
const historiesWithBug = 30
const results: boolean[] = []

function tell(what: string, { histories: number, runs, kills, lost, twice, told }: ChangesVerdict, isGood: boolean) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  console.log(`| ${database} | ${what} | ${[number, runs, kills, lost, twice].join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
  if (!isGood) for (const line of told) console.error(line)
}

async function run(number: number, bug: SourceBug | null, isEnough = (_verdict: ChangesVerdict) => false): Promise<ChangesVerdict> {
  await using environment = await openChangesEnvironment(bug)
  return await runHistories(environment, { histories: number, seed, isEnough })
}

const clean = await run(histories, null)
tell('random histories', clean, clean.lost + clean.twice === 0)
for (const [name, bug] of Object.entries(changesBugs)) {
  const found = await run(Math.min(historiesWithBug, histories), bug, bug.isFound)
  tell(`with the seeded bug “${name}”, which must show`, found, bug.isFound(found))
}
process.exitCode = results.every(Boolean) ? 0 : 1
