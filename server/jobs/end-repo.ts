// The events of ended jobs.
import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { recordEvent } from '#server/events/record-repo.ts'
import { endEventOf, type EndingJob, type JobEnding } from '#server/jobs/end-event.ts'
import { JobRow } from '#server/jobs/row.ts'

/** The last statements of a batch that ends a job: they record the end, unless the batch did not end it. */
export function recordEnd(db: Db, job: EndingJob, end: JobEnding) {
  const hasEnded = db
    .select({ one: sql`1` })
    .from(jobs)
    .where(and(eq(jobs.id, job.id), eq(jobs.status, end.status), eq(jobs.finishedAt, end.finishedAt)))
  return recordEvent(db, endEventOf(job, end), exists(hasEnded))
}

const EndingRow = JobRow.pick({ id: true, type: true, createdBy: true, isDirect: true })

/** The jobs that are about to end without their worker. */
export async function endingJobs(db: Db, condition: SQL | undefined): Promise<(EndingJob & { isDirect: boolean })[]> {
  const rows = await db
    .select({ id: jobs.id, type: jobs.type, createdBy: jobs.createdBy, isDirect: jobs.isDirect, storeId: jobStores.storeId })
    .from(jobs)
    .leftJoin(jobStores, eq(jobStores.jobId, jobs.id))
    .where(condition)
  const found = Map.groupBy(rows, ({ id }) => id)
  return Array.from(found.values(), (ofJob) => ({
    ...EndingRow.parse(ofJob[0]),
    storeIds: ofJob.flatMap(({ storeId }) => storeId ?? []),
  }))
}
