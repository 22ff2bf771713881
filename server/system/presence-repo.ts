import { eq, lt } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { webProcesses } from '#drizzle/job-tables.ts'
import { thisProcess } from '#server/this-process.ts'
import { limits } from '#shared/limits.ts'

/** Records a sign of life, and removes processes whose last one is older than a lease. */
export async function notePresent({ batch }: Database, id: string, now: number) {
  const seenAt = new Date(now)
  await batch((db) => [
    db
      .insert(webProcesses)
      .values({ id, seenAt, ...thisProcess })
      .onConflictDoUpdate({ target: webProcesses.id, set: { seenAt } })
      .returning({ id: webProcesses.id }),
    db
      .delete(webProcesses)
      .where(lt(webProcesses.seenAt, new Date(now - limits.jobs.leaseMs)))
      .returning({ id: webProcesses.id }),
  ])
}

/** Removes a process that stops. */
export async function noteAbsent(db: Db, id: string) {
  await db.delete(webProcesses).where(eq(webProcesses.id, id))
}
