// The stores of jobs, and the shops that they pointed at when the job began to read them.
import { and, eq, exists, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { stores } from '#drizzle/schema.ts'

/** A column of a store, as part of another statement; null where there is no such store. */
const ofStore = (id: string | SQLWrapper, column: typeof stores.platform) =>
  sql<string | null>`(select ${column} from ${stores} where ${stores.id} = ${id})`

const shopOf = (id: string | SQLWrapper) => ({ platform: ofStore(id, stores.platform), domain: ofStore(id, stores.domain) })

/** Adds a store to a job that is being made. */
export const addStore = (db: Db, jobId: string, storeId: string) =>
  db
    .insert(jobStores)
    .values({ jobId, storeId, ...shopOf(storeId) })
    .returning({ id: jobStores.storeId })

/** Has a job that waits to begin from its start read the shops that its stores point at now. */
export function readStoresAnew(db: Db, jobId: string) {
  const begins = db
    .select({ one: sql`1` })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.status, 'waiting'), isNull(jobs.checkpoint)))
  return db
    .update(jobStores)
    .set(shopOf(sql`${jobStores.storeId}`))
    .where(and(eq(jobStores.jobId, jobId), exists(begins)))
    .returning({ id: jobStores.storeId })
}
