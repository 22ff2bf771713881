// npm run prove:kill: workers are killed at random moments and at every single step, and every file must be the undisturbed one.
// Then the same with two bugs put in on purpose, which must be found.
import { randomKills, killsAtEveryPoint, undisturbed, type Verdict } from './prove/kills.ts'
import { createRig } from './prove/rig.ts'

const kills = Number(process.argv[2] ?? 200)
/** About 20,000 rows of 52 columns; and few enough for one export per step. */
const [large, small] = [3_800, 120]
const databaseUrl = process.env['DATABASE_URL']
const database = databaseUrl ? 'Postgres' : 'SQLite'

const tell = (what: string, { exports, kills: killed, different, rows }: Verdict, isGood: boolean) =>
  console.log(
    `${database} | ${what} | ${killed} kills | ${exports} exports, ${rows} rows | ${different} files differ | ${isGood ? 'ok' : 'NOT OK'}`,
  )

async function run(): Promise<boolean> {
  const results: boolean[] = []
  const check = (what: string, verdict: Verdict, isGood: boolean) => {
    tell(what, verdict, isGood)
    results.push(isGood)
  }
  {
    await using rig = await createRig({ databaseUrl, products: large })
    const { bytes, rows } = await undisturbed(rig)
    console.log(`an undisturbed export: ${rows} rows, ${bytes.length} bytes`)
    const random = await randomKills(rig, bytes, kills)
    check('killed at random moments, 15 % of the shop’s answers failing', random, random.different === 0)
  }
  await using rig = await createRig({ databaseUrl, products: small })
  const { bytes: expected } = await undisturbed(rig)
  const steps = await killsAtEveryPoint(rig, expected)
  check('killed at every write, fsync, statement, rename and call', steps, steps.different === 0)
  if (databaseUrl === undefined)
    for (const mutant of ['resumeFromEnd', 'checkpointBeforeWrite'] as const) {
      const found = await killsAtEveryPoint(rig, expected, mutant)
      check(`seeded bug ${mutant}, which must make files differ`, found, found.different > 0)
    }
  return results.every(Boolean)
}

process.exitCode = (await run()) ? 0 : 1
