import type { Deps } from '#server/deps.ts'
import { markCleared } from '#server/jobs/queue-repo.ts'
import type { JobRow } from '#server/jobs/row.ts'

/** Records that the output of a failed job was removed. @param left what people have to know about what stays. null: nothing */
export async function cleared({ database, log }: Pick<Deps, 'database' | 'log'>, job: JobRow, left: string | null): Promise<void> {
  if (left !== null) log.warn({ job: job.id, left }, 'a failed job left something that people have to look at')
  await markCleared(database.db, job, left)
}
