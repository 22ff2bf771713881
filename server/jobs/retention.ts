import type { Deps } from '#server/deps.ts'
import { expiredJobs, noteFilesRemoved } from '#server/jobs/repo.ts'

const dayMs = 24 * 3_600_000

/** Removes the files of jobs after the retention time. The jobs stay and record the removal. */
export async function removeExpiredFiles({ database, files, now }: Deps, keepDays: number) {
  for (const { id, attempts } of await expiredJobs(database.db, new Date(now() - keepDays * dayMs))) {
    // In this order, so that after a crash in between, the next round finds the job again.
    await files.remove({ key: id, attempt: attempts })
    await noteFilesRemoved(database.db, id, new Date(now()))
  }
}
