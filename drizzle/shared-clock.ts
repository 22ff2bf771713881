import { sql, type SQL } from 'drizzle-orm'
import { dialect } from '#drizzle/dialect.ts'
import { jobs } from '#drizzle/job-tables.ts'

/** The clock of leases, which all workers share. Those of their machines may differ by seconds. */
export type SharedClock = {
  /** The time in so many milliseconds. The database computes it as it executes the statement. */
  after(ms: number): SQL<Date>
  /** The time at which the statement is executed, in milliseconds since 1970. On Postgres with fractions. */
  milliseconds(): SQL<number>
}

/**
 * On Postgres, the server's own clock. SQLite has only one machine, and that has the clock `now`. `given` replaces both. All are in
 * milliseconds since 1970.
 */
export function createSharedClock(now: () => number, given?: () => number): SharedClock {
  if (dialect === 'postgres' && !given)
    return {
      after: (ms) => sql<Date>`(clock_timestamp() + ${ms} * interval '1 millisecond')`,
      milliseconds: () => sql`(extract(epoch from clock_timestamp()) * 1000)`.mapWith(Number),
    }
  const machine = given ?? now
  const cast = dialect === 'postgres' ? sql`::timestamptz` : sql``
  const number = dialect === 'postgres' ? sql`::float8` : sql``
  return {
    after: (ms) => sql<Date>`${sql.param(new Date(machine() + ms), jobs.leaseUntil)}${cast}`,
    milliseconds: () => sql`${machine()}${number}`.mapWith(Number),
  }
}
