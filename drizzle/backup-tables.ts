// Scheduled backups; see schema.ts for the rules of all tables.
import { bigint, instant, table, text } from '#drizzle/columns.ts'

/** One row for each time that a backup was due and a worker ran. */
export const backupRuns = table('backup_runs', {
  /** The time of the schedule. */
  due: instant('due').primaryKey(),
  /** The claim of the process that writes the backup, and the time until which no other process takes it, also after a failure. */
  claim: text('claim').notNull(),
  leaseUntil: instant('lease_until').notNull(),
  startedAt: instant('started_at').notNull(),
  /** The time when the backup was complete. */
  finishedAt: instant('finished_at'),
  /** The folder or address of the backup. */
  place: text('place'),
  bytes: bigint('bytes'),
  /** Why the last attempt failed, as a sentence. */
  failure: text('failure'),
})
