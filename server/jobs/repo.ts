// The statements of users on jobs: create, read, cancel and retry. Those of workers are in queue-repo.ts.
import {
  and,
  count,
  desc,
  eq,
  exists,
  getColumns,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { withListsCounted } from '#drizzle/json-lists.ts'
import { stores, users } from '#drizzle/schema.ts'
import { failureEnd, noCounts, type JobEnd, type JobStatus, type JobType } from '#shared/jobs.ts'
import type { EndingJob, JobEnding } from '#server/jobs/end-event.ts'
import { recordEnd } from '#server/jobs/end-repo.ts'
import { settleGroupsOf } from '#server/jobs/groups-repo.ts'
import { lockPerson, openJobs } from '#server/jobs/open-jobs-repo.ts'
import { JobRow, openStatuses } from '#server/jobs/row.ts'
import { freeSlots } from '#server/jobs/slots-repo.ts'
import { readStoresAnew } from '#server/jobs/stores-repo.ts'
import type { KeysetPlace } from '#server/rows/keyset-cursor.ts'

/** A job with the related data that users see. `creator`: the name, and `creatorEmail`, are null where the person was deleted. */
export type JobWithStores = JobRow & {
  storeIds: string[]
  stores: { id: string; name: string | null }[]
  creator: string | null
  creatorEmail: string | null
}

/** A job for lists. Large fields are reduced to what lists show. The receipt has the number of selected items. */
export type ListedJob = Omit<JobWithStores, 'payload' | 'checkpoint'> & { hasCheckpoint: boolean }

type Read<Job> = { job: Job; creator: string | null; email: string | null }

async function withStores<Job extends { id: string }>(db: Db, rows: readonly Read<Job>[]) {
  const ids = rows.map(({ job }) => job.id)
  const named = { jobId: jobStores.jobId, id: jobStores.storeId, name: stores.name }
  const found = db.select(named).from(jobStores).leftJoin(stores, eq(stores.id, jobStores.storeId))
  const ofJobs = ids.length > 0 ? await found.where(inArray(jobStores.jobId, ids)) : []
  return rows.map(({ job, creator, email }) => {
    const own = ofJobs.filter(({ jobId }) => jobId === job.id).map(({ id, name }) => ({ id, name }))
    return { ...job, creator, creatorEmail: email, storeIds: own.map(({ id }) => id), stores: own }
  })
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
/** Can hold thousands of selected ids. */
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

/** The stores of a list. `null`: all. A job is in the list only if all its stores are. */
type Within = readonly string[] | null
/** Jobs of these types, within these stores. */
export type Reach = { types: readonly JobType[]; within: Within }
export type JobFilter = {
  id?: string | undefined
  status?: JobStatus | undefined
  type?: JobType | undefined
  storeId?: string | undefined
  createdBy?: string | undefined
  /** Only jobs that failed then or later. Cancelled ones are left out. */
  failedSince?: Date | undefined
  /** A job has to be in one of these. */
  reach: readonly Reach[]
}

const isOutside = (ids: readonly string[]) => (ids.length > 0 ? notInArray(jobStores.storeId, [...ids]) : undefined)

const hasFailedSince = (time: Date) =>
  and(eq(jobs.status, 'failed'), gte(jobs.finishedAt, time), or(isNull(jobs.errorCode), ne(jobs.errorCode, 'JOB_CANCELLED')))

function isIn(db: Db, { id, status, type, storeId, createdBy, failedSince, reach }: JobFilter) {
  const readsStore = (condition?: SQL) =>
    db
      .select({ one: sql`1` })
      .from(jobStores)
      .where(and(eq(jobStores.jobId, jobs.id), condition))
  return and(
    id === undefined ? undefined : eq(jobs.id, id),
    status && eq(jobs.status, status),
    type && eq(jobs.type, type),
    createdBy ? eq(jobs.createdBy, createdBy) : undefined,
    failedSince && hasFailedSince(failedSince),
    storeId ? exists(readsStore(eq(jobStores.storeId, storeId))) : undefined,
    or(
      ...reach.map(({ types, within }) =>
        and(inArray(jobs.type, [...types]), within ? notExists(readsStore(isOutside(within))) : undefined),
      ),
    ),
  )
}

/** The newest jobs after a cursor, plus one where there are more. */
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

/** A person's name in messages, which people read who may not know the address. */
export async function creatorName(db: Db, userId: string): Promise<string> {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return person?.name || 'Unknown'
}

/** The number of jobs per status, without the filter's own status. */
export async function jobTotals(db: Db, filter: JobFilter): Promise<{ status: string; count: number }[]> {
  return db
    .select({ status: jobs.status, count: count() })
    .from(jobs)
    .where(isIn(db, { ...filter, status: undefined }))
    .groupBy(jobs.status)
}

/** How many jobs ended how since a time, without the filter's own status. */
export async function jobEndsSince(db: Db, filter: JobFilter, since: Date): Promise<Record<JobEnd, number>> {
  const rows = await db
    .select({ status: jobs.status, code: jobs.errorCode, count: count() })
    .from(jobs)
    .where(and(isIn(db, { ...filter, status: undefined }), inArray(jobs.status, ['completed', 'failed']), gte(jobs.finishedAt, since)))
    .groupBy(jobs.status, jobs.errorCode)
  const ends = { completed: 0, incomplete: 0, failed: 0, cancelled: 0 }
  for (const row of rows) ends[row.status === 'completed' ? 'completed' : failureEnd(row.code)] += row.count
  return ends
}

type Change = Partial<typeof jobs.$inferInsert>

/**
 * Ends an open job, whichever worker has its lease, and records the event. After that, the worker can write nothing more. Returns false where the job had already
 * ended.
 */
export async function endJob({ batch }: Database, job: EndingJob, change: JobEnding & Change): Promise<boolean> {
  const [rows] = await batch((db) => [
    db
      .update(jobs)
      .set({ ...change, worker: null, leaseUntil: null })
      .where(and(eq(jobs.id, job.id), inArray(jobs.status, [...openStatuses])))
      .returning({ id: jobs.id }),
    freeSlots(db),
    ...settleGroupsOf(db, eq(jobs.id, job.id)),
    ...recordEnd(db, job, change),
  ])
  return rows.length > 0
}

/** `not-failed`: nothing to retry. `too-many`: the person is at the limit of queued jobs. */
export type Restart = 'restarted' | 'not-failed' | 'too-many'

/**
 * Returns a failed job to the queue where its person has fewer than `maxOpen` jobs in it. It resumes at its checkpoint, or starts over with
 * `anew`.
 */
export async function restartJob(
  { batch }: Database,
  { id, createdBy }: Pick<JobRow, 'id' | 'createdBy'>,
  { now, maxOpen, anew }: { now: Date; maxOpen: number; anew: boolean },
): Promise<Restart> {
  const cleared = {
    receipt: null,
    sheet: null,
    warning: null,
    errorCode: null,
    errorMessage: null,
    finishedAt: null,
    waitingFor: null,
    failingSince: null,
    // The new run makes files of its own.
    filesRemovedAt: null,
    // A delivery that goes on still has its file.
    ...(anew ? { files: [], checkpoint: null, startedAt: null, progress: 0, counts: noCounts } : {}),
  }
  const ready = { status: 'waiting', isDirect: false, failures: 0, crashes: 0, runAt: now }
  // Reads the status before the change. Read afterwards, a cancellation in between would look like a full queue.
  const [, [before], rows] = await batch((db) => [
    lockPerson(db, createdBy),
    db.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, id)),
    db
      .update(jobs)
      .set({ ...cleared, ...ready })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'failed'), lt(openJobs(db, createdBy), maxOpen)))
      .returning({ id: jobs.id }),
    readStoresAnew(db, id),
    ...settleGroupsOf(db, eq(jobs.id, id)),
  ])
  if (rows.length > 0) return 'restarted'
  return before?.status === 'failed' ? 'too-many' : 'not-failed'
}

/** The end of a job that has files: complete or not, delivered or not. */
type EndWithFiles = Pick<JobRow, 'id' | 'attempts'>

const isExpired = (before: Date) =>
  and(
    or(eq(jobs.status, 'completed'), and(eq(jobs.status, 'failed'), ne(jobs.files, []))),
    lt(jobs.finishedAt, before),
    isNull(jobs.filesRemovedAt),
  )
/** Nobody has retried the job since this end. */
const isStillThat = ({ id, attempts }: EndWithFiles, before: Date) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), isExpired(before))

/** Jobs that ended before the given time and still have files. */
export const expiredJobs = (db: Db, before: Date): Promise<EndWithFiles[]> =>
  db.select({ id: jobs.id, attempts: jobs.attempts }).from(jobs).where(isExpired(before))

/** Makes each later retry start over, because it cannot go on without its files. Returns false where somebody has retried the job before. */
export async function dropCheckpoint(db: Db, job: EndWithFiles, before: Date): Promise<boolean> {
  const rows = await db.update(jobs).set({ checkpoint: null }).where(isStillThat(job, before)).returning({ id: jobs.id })
  return rows.length > 0
}

/** Changes nothing where somebody has retried the job meanwhile: its new run makes files of its own. */
export async function noteFilesRemoved(db: Db, job: EndWithFiles, before: Date, now: Date) {
  await db.update(jobs).set({ filesRemovedAt: now }).where(isStillThat(job, before)).returning({ id: jobs.id })
}
