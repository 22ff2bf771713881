// The groups of waiting jobs; see jobGroups. Every transaction that lets a job wait, or ends its waiting, settles the job's group at its end.
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobGroups, jobs } from '#drizzle/job-tables.ts'
import { told } from '#drizzle/told.ts'

export type GroupKey = { createdBy: string; storeSet: string; isScheduled: boolean }

/** The stores of a job, as its group knows them. */
export const storeSetOf = (storeIds: readonly string[]): string => [...new Set(storeIds)].toSorted().join(',')
export const storeIdsIn = (storeSet: string): string[] => (storeSet === '' ? [] : storeSet.split(','))

const isOfGroup = and(
  eq(jobs.createdBy, jobGroups.createdBy),
  eq(jobs.storeSet, jobGroups.storeSet),
  eq(jobs.isScheduled, jobGroups.isScheduled),
)

/** A field of the oldest waiting job of the group in the outer statement. */
function ofOldest<T>(db: Db, field: typeof jobs.id | typeof jobs.createdAt): SQL<T> {
  const oldest = db
    .select({ field })
    .from(jobs)
    .where(and(eq(jobs.status, 'waiting'), isOfGroup))
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(1)
  return sql<T>`(${oldest})`
}

const oldest = (db: Db) => ({ jobId: ofOldest<string>(db, jobs.id), since: ofOldest<Date>(db, jobs.createdAt) })

/** Locks the groups of some jobs, and makes those that are missing. What follows sees what the transactions before have committed. */
function lockGroupsOf(db: Db, ofJobs: SQL | undefined) {
  return db
    .insert(jobGroups)
    .select(
      db
        .selectDistinct({
          createdBy: jobs.createdBy,
          storeSet: jobs.storeSet,
          isScheduled: jobs.isScheduled,
          isOfSeveral: sql<boolean>`${jobs.storeSet} like '%,%'`.as('is_of_several'),
          jobId: sql<string | null>`cast(null as text)`.as('job_id'),
          since: sql<Date | null>`cast(null as ${sql.raw(jobGroups.since.getSQLType())})`.as('since'),
        })
        .from(jobs)
        .where(ofJobs)
        // In the same order everywhere, so that two workers rarely deadlock.
        .orderBy(asc(jobs.createdBy), asc(jobs.storeSet), asc(jobs.isScheduled)),
    )
    .onConflictDoUpdate({
      target: [jobGroups.createdBy, jobGroups.storeSet, jobGroups.isScheduled],
      set: { createdBy: sql`excluded.created_by` },
    })
    .returning({ user: jobGroups.createdBy })
}

function findOldestOf(db: Db, ofJobs: SQL | undefined) {
  const keys = db
    .selectDistinct({ createdBy: jobs.createdBy, storeSet: jobs.storeSet, isScheduled: jobs.isScheduled })
    .from(jobs)
    .where(ofJobs)
  return db
    .update(jobGroups)
    .set(oldest(db))
    .where(sql`(${jobGroups.createdBy}, ${jobGroups.storeSet}, ${jobGroups.isScheduled}) in ${keys}`)
}

/** The last statements of a batch that takes jobs out of their groups. The condition is true of the taken jobs alone: the groups of others stay unlocked. */
export const settleGroupsOfTaken = (db: Db, taken: SQL | undefined) =>
  [lockGroupsOf(db, taken), findOldestOf(db, taken).returning({ user: jobGroups.createdBy })] as const

/** The same for the groups of some jobs that may wait now. Tells the workers. The condition must not depend on the jobs' status. */
export const settleGroupsOf = (db: Db, ofJobs: SQL | undefined) =>
  [lockGroupsOf(db, ofJobs), findOldestOf(db, ofJobs).returning({ user: jobGroups.createdBy, told })] as const
