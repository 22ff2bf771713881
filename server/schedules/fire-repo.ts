// The statements that make runs. A run, its job and the move of the due time are one transaction.
import { and, asc, eq, exists, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { isDeadlock, translated, UniqueViolation } from '#drizzle/errors.ts'
import { scheduleRuns, schedules } from '#drizzle/schedule-tables.ts'
import type { SharedClock } from '#drizzle/shared-clock.ts'
import type { NewJob } from '#server/jobs/new-job.ts'
import { enqueueAlong } from '#server/jobs/service.ts'
import { ScheduleRow, type RunRow } from '#server/schedules/row.ts'

/** A schedule whose time has come, and the time by the shared clock. */
export type DueSchedule = { schedule: ScheduleRow & { nextDue: Date }; now: Date }

/** The schedules that a worker has to look at, longest due first. */
export async function dueSchedules(db: Db, clock: SharedClock, most: number): Promise<DueSchedule[]> {
  const rows = await db
    .select({ schedule: schedules, now: clock.after(0).mapWith(schedules.createdAt) })
    .from(schedules)
    .where(lte(schedules.lookAt, clock.after(0)))
    .orderBy(asc(schedules.lookAt), asc(schedules.id))
    .limit(most)
  return rows.flatMap(({ schedule, now }) => {
    const { nextDue, ...rest } = ScheduleRow.parse(schedule)
    return nextDue ? { schedule: { ...rest, nextDue }, now } : []
  })
}

const isAsRead = ({ id, revision, nextDue }: ScheduleRow) =>
  and(eq(schedules.id, id), eq(schedules.revision, revision), nextDue ? eq(schedules.nextDue, nextDue) : isNull(schedules.nextDue))

/** The state of a schedule after a run. */
export type Moved = { nextDue: Date; lookAt: Date } | { nextDue: null; lookAt: null; state: 'paused'; pausedReason: string }

/** The statements that add a run and move its schedule, unless the schedule is in another state than the given one by then. */
function runStatements(db: Db, schedule: ScheduleRow, change: Partial<ScheduleRow>, run: RunRow) {
  const asRead = db
    .select({ one: sql`1` })
    .from(schedules)
    .where(isAsRead(schedule))
  return [
    // Only locks the schedule, so that people and other workers change it before or after all of this.
    db.update(schedules).set({ revision: schedule.revision }).where(isAsRead(schedule)).returning({ id: schedules.id }),
    db.insert(scheduleRuns).values(run).returning({ id: scheduleRuns.id }),
    // Before the schedule moves: afterwards it would look like one that another caller has moved in the same way.
    db
      .delete(scheduleRuns)
      .where(and(eq(scheduleRuns.id, run.id), notExists(asRead)))
      .returning({ id: scheduleRuns.id }),
    db.update(schedules).set(change).where(isAsRead(schedule)).returning({ id: schedules.id }),
  ] as const
}

/** Returns false, without a change, where the schedule was changed meanwhile. */
async function addRun(database: Database, schedule: ScheduleRow, change: Partial<ScheduleRow>, run: RunRow, job: NewJob | null) {
  const statements = (db: Db) => runStatements(db, schedule, change, run)
  const hasRun = (db: Db) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(scheduleRuns)
        .where(eq(scheduleRuns.id, run.id)),
    )
  const [moved] = job ? await enqueueAlong(database, job, run.startedAt, statements, hasRun) : await database.batch(statements)
  return moved.length > 0
}

/**
 * Moves a due schedule on, and adds the run of the due instant with its job. Returns false, without a run, where another worker has made
 * this run, or the schedule was changed meanwhile.
 */
export async function fire(database: Database, schedule: ScheduleRow, moved: Moved, run: RunRow, job: NewJob | null): Promise<boolean> {
  try {
    return await addRun(database, schedule, moved, run, job)
  } catch (error) {
    if (isDeadlock(error)) return false
    if (!(translated(error) instanceof UniqueViolation)) throw error
    // Another worker was first, and then this changes nothing. Or somebody with a slow clock set the due time to an instant that has run.
    await database.db.update(schedules).set(moved).where(isAsRead(schedule)).returning({ id: schedules.id })
    return false
  }
}

/** Adds a run that somebody asked for. The due time stays. Returns false where the schedule was changed meanwhile. */
export const addAskedRun = (database: Database, schedule: ScheduleRow, run: RunRow, job: NewJob): Promise<boolean> =>
  addRun(database, schedule, { revision: schedule.revision + 1 }, run, job)

/** Looks at a due schedule again later. */
export async function lookLater(db: Db, schedule: ScheduleRow, lookAt: Date) {
  await db.update(schedules).set({ lookAt }).where(isAsRead(schedule)).returning({ id: schedules.id })
}
