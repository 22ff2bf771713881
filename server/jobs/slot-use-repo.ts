import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobGroups, jobSlots } from '#drizzle/job-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { storeIdsIn } from '#server/jobs/groups-repo.ts'
import { ownersOf, type Aged, type SlotUse } from './slots.ts'

/** The maximum number of groups of several stores that slots are reserved for, first ones first. */
const maxReservations = 20

async function takenSlots(db: Db): Promise<SlotUse['taken']> {
  const taken = new Map<string, Set<string>>()
  for (const { name } of await db.select({ name: jobSlots.name }).from(jobSlots)) {
    const owner = name.slice(0, name.lastIndexOf(':'))
    taken.set(owner, (taken.get(owner) ?? new Set()).add(name))
  }
  return taken
}

async function reservedSlots(db: Db): Promise<SlotUse['reservedFor']> {
  const { createdBy, storeSet, isScheduled, jobId, since, isOfSeveral } = jobGroups
  const waiting = await db
    .select({ createdBy, storeSet, isScheduled, id: sql<string>`${jobId}`, createdAt: sql<Date>`${since}`.mapWith(since) })
    .from(jobGroups)
    .where(and(eq(isOfSeveral, true), isNotNull(since)))
    .orderBy(asc(isScheduled), asc(since), asc(jobId))
    .limit(maxReservations)
  const keptFor = new Map<string, Aged>()
  for (const head of waiting)
    for (const owner of ownersOf(head.createdBy, storeIdsIn(head.storeSet), head.isScheduled))
      if (!keptFor.has(owner)) keptFor.set(owner, head)
  return keptFor
}

/** The current use of the slots. */
export async function slotUse(db: Db): Promise<SlotUse> {
  const [taken, reservedFor] = await Promise.all([takenSlots(db), reservedSlots(db)])
  return { taken, reservedFor }
}

/** The names of stores, by their ids. */
export async function storeNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(inArray(stores.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
