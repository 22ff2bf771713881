// What people do to jobs: make, see, cancel and retry them. What workers do stands in queue-repo.ts.
import { and, count, desc, eq, exists, inArray, isNull, lt, notExists, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { users } from '#drizzle/schema.ts'
import { noCounts, type JobStatus, type JobType } from '#shared/jobs.ts'
import { JobRow, openStatuses } from '#server/jobs/row.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'

export type NewJob = { id: string; type: JobType; payload: unknown; createdBy: string; storeIds: readonly string[] }
/** An export that somebody waits for: held from the start by the one who serves it. */
export type Direct = { worker: string; leaseUntil: Date; needsClearing: boolean }

/** Adds a job and the stores it reads, both or neither. */
export async function insert({ batch }: Database, job: NewJob, now: Date, direct?: Direct) {
  const { id, type, payload, createdBy, storeIds } = job
  const fresh = { progress: 0, counts: noCounts, files: [], needsClearing: false, failures: 0, crashes: 0, createdAt: now, runAt: now }
  const state = direct
    ? { status: 'running', isDirect: true, attempts: 1, startedAt: now, ...direct }
    : { status: 'waiting', isDirect: false, attempts: 0 }
  await batch((db) => [
    db
      .insert(jobs)
      .values({ id, type, payload, createdBy, ...fresh, ...state })
      .returning({ id: jobs.id }),
    ...storeIds.map((storeId) => db.insert(jobStores).values({ jobId: id, storeId }).returning({ id: jobStores.storeId })),
  ])
}

/** A job with what people see of it beside its row. `creator`: null where the person is gone. */
export type SeenJob = JobRow & { storeIds: string[]; creator: string | null }

async function withStores(
  db: Db,
  rows: { job: typeof jobs.$inferSelect; creator: string | null; email: string | null }[],
): Promise<SeenJob[]> {
  const ids = rows.map(({ job }) => job.id)
  const stores = ids.length > 0 ? await db.select().from(jobStores).where(inArray(jobStores.jobId, ids)) : []
  return rows.map(({ job, creator, email }) => ({
    ...JobRow.parse(job),
    creator: creator || email,
    storeIds: stores.filter(({ jobId }) => jobId === job.id).map(({ storeId }) => storeId),
  }))
}

const seen = (db: Db) =>
  db.select({ job: jobs, creator: users.name, email: users.email }).from(jobs).leftJoin(users, eq(users.id, jobs.createdBy))

export async function find(db: Db, id: string): Promise<SeenJob | null> {
  const [job] = await withStores(db, await seen(db).where(eq(jobs.id, id)))
  return job ?? null
}

/** Stores that a list is limited to; `null`: all. A job is in it only with all of its stores. */
type Within = readonly string[] | null
/** Jobs of these types, within these stores. */
export type Reach = { types: readonly JobType[]; within: Within }
export type JobFilter = {
  status?: JobStatus | undefined
  type?: JobType | undefined
  storeId?: string | undefined
  createdBy?: string | undefined
  /** A job is in the list with any of these. */
  reach: readonly Reach[]
}
export type Place = { createdAt: Date; id: string }

const isOutside = (stores: readonly string[]) => (stores.length > 0 ? notInArray(jobStores.storeId, [...stores]) : undefined)

function isIn(db: Db, { status, type, storeId, createdBy, reach }: JobFilter) {
  const readsStore = (condition?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(jobStores)
      .where(and(eq(jobStores.jobId, jobs.id), condition))
  return and(
    status && eq(jobs.status, status),
    type && eq(jobs.type, type),
    createdBy ? eq(jobs.createdBy, createdBy) : undefined,
    storeId ? exists(readsStore(eq(jobStores.storeId, storeId))) : undefined,
    or(
      ...reach.map(({ types, within }) =>
        and(inArray(jobs.type, [...types]), within ? notExists(readsStore(isOutside(within))) : undefined),
      ),
    ),
  )
}

/** The newest jobs behind a place, one more than asked for where there are more. */
export async function list(db: Db, filter: JobFilter, limit: number, after: Place | null): Promise<SeenJob[]> {
  const behind = after && or(lt(jobs.createdAt, after.createdAt), and(eq(jobs.createdAt, after.createdAt), lt(jobs.id, after.id)))
  const rows = await seen(db)
    .where(and(isIn(db, filter), behind ?? undefined))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit + 1)
  return withStores(db, rows)
}

/** What messages call a person. */
export async function nameOf(db: Db, userId: string): Promise<string> {
  const [person] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  return person?.name || person?.email || 'Unknown'
}

/** How many jobs there are of each status; the filter's own status does not count. */
export async function totals(db: Db, filter: JobFilter): Promise<{ status: string; count: number }[]> {
  return db
    .select({ status: jobs.status, count: count() })
    .from(jobs)
    .where(isIn(db, { ...filter, status: undefined }))
    .groupBy(jobs.status)
}

type Change = Partial<typeof jobs.$inferInsert>

/** Ends a job that is not over, whoever holds it: from this moment its worker can write nothing more. False where it was over. */
export async function end({ batch }: Database, id: string, change: Change): Promise<boolean> {
  const [rows] = await batch((db) => [
    db
      .update(jobs)
      .set({ ...change, worker: null, leaseUntil: null })
      .where(and(eq(jobs.id, id), inArray(jobs.status, [...openStatuses])))
      .returning({ id: jobs.id }),
    freeSlots(db),
  ])
  return rows.length > 0
}

/** Puts a failed job back into the queue, from its beginning. False where it has not failed. */
export async function restart(db: Db, id: string, now: Date): Promise<boolean> {
  const cleared = {
    checkpoint: null,
    receipt: null,
    sheet: null,
    warning: null,
    errorCode: null,
    errorMessage: null,
    finishedAt: null,
    startedAt: null,
    waitingFor: null,
  }
  const rows = await db
    .update(jobs)
    .set({
      ...cleared,
      status: 'waiting',
      isDirect: false,
      progress: 0,
      counts: noCounts,
      failures: 0,
      crashes: 0,
      runAt: now,
    })
    .where(and(eq(jobs.id, id), eq(jobs.status, 'failed')))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Jobs that finished before an instant and whose files are still there. */
export async function expired(db: Db, before: Date): Promise<JobRow[]> {
  const isDue = and(eq(jobs.status, 'completed'), lt(jobs.finishedAt, before), isNull(jobs.filesRemovedAt))
  return JobRow.array().parse(await db.select().from(jobs).where(isDue))
}

export async function noteFilesRemoved(db: Db, id: string, now: Date) {
  await db.update(jobs).set({ filesRemovedAt: now }).where(eq(jobs.id, id)).returning({ id: jobs.id })
}
