// What people do to jobs: make, see, cancel and retry them. What workers do stands in queue-repo.ts.
import { and, count, desc, eq, exists, getColumns, gt, inArray, isNull, lt, notExists, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { withListsCounted } from '#drizzle/json-lists.ts'
import { users } from '#drizzle/schema.ts'
import { noCounts, type JobStatus, type JobType } from '#shared/jobs.ts'
import { lockPerson, openJobs } from '#server/jobs/open-jobs-repo.ts'
import { JobRow, openStatuses } from '#server/jobs/row.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'
import { addStore, readStoresAnew } from '#server/jobs/stores-repo.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'

export type NewJob = { id: string; type: JobType; payload: unknown; createdBy: string; storeIds: readonly string[] }
/** An export that somebody waits for: held from the start by the one who serves it. */
export type Direct = { worker: string; leaseUntil: Date; needsClearing: boolean }

type State = Pick<typeof jobs.$inferInsert, 'status' | 'isDirect' | 'attempts' | 'startedAt'> & Partial<Direct>

/** Adds a job and the stores it reads, with the shops that they point at. */
function adding(db: Db, { id, type, payload, createdBy, storeIds }: NewJob, now: Date, state: State) {
  const fresh = { progress: 0, counts: noCounts, files: [], needsClearing: false, failures: 0, crashes: 0, createdAt: now, runAt: now }
  return [
    db
      .insert(jobs)
      .values({ id, type, payload, createdBy, ...fresh, ...state })
      .returning({ id: jobs.id }),
    ...storeIds.map((storeId) => addStore(db, id, storeId)),
  ]
}

export async function insertDirect({ batch }: Database, job: NewJob, now: Date, direct: Direct) {
  await batch((db) => adding(db, job, now, { status: 'running', isDirect: true, attempts: 1, startedAt: now, ...direct }))
}

/** Puts a job into the queue; false, and nothing done, where the person would have more than `maxOpen` in it. */
export async function insertWaiting({ batch }: Database, job: NewJob, now: Date, maxOpen: number): Promise<boolean> {
  const isOneTooMany = (db: Db) => and(eq(jobs.id, job.id), gt(openJobs(db, job.createdBy), maxOpen))
  const results = await batch((db) => [
    lockPerson(db, job.createdBy),
    ...adding(db, job, now, { status: 'waiting', isDirect: false, attempts: 0 }),
    db.delete(jobs).where(isOneTooMany(db)).returning({ id: jobs.id }),
  ])
  return results.at(-1)?.length === 0
}

/** A job with what people see of it beside its row. `creator`: null where the person is gone. */
export type JobWithStores = JobRow & { storeIds: string[]; creator: string | null }

/** A job as lists read it: of what may be large there is only what they show. In the receipt, chosen items are a number. */
export type ListedJob = Omit<JobWithStores, 'payload' | 'checkpoint'> & { hasCheckpoint: boolean }

type Read<Job> = { job: Job; creator: string | null; email: string | null }

async function withStores<Job extends { id: string }>(db: Db, rows: readonly Read<Job>[]) {
  const ids = rows.map(({ job }) => job.id)
  const stores = ids.length > 0 ? await db.select().from(jobStores).where(inArray(jobStores.jobId, ids)) : []
  return rows.map(({ job, creator, email }) => ({
    ...job,
    creator: creator || email,
    storeIds: stores.filter(({ jobId }) => jobId === job.id).map(({ storeId }) => storeId),
  }))
}

const creator = { creator: users.name, email: users.email }

export async function findJob(db: Db, id: string): Promise<JobWithStores | null> {
  const rows = await db
    .select({ job: jobs, ...creator })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.createdBy))
    .where(eq(jobs.id, id))
  const [job] = await withStores(
    db,
    rows.map((row) => ({ ...row, job: JobRow.parse(row.job) })),
  )
  return job ?? null
}

const { payload: _payload, checkpoint, receipt, ...small } = getColumns(jobs)
/** Thousands of ids, where items were chosen one by one. */
const chosen = [
  ['filter', 'productIds'],
  ['filter', 'orderIds'],
]
const listed = {
  ...small,
  receipt: sql<unknown>`${withListsCounted(receipt, chosen)}`.mapWith(receipt),
  hasCheckpoint: sql<boolean>`${checkpoint} is not null`.mapWith(Boolean),
}
const ListedRow = JobRow.omit({ payload: true, checkpoint: true }).extend({ hasCheckpoint: z.boolean() })

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
export async function listJobRows(db: Db, filter: JobFilter, limit: number, after: KeysetPlace | null): Promise<ListedJob[]> {
  const behind = after && or(lt(jobs.createdAt, after.at), and(eq(jobs.createdAt, after.at), lt(jobs.id, after.id)))
  const rows = await db
    .select({ job: listed, ...creator })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.createdBy))
    .where(and(isIn(db, filter), behind ?? undefined))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit + 1)
  return withStores(
    db,
    rows.map((row) => ({ ...row, job: ListedRow.parse(row.job) })),
  )
}

/** What messages call a person. */
export async function creatorName(db: Db, userId: string): Promise<string> {
  const [person] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  return person?.name || person?.email || 'Unknown'
}

/** How many jobs there are of each status; the filter's own status does not count. */
export async function jobTotals(db: Db, filter: JobFilter): Promise<{ status: string; count: number }[]> {
  return db
    .select({ status: jobs.status, count: count() })
    .from(jobs)
    .where(isIn(db, { ...filter, status: undefined }))
    .groupBy(jobs.status)
}

type Change = Partial<typeof jobs.$inferInsert>

/** Ends a job that is not over, whoever holds it: from this moment its worker can write nothing more. False where it was over. */
export async function endJob({ batch }: Database, id: string, change: Change): Promise<boolean> {
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

/** `not-failed`: there is nothing to try again. `too-many`: its person has as many jobs in the queue as one may have. */
export type Restart = 'restarted' | 'not-failed' | 'too-many'

/**
 * Puts a failed job back into the queue where its person has less than `maxOpen` in it. It goes on from its checkpoint, or, where
 * that is `anew`, begins from its start.
 */
export async function restartJob(
  { batch }: Database,
  { id, createdBy }: Pick<JobRow, 'id' | 'createdBy'>,
  { now, maxOpen, anew }: { now: Date; maxOpen: number; anew: boolean },
): Promise<Restart> {
  const cleared = {
    files: [],
    receipt: null,
    sheet: null,
    warning: null,
    errorCode: null,
    errorMessage: null,
    finishedAt: null,
    waitingFor: null,
    failingSince: null,
    ...(anew ? { checkpoint: null, startedAt: null, progress: 0, counts: noCounts } : {}),
  }
  const ready = { status: 'waiting', isDirect: false, failures: 0, crashes: 0, runAt: now }
  // Whether it has failed is read before the change: read afterwards, a cancellation in between would look like a full queue.
  const [, [before], rows] = await batch((db) => [
    lockPerson(db, createdBy),
    db.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, id)),
    db
      .update(jobs)
      .set({ ...cleared, ...ready })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'failed'), lt(openJobs(db, createdBy), maxOpen)))
      .returning({ id: jobs.id }),
    readStoresAnew(db, id),
  ])
  if (rows.length > 0) return 'restarted'
  return before?.status === 'failed' ? 'too-many' : 'not-failed'
}

/** Jobs that finished before an instant and whose files, whole or not, are still there. */
export async function expiredJobs(db: Db, before: Date): Promise<Pick<JobRow, 'id' | 'attempts'>[]> {
  const hasFiles = or(eq(jobs.status, 'completed'), and(eq(jobs.status, 'failed'), eq(jobs.errorCode, 'INCOMPLETE')))
  const isDue = and(hasFiles, lt(jobs.finishedAt, before), isNull(jobs.filesRemovedAt))
  return db.select({ id: jobs.id, attempts: jobs.attempts }).from(jobs).where(isDue)
}

export async function noteFilesRemoved(db: Db, id: string, now: Date) {
  await db.update(jobs).set({ filesRemovedAt: now }).where(eq(jobs.id, id)).returning({ id: jobs.id })
}
