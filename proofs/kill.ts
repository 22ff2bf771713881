// The proof on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { killsAtEveryPoint, randomKills, undisturbed, type Verdict } from './kills.ts'
import { openExportEnvironment } from './export-environment.ts'

const kills = Number(process.argv[2] ?? 200)
/** More than 20,000 rows of 52 columns; and few enough for one export per step, with three checkpoints that reveal the seeded bugs. */
const [large, small] = [4_400, 480]
/** These bugs concern files in a folder. On Postgres, files are in the database. */
const mutants = dialect === 'sqlite' ? (['resumeFromEnd', 'checkpointBeforeWrite'] as const) : []
const results: boolean[] = []

function tell(what: string, { exports, kills: killed, different, rows }: Verdict, isGood: boolean) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  console.log(`| ${database} | ${what} | ${killed} | ${exports} | ${rows} | ${different} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

{
  await using environment = await openExportEnvironment({ products: large })
  const random = await randomKills(environment, await undisturbed(environment), kills)
  tell('at random moments, 15 % of the shop’s answers failing', random, random.different === 0)
}
{
  await using environment = await openExportEnvironment({ products: small })
  const { bytes } = await undisturbed(environment)
  const steps = await killsAtEveryPoint(environment, bytes)
  tell('at every write, fsync, statement, rename and call', steps, steps.different === 0)
  for (const mutant of mutants) {
    const found = await killsAtEveryPoint(environment, bytes, mutant)
    tell(`at every step, with the seeded bug ${mutant}, which must show`, found, found.different > 0)
  }
}
process.exitCode = results.every(Boolean) ? 0 : 1
