// The statements of people on schedules. Those of workers are in fire-repo.ts.
import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { schedules } from '#drizzle/schedule-tables.ts'
import { users } from '#drizzle/schema.ts'
import { told } from '#drizzle/told.ts'
import { forgetMemory } from '#server/schedules/memory-repo.ts'
import { ScheduleRow, type OwnedSchedule } from '#server/schedules/row.ts'
import { forgetRefusals } from '#server/schedules/runs-repo.ts'

async function read(db: Db, condition: SQL | undefined): Promise<OwnedSchedule[]> {
  const rows = await db
    .select({ schedule: schedules, name: users.name, email: users.email })
    .from(schedules)
    .leftJoin(users, eq(users.id, schedules.ownerId))
    .where(condition)
    .orderBy(asc(schedules.name), asc(schedules.id))
  return rows.map(({ schedule, name, email }) => ({ ...ScheduleRow.parse(schedule), ownerName: name, ownerEmail: email }))
}

/** All schedules, or those of one person, by name. */
export const listScheduleRows = (db: Db, ownerId: string | null): Promise<OwnedSchedule[]> =>
  read(db, ownerId === null ? undefined : eq(schedules.ownerId, ownerId))

export async function findSchedule(db: Db, id: string): Promise<OwnedSchedule | null> {
  const [found] = await read(db, eq(schedules.id, id))
  return found ?? null
}

export const countSchedules = (db: Db, ownerId: string): Promise<number> => db.$count(schedules, eq(schedules.ownerId, ownerId))

/**
 * Adds a schedule, and tells the workers, because a due time may be earlier than all others. Returns false, without it, where its owner has `most`
 * already.
 */
export async function insertSchedule({ batch }: Database, row: ScheduleRow, most: number): Promise<boolean> {
  const [, , removed] = await batch((db) => [
    // Only locks the owner, so that of several calls at once each counts what the others have added.
    db.update(users).set({ id: row.ownerId }).where(eq(users.id, row.ownerId)).returning({ id: users.id }),
    db.insert(schedules).values(row).returning({ id: schedules.id, told }),
    db
      .delete(schedules)
      .where(and(eq(schedules.id, row.id), gt(db.$count(schedules, eq(schedules.ownerId, row.ownerId)), most)))
      .returning({ id: schedules.id }),
  ])
  return removed.length === 0
}

type Change = Partial<Omit<ScheduleRow, 'id' | 'revision'>> & Pick<ScheduleRow, 'updatedAt'>

/**
 * Changes a schedule as it was read, and tells the workers. Returns false where it was changed or deleted meanwhile.
 * @param leavesOut whether it has one of its stores no longer: why its runs could not start can name that
 */
export async function updateSchedule(
  { batch }: Database,
  { id, revision }: ScheduleRow,
  change: Change,
  leavesOut: boolean,
): Promise<boolean> {
  const [rows] = await batch((db) => [
    db
      .update(schedules)
      .set({ ...change, revision: sql`${schedules.revision} + 1` })
      .where(and(eq(schedules.id, id), eq(schedules.revision, revision)))
      .returning({ id: schedules.id, told }),
    ...forgetMemory(db, id),
    ...(leavesOut ? [forgetRefusals(db, id, and(eq(schedules.revision, revision + 1), eq(schedules.updatedAt, change.updatedAt)))] : []),
  ])
  return rows.length > 0
}

/** Deletes a schedule with its runs. Its jobs stay. Returns false where it does not exist. */
export const deleteSchedule = (db: Db, id: string) => db.delete(schedules).where(eq(schedules.id, id)).returning({ id: schedules.id })
