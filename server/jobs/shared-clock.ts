import { sql, type SQL } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'
import { jobs } from '#drizzle/job-tables.ts'

/** The clock of leases, which all workers share. Those of their machines may differ by seconds. */
export type SharedClock = {
  /** The time in so many milliseconds. The database computes it as it executes the statement. */
  after(ms: number): SQL<Date>
}

/** Without `now`: on Postgres the server's own clock; SQLite has only one machine. */
export function createSharedClock(now: (() => number) | undefined): SharedClock {
  if (dialect === 'postgres' && !now) return { after: (ms) => sql<Date>`(clock_timestamp() + ${ms} * interval '1 millisecond')` }
  const machine = now ?? (() => Date.now())
  const cast = dialect === 'postgres' ? sql`::timestamptz` : sql``
  return { after: (ms) => sql<Date>`${sql.param(new Date(machine() + ms), jobs.leaseUntil)}${cast}` }
}
