// The workers' statements on the queue. Every statement on a leased job checks the worker, so that a worker that lost its lease changes
// nothing.
import { and, eq, gte, inArray, isNull, lt, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { endingJobs, recordEnd } from '#server/jobs/end-repo.ts'
import type { EndingJob, JobEnding } from '#server/jobs/end-event.ts'
import type { JobOutcome } from '#server/jobs/handler.ts'
import { settleGroupsOf } from '#server/jobs/groups-repo.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'
import { heldStatuses, JobRow } from '#server/jobs/row.ts'

export type LeaseHolder = { id: string; worker: string; attempt: number }
type Fields = typeof jobs.$inferInsert
/** Fields of a job's row, or expressions for them. */
export type JobChange = { [Name in keyof Fields]?: Fields[Name] | SQL }

export const isHeld = inArray(jobs.status, [...heldStatuses])
const isMine = ({ id, worker, attempt }: LeaseHolder) => and(eq(jobs.id, id), eq(jobs.worker, worker), eq(jobs.attempts, attempt), isHeld)

/** Changes a leased job. Returns false where this worker lost the lease. */
export async function updateLeased(db: Db, holder: LeaseHolder, change: JobChange): Promise<boolean> {
  const rows = await db.update(jobs).set(change).where(isMine(holder)).returning({ id: jobs.id })
  return rows.length > 0
}

/** The statements that end a worker's lease on a job, which may wait again afterwards. They change nothing where it lost the lease before. */
const releasing = (db: Db, holder: LeaseHolder, change: JobChange) =>
  [
    db
      .update(jobs)
      .set({ ...change, worker: null, leaseUntil: null })
      .where(isMine(holder))
      .returning({ id: jobs.id }),
    freeSlots(db),
    ...(change.status === 'waiting' ? settleGroupsOf(db, eq(jobs.id, holder.id)) : []),
  ] as const

/** Ends a worker's lease on a job. Returns false, without a change, where it lost the lease before. */
export async function releaseLease({ batch }: Database, holder: LeaseHolder, change: JobChange): Promise<boolean> {
  const [rows] = await batch((db) => releasing(db, holder, change))
  return rows.length > 0
}

/**
 * Ends the lease at the end of a job, and records the event, in one transaction with the statements of `along`. If the database's answer was
 * lost, the row shows whether this call ended the job.
 */
export async function endLease(
  database: Database,
  holder: LeaseHolder,
  change: JobChange & JobEnding,
  job: EndingJob,
  along: JobOutcome['along'] = () => [],
): Promise<boolean> {
  const { status, finishedAt, errorCode } = change
  const isSo = and(
    eq(jobs.id, holder.id),
    eq(jobs.attempts, holder.attempt),
    eq(jobs.status, status),
    eq(jobs.finishedAt, finishedAt),
    errorCode === null ? isNull(jobs.errorCode) : eq(jobs.errorCode, errorCode),
  )
  const isOver = async () => (await database.db.$count(jobs, isSo)) > 0
  try {
    const [rows] = await database.batch((db) => [...releasing(db, holder, change), ...recordEnd(db, job, change), ...along(db)])
    return rows.length > 0 || (await isOver())
  } catch (error) {
    if (await isOver()) return true
    throw error
  }
}

/**
 * Handles jobs with an expired lease. They return to the queue, or end where this happened too often since their last progress, or where
 * they were downloads. Jobs in `alive` still run in this process: they only failed to renew the lease (on a full disk, for example) and end
 * on their own. Returns the ids of the ended jobs.
 */
export async function recover(
  { batch, db: reading }: Database,
  { clock, maxCrashes, alive }: { clock: SharedClock; maxCrashes: number; alive: readonly string[] },
  ended: { crashed: JobEnding; cut: JobEnding },
): Promise<string[]> {
  const hasExpired = and(isHeld, lt(jobs.leaseUntil, clock.after(0)), alive.length > 0 ? notInArray(jobs.id, [...alive]) : undefined)
  const found = await reading.select({ id: jobs.id }).from(jobs).where(hasExpired)
  if (found.length === 0) return []
  const isOne = inArray(
    jobs.id,
    found.map(({ id }) => id),
  )
  const isLost = and(isOne, hasExpired)
  const isCut = and(isLost, eq(jobs.isDirect, true))
  const isOver = and(isLost, gte(jobs.crashes, maxCrashes - 1))
  const free = { worker: null, leaseUntil: null }
  const ending = await endingJobs(reading, or(isCut, isOver))
  const [cut, crashed] = await batch((db) => [
    db
      .update(jobs)
      .set({ ...ended.cut, ...free })
      .where(isCut)
      .returning({ id: jobs.id }),
    db
      .update(jobs)
      .set({ ...ended.crashed, ...free })
      .where(isOver)
      .returning({ id: jobs.id }),
    db
      .update(jobs)
      .set({ status: 'waiting', crashes: sql`${jobs.crashes} + 1`, ...free })
      .where(isLost)
      .returning({ id: jobs.id }),
    freeSlots(db),
    ...settleGroupsOf(db, isOne),
    ...ending.flatMap(({ isDirect, ...job }) => recordEnd(db, job, isDirect ? ended.cut : ended.crashed)),
  ])
  return [...cut, ...crashed].map(({ id }) => id)
}

/** Lets the retries begin that are due, at most 500 at once. */
export async function promoteDue({ batch, db: reading }: Database, clock: SharedClock) {
  const isDue = and(eq(jobs.status, 'pending'), lte(jobs.runAt, clock.after(0)))
  const due = await reading.select({ id: jobs.id }).from(jobs).where(isDue).limit(500)
  if (due.length === 0) return
  const isOne = inArray(
    jobs.id,
    due.map(({ id }) => id),
  )
  await batch((db) => [
    db.update(jobs).set({ status: 'waiting' }).where(and(isOne, isDue)).returning({ id: jobs.id }),
    ...settleGroupsOf(db, isOne),
  ])
}

const isLeftover = and(eq(jobs.status, 'failed'), eq(jobs.needsClearing, true))

/**
 * Failed jobs whose last attempt may have left unfinished output: those that cannot be resumed, and the others where they failed before the
 * given time.
 */
export async function leftovers(db: Db, before: Date): Promise<JobRow[]> {
  const isDue = or(isNull(jobs.checkpoint), lt(jobs.finishedAt, before))
  const rows = await db.select().from(jobs).where(and(isLeftover, isDue)).limit(100)
  return JobRow.array().parse(rows)
}

/**
 * A job that has its file goes on from there when it is retried.
 * @param warning what people have to know about what stays of its output. null: nothing
 */
export async function markCleared(db: Db, { id, attempts, files }: JobRow, warning: string | null) {
  await db
    .update(jobs)
    .set({ needsClearing: false, ...(files.length === 0 ? { checkpoint: null } : {}), ...(warning === null ? {} : { warning }) })
    .where(and(eq(jobs.id, id), eq(jobs.attempts, attempts), isLeftover))
}
