import { eq, notInArray } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobSlots } from '#drizzle/job-tables.ts'
import { told } from '#drizzle/told.ts'
import { heldStatuses } from '#server/jobs/row.ts'

/** The statement that frees the slots of all jobs without a lease. It follows every statement that ends a lease, and tells the workers. */
export function freeSlots(db: Db) {
  // One value for each slot. Postgres would join all jobs with the few slots as soon as it has no statistics of them.
  const status = db.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, jobSlots.jobId))
  return db
    .delete(jobSlots)
    .where(notInArray(status, [...heldStatuses]))
    .returning({ name: jobSlots.name, told })
}
