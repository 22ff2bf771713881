// The statements that create jobs.
import { and, eq, gt, not, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { noCounts } from '#shared/jobs.ts'
import { settleGroupsOf, storeSetOf } from '#server/jobs/groups-repo.ts'
import type { NewJob } from '#server/jobs/new-job.ts'
import { lockPerson, openJobs } from '#server/jobs/open-jobs-repo.ts'
import { addStore } from '#server/jobs/stores-repo.ts'

/** An export whose caller waits: the process that serves it has the lease from the start. */
export type Direct = { worker: string; leaseUntil: SQL<Date>; needsClearing: boolean }

type State = Pick<typeof jobs.$inferInsert, 'status' | 'isDirect' | 'attempts' | 'startedAt'> & Partial<Direct>

/** Adds a job with its stores and their current shops. */
function adding(
  db: Db,
  { id, type, payload, request, delivery, createdBy, storeIds, scheduleId, changes }: NewJob,
  now: Date,
  state: State,
) {
  const fresh = { progress: 0, counts: noCounts, files: [], needsClearing: false, failures: 0, crashes: 0, createdAt: now, runAt: now }
  return [
    db
      .insert(jobs)
      .values({
        id,
        type,
        payload,
        request,
        delivery,
        createdBy,
        storeSet: storeSetOf(storeIds),
        scheduleId,
        isScheduled: scheduleId !== undefined,
        changes,
        ...fresh,
        ...state,
      })
      .returning({ id: jobs.id }),
    ...storeIds.map((storeId) => addStore(db, id, storeId)),
  ]
}

export async function insertDirect({ batch }: Database, job: NewJob, now: Date, direct: Direct) {
  await batch((db) => adding(db, job, now, { status: 'running', isDirect: true, attempts: 1, startedAt: now, ...direct }))
}

/** Puts a job into the queue. Returns false, without a change, where the person would exceed `maxOpen`. */
export async function insertWaiting({ batch }: Database, job: NewJob, now: Date, maxOpen: number): Promise<boolean> {
  const isOneTooMany = (db: Db) => and(eq(jobs.id, job.id), gt(openJobs(db, job.createdBy), maxOpen))
  const results = await batch((db) => [
    lockPerson(db, job.createdBy),
    ...adding(db, job, now, { status: 'waiting', isDirect: false, attempts: 0 }),
    db.delete(jobs).where(isOneTooMany(db)).returning({ id: jobs.id }),
    ...settleGroupsOf(db, eq(jobs.id, job.id)),
  ])
  // Two statements settle the group.
  return results.at(-3)?.length === 0
}

type Statements = readonly PromiseLike<unknown>[]

/** See `enqueueAlong`. */
export async function insertAlong<const T extends Statements>(
  { batch }: Database,
  job: NewJob,
  now: Date,
  others: (db: Db) => T,
  holds: (db: Db) => SQL,
) {
  return batch((db) => [
    ...others(db),
    ...adding(db, job, now, { status: 'waiting', isDirect: false, attempts: 0 }),
    db
      .delete(jobs)
      .where(and(eq(jobs.id, job.id), not(holds(db))))
      .returning({ id: jobs.id }),
    ...settleGroupsOf(db, eq(jobs.id, job.id)),
  ])
}
