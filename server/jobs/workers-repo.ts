import { and, asc, count, eq, gte, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobGroups, jobs, jobWatch, workers } from '#drizzle/job-tables.ts'
import { heldStatuses } from '#server/jobs/row.ts'
import { schedules } from '#drizzle/schedule-tables.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import { limits } from '#shared/limits.ts'
import { thisProcess } from '#server/this-process.ts'

const aliveSince = (clock: SharedClock) => clock.after(-limits.jobs.leaseMs)

/** What a worker sees of the queue. Times are in milliseconds from now and may have passed. null: there is none. */
export type QueueView = {
  /** Whether any job waits. It may be blocked. */
  isWaiting: boolean
  /** The next retry. */
  dueInMs: number | null
  /** The first end of a lease. */
  leaseEndsInMs: number | null
  /** The end of the watch. */
  watchEndsInMs: number | null
  /** The next schedule to look at. */
  scheduleInMs: number | null
}

/** The columns of a view, each of which reads the first entry of an index or few rows. */
function seen(db: Db, clock: SharedClock) {
  const first = (column: typeof jobs.runAt | typeof jobs.leaseUntil, condition: SQL | undefined) => {
    const row = db
      .select({ column })
      .from(jobs)
      .where(and(condition, isNotNull(column)))
      .orderBy(asc(column))
      .limit(1)
    return sql<Date | null>`(${row})`.mapWith(jobs.runAt)
  }
  const waiting = db
    .select({ one: sql`1` })
    .from(jobGroups)
    // Both values, so that the index finds the first entry.
    .where(and(inArray(jobGroups.isScheduled, [false, true]), isNotNull(jobGroups.since)))
  const schedule = db
    .select({ at: schedules.lookAt })
    .from(schedules)
    .where(isNotNull(schedules.lookAt))
    .orderBy(asc(schedules.lookAt))
    .limit(1)
  const watch = db.select({ until: jobWatch.until }).from(jobWatch)
  return {
    now: clock.after(0).mapWith(jobs.runAt),
    isWaiting: sql<boolean>`exists ${waiting}`.mapWith(Boolean),
    due: first(jobs.runAt, eq(jobs.status, 'pending')),
    leaseEnd: first(jobs.leaseUntil, inArray(jobs.status, [...heldStatuses])),
    watchEnd: sql<Date | null>`(${watch})`.mapWith(jobs.runAt),
    schedule: sql<Date | null>`(${schedule})`.mapWith(jobs.runAt),
  }
}
type Seen = { now: Date; isWaiting: boolean; due: Date | null; leaseEnd: Date | null; watchEnd: Date | null; schedule: Date | null }

function viewOf([row]: readonly Seen[]): QueueView {
  if (!row) throw new Error('the database returned no row')
  const { now, isWaiting, due, leaseEnd, watchEnd, schedule } = row
  const inMs = (time: Date | null) => time && time.getTime() - now.getTime()
  return { isWaiting, dueInMs: inMs(due), leaseEndsInMs: inMs(leaseEnd), watchEndsInMs: inMs(watchEnd), scheduleInMs: inMs(schedule) }
}

export const viewQueue = async (db: Db, clock: SharedClock): Promise<QueueView> =>
  viewOf(await db.select(seen(db, clock)).from(sql`(select 1) as one`))

/** Records a heartbeat, and looks at the queue. */
export async function noteAlive(db: Db, id: string, clock: SharedClock): Promise<QueueView> {
  const seenAt = clock.after(0)
  return viewOf(
    await db
      .insert(workers)
      .values({ id, seenAt, ...thisProcess })
      .onConflictDoUpdate({ target: workers.id, set: { seenAt } })
      .returning(seen(db, clock)),
  )
}

/** Removes a worker that stops. */
export async function noteGone(db: Db, id: string) {
  await db.delete(workers).where(eq(workers.id, id))
  await db.delete(jobWatch).where(eq(jobWatch.worker, id))
}

/** Removes the workers whose last heartbeat is older than a lease. */
export const removeSilent = (db: Db, clock: SharedClock) => db.delete(workers).where(lt(workers.seenAt, aliveSince(clock)))

/** Whether any worker on any machine is alive. */
export async function isAnyAlive(db: Db, clock: SharedClock): Promise<boolean> {
  const [row] = await db
    .select({ alive: count() })
    .from(workers)
    .where(gte(workers.seenAt, aliveSince(clock)))
  return (row?.alive ?? 0) > 0
}

/** Takes the watch for this worker, or keeps it. Returns false where another worker has it. */
export async function takeWatch(db: Db, worker: string, clock: SharedClock, watchMs: number): Promise<boolean> {
  const until = clock.after(watchMs)
  const rows = await db
    .insert(jobWatch)
    .values({ name: 'jobs', worker, until })
    .onConflictDoUpdate({
      target: jobWatch.name,
      set: { worker, until },
      setWhere: sql`${or(eq(jobWatch.worker, worker), lt(jobWatch.until, clock.after(0)))}`,
    })
    .returning({ name: jobWatch.name })
  return rows.length > 0
}
