// The waiting jobs of the bench.
import Sqlite from 'better-sqlite3'
import { isNotNull } from 'drizzle-orm'
import type { Database } from '#drizzle/database.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { fileOf } from '#drizzle/sqlite-connection.ts'
import { dialect } from '#drizzle/dialect.ts'
import { jobGroups, jobs, jobSlots, jobStores } from '#drizzle/job-tables.ts'
import { settleGroupsOf, storeSetOf } from '#server/jobs/groups-repo.ts'
import { noCounts } from '#shared/jobs.ts'

const users = 200
const stores = 50
const rowsAtOnce = 500

/** Who waits for what: many people and stores, or nearly all jobs one person's, of one store. */
export type Shape = 'many' | 'one'

/** The owner and the store of a job. With `one`, only every hundredth job is somebody else's. */
function ownersOf(shape: Shape, index: number): { user: number; store: number } {
  if (shape === 'one' && index % 100 > 0) return { user: 0, store: 0 }
  // All pairs, in an order that repeats no person and no store soon.
  return { user: (index * 7) % users, store: (index * 7 + Math.floor(index / users)) % stores }
}

/** Removes all jobs. */
export async function emptyQueue({ db }: Database) {
  await db.delete(jobSlots)
  await db.delete(jobs)
  await db.delete(jobGroups)
}

/** Does at once what each database does by itself some time after so many rows. */
async function tidy(url: string) {
  if (dialect === 'postgres') await withClient(url, (client) => client.query('vacuum (analyze) jobs, job_groups, job_stores, job_slots'))
  else new Sqlite(fileOf(url)).pragma('wal_checkpoint(truncate)')
}

/** Replaces all jobs by so many waiting ones. */
export async function fillQueue(url: string, database: Database, count: number, shape: Shape) {
  const { batch } = database
  await emptyQueue(database)
  const begun = Date.now()
  for (let first = 0; first < count; first += rowsAtOnce) {
    const numbers = Array.from({ length: Math.min(rowsAtOnce, count - first) }, (_, index) => first + index)
    const rows = numbers.map((index) => {
      const { user, store } = ownersOf(shape, index)
      const at = new Date(begun - count + index)
      return { id: crypto.randomUUID(), createdBy: `user-${user}`, storeId: `store-${store}`, createdAt: at, runAt: at }
    })
    const fresh = { type: 'product_export', status: 'waiting', payload: {}, progress: 0, counts: noCounts, files: [], isDirect: false }
    const untried = { attempts: 0, failures: 0, crashes: 0, needsClearing: false }
    await batch((one) => [
      one.insert(jobs).values(rows.map(({ storeId, ...row }) => ({ ...row, ...fresh, ...untried, storeSet: storeSetOf([storeId]) }))),
      one.insert(jobStores).values(rows.map(({ id, storeId }) => ({ jobId: id, storeId }))),
    ])
  }
  await batch((one) => [...settleGroupsOf(one, isNotNull(jobs.id))])
  await tidy(url)
}
