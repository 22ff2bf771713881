import { eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobSlots } from '#drizzle/job-tables.ts'
import { told } from '#drizzle/told.ts'
import { heldStatuses } from '#server/jobs/row.ts'

/** The statement that frees the slots of all jobs without a lease. It follows every statement that ends a lease, and tells the workers. */
export function freeSlots(db: Db) {
  const loose = db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(jobSlots, eq(jobSlots.jobId, jobs.id))
    .where(notInArray(jobs.status, [...heldStatuses]))
  return db.delete(jobSlots).where(inArray(jobSlots.jobId, loose)).returning({ name: jobSlots.name, told })
}
