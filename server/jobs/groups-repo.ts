// The groups of waiting jobs; see jobGroups. Every transaction that lets a job wait, or ends its waiting, settles the job's group at its end.
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobGroups, jobs } from '#drizzle/job-tables.ts'
import { told } from '#drizzle/told.ts'

export type GroupKey = { createdBy: string; storeSet: string; isScheduled: boolean }

const isSeveral = (storeSet: string) => storeSet.includes(',')

/** The stores of a job, as its group knows them. */
export const storeSetOf = (storeIds: readonly string[]): string => [...new Set(storeIds)].toSorted().join(',')
export const storeIdsIn = (storeSet: string): string[] => (storeSet === '' ? [] : storeSet.split(','))

const flagType = sql.raw(jobGroups.isScheduled.getSQLType())
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

/**
 * The last statements of a batch that takes jobs out of these groups. The first one locks the groups, so that the second one sees what the
 * transactions before have committed.
 */
export function settleGroups(db: Db, groups: readonly GroupKey[]) {
  // In the same order everywhere, so that two workers rarely deadlock.
  const keys = groups.toSorted((a, b) => (a.createdBy < b.createdBy ? -1 : 1))
  const values = sql.join(
    keys.map(
      ({ createdBy, storeSet, isScheduled }) =>
        sql`(${createdBy}, ${storeSet}, cast(${sql.param(isScheduled, jobGroups.isScheduled)} as ${flagType}))`,
    ),
    sql`, `,
  )
  return [
    db
      .insert(jobGroups)
      .values(keys.map((key) => ({ ...key, isOfSeveral: isSeveral(key.storeSet) })))
      .onConflictDoUpdate({
        target: [jobGroups.createdBy, jobGroups.storeSet, jobGroups.isScheduled],
        set: { createdBy: sql`excluded.created_by` },
      })
      .returning({ user: jobGroups.createdBy }),
    db
      .update(jobGroups)
      .set(oldest(db))
      .where(sql`(${jobGroups.createdBy}, ${jobGroups.storeSet}, ${jobGroups.isScheduled}) in (values ${values})`)
      .returning({ user: jobGroups.createdBy }),
  ] as const
}

/** The same for the groups of some jobs that may wait now. Tells the workers. The condition must not depend on the jobs' status. */
export function settleGroupsOf(db: Db, ofJobs: SQL | undefined) {
  const keys = db
    .selectDistinct({ createdBy: jobs.createdBy, storeSet: jobs.storeSet, isScheduled: jobs.isScheduled })
    .from(jobs)
    .where(ofJobs)
  return [
    db
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
      .returning({ user: jobGroups.createdBy }),
    db
      .update(jobGroups)
      .set(oldest(db))
      .where(sql`(${jobGroups.createdBy}, ${jobGroups.storeSet}, ${jobGroups.isScheduled}) in ${keys}`)
      .returning({ user: jobGroups.createdBy, told }),
  ] as const
}
