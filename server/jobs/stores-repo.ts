// The stores of jobs, and their shops when the job started to read them.
import { and, eq, exists, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { jobs, jobStores } from '#drizzle/job-tables.ts'
import { stores } from '#drizzle/schema.ts'

/** A column of a store as an SQL expression, null where the store does not exist. */
const ofStore = (id: string | SQLWrapper, column: typeof stores.platform) =>
  sql<string | null>`(select ${column} from ${stores} where ${stores.id} = ${id})`

const shopOf = (id: string | SQLWrapper) => ({ platform: ofStore(id, stores.platform), domain: ofStore(id, stores.domain) })

/** Adds a store to a new job. */
export const addStore = (db: Db, jobId: string, storeId: string) =>
  db
    .insert(jobStores)
    .values({ jobId, storeId, ...shopOf(storeId) })
    .returning({ id: jobStores.storeId })

/** Updates the shops of a job that starts over to the current shops of its stores. */
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
