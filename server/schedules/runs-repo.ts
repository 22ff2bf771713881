import { and, desc, eq, exists, gte, inArray, lt, max, min, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { scheduleRuns, schedules } from '#drizzle/schedule-tables.ts'
import { JobCounts, JobStatus } from '#shared/jobs.ts'
import { openStatuses } from '#server/jobs/row.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'
import { RunRow } from '#server/schedules/row.ts'

const RunJob = z.object({
  status: JobStatus,
  finishedAt: z.date().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  counts: JobCounts,
  createdBy: z.string(),
})
type RunJob = z.infer<typeof RunJob> & {
  /** The stores of the schedule at that time. */
  storeIds: readonly string[]
}
/** A run with its job. null: it has none, or the record of it expired. */
export type RunWithJob = { run: RunRow; job: RunJob | null }

const { status, finishedAt, errorCode, errorMessage, counts, createdBy } = jobs
const columns = { run: scheduleRuns, jobId: jobs.id, job: { status, finishedAt, errorCode, errorMessage, counts, createdBy } }
type Read = { run: unknown; jobId: string | null; job: unknown }

async function toRuns(db: Db, rows: readonly Read[]): Promise<RunWithJob[]> {
  const jobIds = rows.flatMap(({ jobId }) => jobId ?? [])
  const found = db.select({ jobId: jobStores.jobId, storeId: jobStores.storeId }).from(jobStores)
  const byJob = Map.groupBy(jobIds.length > 0 ? await found.where(inArray(jobStores.jobId, jobIds)) : [], ({ jobId }) => jobId)
  return rows.map(({ run, jobId, job }) => ({
    run: RunRow.parse(run),
    job: jobId === null ? null : { ...RunJob.parse(job), storeIds: (byJob.get(jobId) ?? []).map(({ storeId }) => storeId) },
  }))
}

/** The newest runs of a schedule after a cursor, plus one where there are more. */
export async function listRuns(db: Db, scheduleId: string, limit: number, after: KeysetPlace | null): Promise<RunWithJob[]> {
  const { startedAt, id } = scheduleRuns
  const behind = after ? or(lt(startedAt, after.at), and(eq(startedAt, after.at), lt(id, after.id))) : undefined
  const rows = await db
    .select(columns)
    .from(scheduleRuns)
    .leftJoin(jobs, eq(jobs.id, scheduleRuns.jobId))
    .where(and(eq(scheduleRuns.scheduleId, scheduleId), behind))
    .orderBy(desc(startedAt), desc(id))
    .limit(limit + 1)
  return toRuns(db, rows)
}

/** The newest run of each of these schedules, by schedule. */
export async function lastRuns(db: Db, scheduleIds: readonly string[]): Promise<ReadonlyMap<string, RunWithJob>> {
  if (scheduleIds.length === 0) return new Map()
  const newest = db
    .select({ id: scheduleRuns.scheduleId, at: max(scheduleRuns.startedAt).as('at') })
    .from(scheduleRuns)
    .where(inArray(scheduleRuns.scheduleId, [...scheduleIds]))
    .groupBy(scheduleRuns.scheduleId)
    .as('newest')
  const rows = await db
    .select(columns)
    .from(scheduleRuns)
    .innerJoin(newest, and(eq(newest.id, scheduleRuns.scheduleId), eq(newest.at, scheduleRuns.startedAt)))
    .leftJoin(jobs, eq(jobs.id, scheduleRuns.jobId))
    .orderBy(scheduleRuns.id)
  return new Map((await toRuns(db, rows)).map((found) => [found.run.scheduleId, found]))
}

/** The statement that forgets why runs could not start, where their schedule meets a condition. */
export const forgetRefusals = (db: Db, scheduleId: string, condition: SQL | undefined) =>
  db
    .update(scheduleRuns)
    .set({ reason: null })
    .where(
      and(
        eq(scheduleRuns.scheduleId, scheduleId),
        eq(scheduleRuns.outcome, 'refused'),
        exists(
          db
            .select({ one: sql`1` })
            .from(schedules)
            .where(and(eq(schedules.id, scheduleId), condition)),
        ),
      ),
    )
    .returning({ id: scheduleRuns.id })

const isOf = (scheduleId: string, condition: SQL | undefined) => and(eq(jobs.scheduleId, scheduleId), condition)

/** Whether a job of the schedule has not ended. */
export const hasOpenJob = async (db: Db, scheduleId: string): Promise<boolean> =>
  (await db.$count(jobs, isOf(scheduleId, inArray(jobs.status, [...openStatuses])))) > 0

/** Whether a job of the schedule was open at an instant, or later. */
export const hadOpenJobSince = async (db: Db, scheduleId: string, instant: Date): Promise<boolean> =>
  (await db.$count(jobs, isOf(scheduleId, or(inArray(jobs.status, [...openStatuses]), gte(jobs.finishedAt, instant))))) > 0

/** When the last run that succeeded was started. null: there was none. */
export async function lastSuccess(db: Db, scheduleId: string): Promise<Date | null> {
  const [found] = await db
    .select({ at: jobs.createdAt })
    .from(jobs)
    .where(isOf(scheduleId, eq(jobs.status, 'completed')))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  return found?.at ?? null
}

/** The number of rows of the run with the fewest, of the completed ones before a job. null: there is none. */
export async function leastRowsBefore(db: Db, { scheduleId, createdAt }: { scheduleId: string; createdAt: Date }): Promise<number | null> {
  const rows = sql`cast(${jobs.counts} ->> 'written' as integer)`
  const [found] = await db
    .select({ least: min(rows).mapWith(Number) })
    .from(jobs)
    .where(isOf(scheduleId, and(eq(jobs.status, 'completed'), lt(jobs.createdAt, createdAt))))
  return found?.least ?? null
}
