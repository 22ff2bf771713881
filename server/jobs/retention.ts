import type { Deps } from '#server/deps.ts'
import { dropCheckpoint, expiredJobs, noteFilesRemoved } from '#server/jobs/repo.ts'

const dayMs = 24 * 3_600_000

/** So many failures one after the other are not of single files: the storage is away. */
const failuresInARow = 5

/**
 * Removes the files of jobs after the retention time. The jobs stay and record the removal. One that is retried meanwhile keeps its files. Those that
 * cannot be removed hold up no others, and are tried again by the next round. Throws what went wrong with them at the end.
 */
export async function removeExpiredFiles({ database, files, now }: Deps, keepDays: number) {
  const { db } = database
  const before = new Date(now() - keepDays * dayMs)
  const failures: unknown[] = []
  let inARow = 0
  for (const job of await expiredJobs(db, before)) {
    if (inARow === failuresInARow) break
    try {
      if (!(await dropCheckpoint(db, job, before))) continue
      // In this order, so that after a crash in between, the next round finds the job again.
      await files.remove({ key: job.id, attempt: job.attempts })
      await noteFilesRemoved(db, job, before, new Date(now()))
      inARow = 0
    } catch (error) {
      failures.push(error)
      inARow += 1
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'files of jobs could not be removed')
}
