// The proof of deliveries on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import { deliveryBugs, runWithBug } from './destinations/bugs.ts'
import { openDeliveryEnvironment } from './destinations/environment.ts'
import { meetFaults } from './destinations/faults.ts'
import { isProved, type DeliveryVerdict } from './destinations/judge.ts'
import { killDeliveries } from './destinations/run.ts'

/** For each kind of destination. */
const kills = Number(process.argv[2] ?? 100)
/** Default: all kinds. */
const kinds = process.argv.slice(3)
const isMeant = (kind: string) => kinds.length === 0 || kinds.includes(kind)
const seed = 20_261_127
const killsWithBug = 40
const results: boolean[] = []

function tell(server: string, what: string, verdict: DeliveryVerdict, isGood: boolean) {
  const { deliveries, kills: killed, faults, partial, different, left, repeated, untold } = verdict
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  const counted = [deliveries, killed, faults, partial, different, left, repeated, untold]
  console.log(`| ${database} | ${server} | ${what} | ${counted.join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

{
  await using environment = await openDeliveryEnvironment(null)
  for (const place of environment.places.filter(({ kind }) => isMeant(kind))) {
    const server = `${place.kind}, ${place.server}`
    const killed = await killDeliveries(environment, place, { kills, random: randomFrom(seed) })
    tell(server, 'killed at each step and at random times', killed, isProved(killed) && killed.kills >= kills)
    const met = await meetFaults(environment, place)
    tell(server, 'every fault', met, isProved(met))
  }
}
for (const [name, bug] of Object.entries(deliveryBugs)) {
  if (!isMeant(bug.place)) continue
  const found = await runWithBug(bug, { kills: killsWithBug, random: randomFrom(seed) })
  tell(bug.place, `with the seeded bug “${name}”, which must show`, found, bug.isFound(found))
}
process.exitCode = results.every(Boolean) ? 0 : 1
