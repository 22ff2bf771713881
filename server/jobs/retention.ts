import type { Deps } from '#server/deps.ts'
import { expireFiles } from '#server/jobs/repo.ts'

const dayMs = 24 * 3_600_000

/** Removes the files of jobs that ended longer ago than files are kept; the jobs stay and say so. */
export async function removeExpiredFiles({ database, files, now }: Deps, keepDays: number) {
  const expired = await expireFiles(database.db, new Date(now() - keepDays * dayMs), new Date(now()))
  for (const { id, attempts } of expired) await files.remove({ key: id, attempt: attempts })
}
