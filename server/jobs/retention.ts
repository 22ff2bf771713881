import type { Deps } from '#server/deps.ts'
import { dropCheckpoint, expiredJobs, noteFilesRemoved } from '#server/jobs/repo.ts'

const dayMs = 24 * 3_600_000

/** Removes the files of jobs after the retention time. The jobs stay and record the removal. One that is retried meanwhile keeps its files. */
export async function removeExpiredFiles({ database, files, now }: Deps, keepDays: number) {
  const { db } = database
  const before = new Date(now() - keepDays * dayMs)
  for (const job of await expiredJobs(db, before)) {
    if (!(await dropCheckpoint(db, job, before))) continue
    // In this order, so that after a crash in between, the next round finds the job again.
    await files.remove({ key: job.id, attempt: job.attempts })
    await noteFilesRemoved(db, job, before, new Date(now()))
  }
}
