// The statements on what schedules have delivered; see drizzle/schedule-tables.ts.
import { and, asc, eq, exists, gt, inArray, ne, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db } from '#drizzle/database.ts'
import { jobs } from '#drizzle/job-tables.ts'
import { scheduleItems, scheduleMemories, schedules } from '#drizzle/schedule-tables.ts'

/** The job's id of what was delivered. */
const delivered = ''
/** The job's id of what runs have written into a team's sheet, and may not have been delivered: the sheet shows it although its run fails. */
const written = 'written'

export const MemoryRow = z.object({
  scheduleId: z.string(),
  jobId: z.string(),
  request: z.string(),
  readFrom: z.date(),
  since: z.date().nullable(),
  includeDeleted: z.boolean(),
})
export type MemoryRow = z.infer<typeof MemoryRow>
/** A run of a schedule. */
export type MemoryKey = Pick<MemoryRow, 'scheduleId' | 'jobId'>

export const NamedCells = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
const ItemRow = z.object({ itemId: z.string(), named: NamedCells.nullable() })
/** An item that was delivered, with the cells that name it. */
export type DeliveredItem = z.infer<typeof ItemRow>
export type NotedItem = { itemId: string; digest: string; named: z.infer<typeof NamedCells> | null }

const isMemory = ({ scheduleId, jobId }: MemoryKey) => and(eq(scheduleMemories.scheduleId, scheduleId), eq(scheduleMemories.jobId, jobId))
const isItemOf = ({ scheduleId, jobId }: MemoryKey, storeId?: string) =>
  and(
    eq(scheduleItems.scheduleId, scheduleId),
    eq(scheduleItems.jobId, jobId),
    storeId === undefined ? undefined : eq(scheduleItems.storeId, storeId),
  )

/** The memory of a run, or of what was delivered. null: there is none, or another run has begun. */
export async function findMemory(db: Db, scheduleId: string, jobId = delivered): Promise<MemoryRow | null> {
  const [found] = await db.select().from(scheduleMemories).where(isMemory({ scheduleId, jobId }))
  return found ? MemoryRow.parse(found) : null
}

/** Whether a run that was not delivered may have written anything into a team's sheet. */
export async function hasWritten(db: Db, scheduleId: string): Promise<boolean> {
  return (await db.$count(scheduleItems, isItemOf({ scheduleId, jobId: written }))) > 0
}

/** Notes that a run is about to write its items into a team's sheet. */
export async function noteWritten(db: Db, key: MemoryKey) {
  await db
    .insert(scheduleItems)
    .select(
      db
        .select({
          scheduleId: scheduleItems.scheduleId,
          storeId: scheduleItems.storeId,
          jobId: sql<string>`${written}`.as('job_id'),
          itemId: scheduleItems.itemId,
          digest: sql<string>`''`.as('digest'),
          named: scheduleItems.named,
          isDeleted: scheduleItems.isDeleted,
        })
        .from(scheduleItems)
        .where(and(isItemOf(key), eq(scheduleItems.isDeleted, false))),
    )
    .onConflictDoNothing()
}

/** Begins the memory of a run. Those of other runs that have not ended are over: what they read is older. */
export async function beginMemory({ batch }: Database, row: MemoryRow) {
  const { scheduleId } = row
  await batch((db) => [
    db
      .delete(scheduleItems)
      .where(and(eq(scheduleItems.scheduleId, scheduleId), notInArray(scheduleItems.jobId, [delivered, written])))
      .returning({ id: scheduleItems.itemId }),
    db
      .delete(scheduleMemories)
      .where(and(eq(scheduleMemories.scheduleId, scheduleId), ne(scheduleMemories.jobId, delivered)))
      .returning({ id: scheduleMemories.jobId }),
    db.insert(scheduleMemories).values(row).returning({ id: scheduleMemories.jobId }),
  ])
}

/** The hashes of the delivered rows of these items, by item. */
export async function deliveredDigests(db: Db, scheduleId: string, storeId: string, itemIds: readonly string[]) {
  const rows = await db
    .select({ itemId: scheduleItems.itemId, digest: scheduleItems.digest })
    .from(scheduleItems)
    .where(and(isItemOf({ scheduleId, jobId: delivered }, storeId), inArray(scheduleItems.itemId, [...itemIds])))
  return new Map(rows.map(({ itemId, digest }) => [itemId, digest]))
}

/** Notes items that a run is about to deliver, or to deliver as deleted. */
export async function noteItems(
  db: Db,
  { scheduleId, jobId }: MemoryKey,
  storeId: string,
  items: readonly NotedItem[],
  isDeleted: boolean,
) {
  if (items.length === 0) return
  await db
    .insert(scheduleItems)
    .values(items.map((item) => ({ ...item, scheduleId, jobId, storeId, isDeleted })))
    .onConflictDoUpdate({
      target: [scheduleItems.scheduleId, scheduleItems.storeId, scheduleItems.jobId, scheduleItems.itemId],
      set: { digest: sql`excluded.digest`, named: sql`excluded.named`, isDeleted },
    })
    .returning({ id: scheduleItems.itemId })
}

/** Forgets the items that a run has noted after another one of a store. null: all of them. */
export async function forgetItems(db: Db, key: MemoryKey, storeId: string, isDeleted: boolean, after: string | null) {
  await db
    .delete(scheduleItems)
    .where(
      and(isItemOf(key, storeId), eq(scheduleItems.isDeleted, isDeleted), after === null ? undefined : gt(scheduleItems.itemId, after)),
    )
    .returning({ id: scheduleItems.itemId })
}

/** The next items of a store, by id, that were delivered or written and that a run has not met. A run that reads everything meets what was delivered. */
export async function unmetItems(
  db: Db,
  { scheduleId, jobId, since }: Pick<MemoryRow, 'scheduleId' | 'jobId' | 'since'>,
  storeId: string,
  after: string | null,
  most: number,
): Promise<DeliveredItem[]> {
  const met = db
    .select({ id: scheduleItems.itemId })
    .from(scheduleItems)
    .where(and(isItemOf({ scheduleId, jobId }, storeId), eq(scheduleItems.isDeleted, false)))
  const known = db
    .select({ id: scheduleItems.itemId })
    .from(scheduleItems)
    .where(isItemOf({ scheduleId, jobId: delivered }, storeId))
  const isWritten = isItemOf({ scheduleId, jobId: written }, storeId)
  const isEither = or(isItemOf({ scheduleId, jobId: delivered }, storeId), and(isWritten, notInArray(scheduleItems.itemId, known)))
  const rows = await db
    .select({ itemId: scheduleItems.itemId, named: scheduleItems.named })
    .from(scheduleItems)
    .where(
      and(
        since === null ? isWritten : isEither,
        after === null ? undefined : gt(scheduleItems.itemId, after),
        notInArray(scheduleItems.itemId, met),
      ),
    )
    .orderBy(asc(scheduleItems.itemId))
    .limit(most)
  return ItemRow.array().parse(rows)
}

/**
 * Makes the memory of a run the delivered one, with the end of its job. The statements change nothing unless the job is completed and no
 * other run has begun.
 */
export function deliverMemory(db: Db, { since, includeDeleted, scheduleId, jobId }: MemoryRow) {
  const key = { scheduleId, jobId }
  const isDone = exists(
    db
      .select({ one: sql`1` })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'completed'))),
  )
  const isStill = and(
    isDone,
    exists(
      db
        .select({ one: sql`1` })
        .from(scheduleMemories)
        .where(isMemory(key)),
    ),
  )
  const met = db.select({ store: scheduleItems.storeId, id: scheduleItems.itemId }).from(scheduleItems).where(isItemOf(key))
  const isAmong = (those: typeof met) => sql`(${scheduleItems.storeId}, ${scheduleItems.itemId}) in ${those}`
  // A run that read everything knows everything, and without deleted items only what the next overlap can meet counts: this run met it.
  const isReplaced: SQL | undefined = since !== null && includeDeleted ? isAmong(met) : undefined
  const ofWritten = isItemOf({ scheduleId, jobId: written })
  const left = db
    .select({ store: scheduleItems.storeId, id: scheduleItems.itemId })
    .from(scheduleItems)
    .where(isItemOf({ scheduleId, jobId: delivered }))
  return [
    db
      .delete(scheduleItems)
      .where(and(isItemOf({ scheduleId, jobId: delivered }), isStill, isReplaced))
      .returning({ id: scheduleItems.itemId }),
    db
      .delete(scheduleItems)
      .where(and(ofWritten, isStill, or(isAmong(met), isAmong(left))))
      .returning({ id: scheduleItems.itemId }),
    db
      .delete(scheduleItems)
      .where(and(isItemOf(key), eq(scheduleItems.isDeleted, true), isStill))
      .returning({ id: scheduleItems.itemId }),
    db
      .update(scheduleItems)
      .set({ jobId: delivered })
      .where(and(isItemOf(key), isStill))
      .returning({ id: scheduleItems.itemId }),
    // The shop still has them, and this run did not meet them.
    db.update(scheduleItems).set({ jobId: delivered }).where(and(ofWritten, isStill)).returning({ id: scheduleItems.itemId }),
    db
      .delete(scheduleMemories)
      .where(and(isMemory({ scheduleId, jobId: delivered }), isStill))
      .returning({ id: scheduleMemories.jobId }),
    db
      .update(scheduleMemories)
      .set({ jobId: delivered })
      .where(and(isMemory(key), isStill))
      .returning({ id: scheduleMemories.jobId }),
  ]
}

/** Forgets what a schedule has delivered, where it delivers everything now: its runs leave no memory. */
export function forgetMemory(db: Db, scheduleId: string) {
  const deliversAll = exists(
    db
      .select({ one: sql`1` })
      .from(schedules)
      .where(and(eq(schedules.id, scheduleId), eq(schedules.delivers, 'all'))),
  )
  return [
    db
      .delete(scheduleItems)
      .where(and(eq(scheduleItems.scheduleId, scheduleId), deliversAll))
      .returning({ id: scheduleItems.itemId }),
    db
      .delete(scheduleMemories)
      .where(and(eq(scheduleMemories.scheduleId, scheduleId), deliversAll))
      .returning({ id: scheduleMemories.jobId }),
  ]
}
