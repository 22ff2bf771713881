import { setTimeout as rest } from 'node:timers/promises'
import { withClient } from '#drizzle/postgres-connection.ts'
import { createJobHandlers } from '#server/boot/job-handlers.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { assembled } from '../proofs/assembled.ts'
import type { Finding } from './report.ts'

const workers = 10
const most = 60
const minuteMs = 60_000
/** Until one of them has the watch, and Postgres has counted all of the start. */
const settlingMs = 15_000

/** The committed transactions. Postgres counts them with a delay of about a second. */
const committed = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'select xact_commit as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.count)
  })

/** What the bench's own Postgres vacuums by itself would be counted, too. */
const setVacuuming = (url: string, setting: 'off' | 'default') =>
  withClient(url, async (client) => {
    await client.query(`alter system set autovacuum = ${setting}`)
    await client.query('select pg_reload_conf()')
  })

/** The transactions of ten workers without a job in a minute, on Postgres. All of theirs are single statements. */
export async function measureIdle(databaseUrl: string): Promise<Finding> {
  await setVacuuming(databaseUrl, 'off')
  const all = await Promise.all(Array.from({ length: workers }, () => assembled({ databaseUrl })))
  // The mails have a queue of their own.
  for (const { mail } of all) await mail.close()
  const crew = all.map((deps) => createWorker(deps, { handlers: createJobHandlers(deps) }))
  for (const worker of crew) worker.start()
  await rest(settlingMs)
  const before = await committed(databaseUrl)
  await rest(minuteMs)
  // Without the look before.
  const seen = (await committed(databaseUrl)) - before - 1
  for (const worker of crew) await worker.stop()
  for (const deps of all) await deps.close()
  await setVacuuming(databaseUrl, 'default')
  return { what: 'Statements of ten idle workers in a minute', measured: String(seen), goal: `at most ${most}`, isMet: seen <= most }
}
