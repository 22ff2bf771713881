import { and, asc, count, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobSlots, jobStores } from '#drizzle/job-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { ownersOf, type Aged, type SlotUse } from './slots.ts'
import { readyStatuses } from '#server/jobs/row.ts'

/** The maximum number of jobs of several stores that slots are reserved for, oldest first. */
const maxReservations = 20

/** Jobs that a worker may take now. */
export const isReadyToRun = (now: Date) => and(inArray(jobs.status, [...readyStatuses]), lte(jobs.runAt, now), eq(jobs.isDirect, false))

async function takenSlots(db: Db): Promise<SlotUse['taken']> {
  const taken = new Map<string, Set<string>>()
  for (const { name } of await db.select({ name: jobSlots.name }).from(jobSlots)) {
    const owner = name.slice(0, name.lastIndexOf(':'))
    taken.set(owner, (taken.get(owner) ?? new Set()).add(name))
  }
  return taken
}

async function reservedSlots(db: Db, now: Date): Promise<SlotUse['reservedFor']> {
  const waiting = await db
    .select({ id: jobs.id, user: jobs.createdBy, createdAt: jobs.createdAt })
    .from(jobs)
    .innerJoin(jobStores, eq(jobStores.jobId, jobs.id))
    .where(isReadyToRun(now))
    .groupBy(jobs.id, jobs.createdBy, jobs.createdAt)
    .having(gt(count(), 1))
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(maxReservations)
  const ids = waiting.map(({ id }) => id)
  const read = ids.length > 0 ? await db.select().from(jobStores).where(inArray(jobStores.jobId, ids)) : []
  const keptFor = new Map<string, Aged>()
  for (const { user, ...job } of waiting) {
    const storeIds = read.flatMap(({ jobId, storeId }) => (jobId === job.id ? storeId : []))
    for (const owner of ownersOf(user, storeIds)) if (!keptFor.has(owner)) keptFor.set(owner, job)
  }
  return keptFor
}

/** The current use of the slots. */
export async function slotUse(db: Db, now: Date): Promise<SlotUse> {
  const [taken, keptFor] = await Promise.all([takenSlots(db), reservedSlots(db, now)])
  return { taken, reservedFor: keptFor }
}

/** The names of stores, by their ids. */
export async function storeNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: stores.id, name: stores.name })
    .from(stores)
    .where(inArray(stores.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
