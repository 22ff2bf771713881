// The proof of the webhooks on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { webhookBugs } from './webhooks/bugs.ts'
import { holds, type WebhookVerdict } from './webhooks/judge.ts'
import { runWebhooks } from './webhooks/run.ts'

const deliveries = Number(process.argv[2] ?? 10_000)
const seed = 20_260_418
/** Of 12 events in turn, the four webhooks of the proof want 36. */
const events = Math.ceil((deliveries * 12) / 36)
const results: boolean[] = []

function tell(
  what: string,
  { deliveries: told, attempts, kills, lost, unwanted, untrue, repeated, late }: WebhookVerdict,
  isGood: boolean,
) {
  const database = dialect === 'sqlite' ? 'SQLite' : 'Postgres'
  const counted = [told, attempts, kills, lost, unwanted, untrue, repeated.explained, repeated.unexplained, late]
  console.log(`| ${database} | ${what} | ${counted.join(' | ')} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

const clean = await runWebhooks({ events, workers: 4, kills: Math.max(4, Math.round(deliveries / 100)), seed })
tell('four workers, killed at random times and at every point', clean, holds(clean))
for (const [name, bug] of Object.entries(webhookBugs)) {
  const found = await runWebhooks({ events: 100, workers: 1, kills: 8, seed, bug, patienceMs: 20_000 })
  tell(`with the seeded bug “${name}”, which must show`, found, bug.isFound(found))
}
process.exitCode = results.every(Boolean) ? 0 : 1
