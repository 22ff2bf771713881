// The limit of a person's queued jobs.
import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { users } from '#drizzle/schema.ts'
import { openStatuses } from '#server/jobs/row.ts'

/** The number of a person's queued jobs, as an SQL expression. Downloads are not queued and do not count, and neither do those of schedules, which have at most one each. */
export function openJobs(db: Db, userId: string): SQL<number> {
  const open = db
    .select({ count: count() })
    .from(jobs)
    .where(and(eq(jobs.createdBy, userId), inArray(jobs.status, [...openStatuses]), eq(jobs.isDirect, false), eq(jobs.isScheduled, false)))
  return sql<number>`(${open})`
}

/** Locks the person's row in a separate statement, so that the following ones see what the lock waited for. */
export const lockPerson = (db: Db, userId: string) =>
  db
    .update(users)
    .set({ updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId))
    .returning({ id: users.id })
