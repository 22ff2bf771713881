import { and, desc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import { backupRuns } from '#drizzle/backup-tables.ts'
import type { Db } from '#drizzle/database.ts'

/** A process's claim of the backup of a scheduled time. */
export type RunClaim = { due: Date; claim: string }

const owned = ({ due, claim }: RunClaim) => and(eq(backupRuns.due, due), eq(backupRuns.claim, claim), isNull(backupRuns.finishedAt))

/** Claims the backup of a scheduled time. Returns false where it is complete, or another process has it. */
export async function claimRun(db: Db, { due, claim }: RunClaim, now: Date, leaseUntil: Date): Promise<boolean> {
  const run = { claim, leaseUntil, startedAt: now }
  const added = await db
    .insert(backupRuns)
    .values({ due, ...run })
    .onConflictDoNothing()
    .returning({ due: backupRuns.due })
  if (added.length > 0) return true
  const taken = await db
    .update(backupRuns)
    .set(run)
    .where(and(eq(backupRuns.due, due), isNull(backupRuns.finishedAt), lte(backupRuns.leaseUntil, now)))
    .returning({ due: backupRuns.due })
  return taken.length > 0
}

/** Renews or ends a claim. Returns false where it was lost. */
export async function updateRun(db: Db, claim: RunClaim, change: Partial<typeof backupRuns.$inferInsert>): Promise<boolean> {
  const rows = await db.update(backupRuns).set(change).where(owned(claim)).returning({ due: backupRuns.due })
  return rows.length > 0
}

/** Removes the records of complete backups, but that of the newest. */
export async function removeOldRuns(db: Db, before: Date) {
  const [newest] = await db
    .select({ due: backupRuns.due })
    .from(backupRuns)
    .where(isNotNull(backupRuns.finishedAt))
    .orderBy(desc(backupRuns.due))
    .limit(1)
  if (newest)
    await db
      .delete(backupRuns)
      .where(and(lt(backupRuns.due, before), lt(backupRuns.due, newest.due)))
      .returning({ due: backupRuns.due })
}
