// The proof of the stream of events on one database: the one in DATABASE_URL, or a SQLite file.
import { dialect } from '#drizzle/dialect.ts'
import { numberWithoutLock } from './events/bugs.ts'
import { hears, type EventVerdict } from './events/judge.ts'
import { runEvents } from './events/run.ts'

const seconds = Number(process.argv[2] ?? 600)
const listeners = Math.min(200, Math.max(10, seconds))
const isPostgres = dialect === 'postgres'
const results: boolean[] = []

function tell(what: string, verdict: EventVerdict, isGood: boolean) {
  const { events, cuts, lost, missed, unwanted, repeated, disordered, refused, latency } = verdict
  const counted = [events, cuts, lost, missed, unwanted, repeated.explained, repeated.unexplained, disordered, refused]
  const times = `${latency.p50} / ${latency.p99} ms`
  console.log(`| ${isPostgres ? 'Postgres' : 'SQLite'} | ${what} | ${counted.join(' | ')} | ${times} | ${isGood ? 'ok' : 'NOT OK'} |`)
  results.push(isGood)
}

// Postgres shows by chance what depends on the order of commits, so a tenth of the time is enough there.
const clean = { listeners, seconds: isPostgres ? Math.ceil(seconds / 10) : seconds, recorders: 3, restarts: 4 }
const verdict = await runEvents(clean)
tell(`${listeners} listeners, cut at random times, 4 restarts of the server`, verdict, hears(verdict))
if (isPostgres) {
  const found = await runEvents({ listeners: 10, seconds: 20, recorders: 4, restarts: 0, bug: numberWithoutLock })
  tell('with the seeded bug of a number without the lock, which must show', found, found.missed > 0)
}
process.exitCode = results.every(Boolean) ? 0 : 1
