import { and, eq } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { destinationNames } from '#drizzle/destination-tables.ts'

type ReservedName = { destinationId: string; jobId: string; name: string }

/** Makes a name the job's own among the deliveries under way. Returns false where another job has it. */
export async function reserveName(db: Db, reserved: ReservedName): Promise<boolean> {
  await db.insert(destinationNames).values(reserved).onConflictDoNothing()
  const { destinationId, name } = reserved
  const [row] = await db
    .select({ jobId: destinationNames.jobId })
    .from(destinationNames)
    .where(and(eq(destinationNames.destinationId, destinationId), eq(destinationNames.name, name)))
  return row?.jobId === reserved.jobId
}

/** Gives up the names of a job: its file has one, or will never have one. */
export async function releaseNames(db: Db, jobId: string) {
  await db.delete(destinationNames).where(eq(destinationNames.jobId, jobId))
}
