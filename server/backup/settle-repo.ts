// Changes to a restored database.
import { and, inArray, isNull, ne } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { catalogueHints, catalogueStores, nothingRead } from '#drizzle/catalogue-tables.ts'
import { jobGroups, jobs, jobSlots, jobWatch, workers } from '#drizzle/job-tables.ts'
import { sessions, verifications } from '#drizzle/schema.ts'
import { KeptFile, openStatuses } from '#server/jobs/row.ts'

export { renewInstallationId } from '#drizzle/installation-id.ts'

/** Ends all sessions and removes unused links and tickets, because they may have been ended or used after the backup. */
export async function signEverybodyOut(db: Db) {
  await db.delete(sessions)
  await db.delete(verifications)
}

/** Ends the open jobs. Returns their number. */
export async function endOpenJobs(db: Db, change: Partial<typeof jobs.$inferInsert>): Promise<number> {
  const ended = await db
    .update(jobs)
    .set({ ...change, worker: null, leaseUntil: null })
    .where(inArray(jobs.status, [...openStatuses]))
    .returning({ id: jobs.id })
  await db.delete(jobSlots)
  await db.delete(jobGroups)
  await db.delete(jobWatch)
  await db.delete(workers)
  return ended.length
}

/** Has every store's catalogue read anew, and its shop asked again to tell of changes, because the copy is not part of a backup. */
export async function forgetCatalogues(db: Db) {
  // Whether the shop was asked to tell since the backup is not known.
  const untold = { webhooks: 'uncertain', webhookProblem: null, webhooksAt: null, heardAt: null }
  await db.update(catalogueStores).set({
    ...nothingRead,
    dueAt: new Date(0),
    owner: null,
    leaseUntil: null,
    rebuildWantedAt: null,
    problem: null,
    failures: 0,
    ...untold,
  })
  await db.delete(catalogueHints)
}

/** The files that finished jobs still offer. */
export async function jobFileNames(db: Db): Promise<string[]> {
  const rows = await db
    .select({ files: jobs.files })
    .from(jobs)
    .where(and(ne(jobs.files, []), isNull(jobs.filesRemovedAt)))
  return rows.flatMap(({ files }) => KeptFile.array().parse(files)).map(({ id }) => id)
}
