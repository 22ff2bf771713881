import { count, eq, gte, lt } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { workers } from '#drizzle/job-tables.ts'
import { limits } from '#shared/limits.ts'
import { thisProcess } from '#server/this-process.ts'

const aliveSince = (now: number) => new Date(now - limits.jobs.leaseMs)

/** Records a heartbeat and removes workers whose last one is older than a lease. */
export async function noteAlive({ batch }: Database, id: string, now: number) {
  const seenAt = new Date(now)
  await batch((db) => [
    db
      .insert(workers)
      .values({ id, seenAt, ...thisProcess })
      .onConflictDoUpdate({ target: workers.id, set: { seenAt } })
      .returning({ id: workers.id }),
    db
      .delete(workers)
      .where(lt(workers.seenAt, aliveSince(now)))
      .returning({ id: workers.id }),
  ])
}

/** Removes a worker that stops. */
export async function noteGone(db: Db, id: string) {
  await db.delete(workers).where(eq(workers.id, id))
}

/** Whether any worker on any machine is alive. */
export async function isAnyAlive(db: Db, now: number): Promise<boolean> {
  const [row] = await db
    .select({ alive: count() })
    .from(workers)
    .where(gte(workers.seenAt, aliveSince(now)))
  return (row?.alive ?? 0) > 0
}
