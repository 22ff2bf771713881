import type { Deps } from '#server/deps.ts'
import type { SeenJob } from '#server/jobs/repo.ts'
import { readyStatuses } from '#server/jobs/row.ts'
import { isAnyAlive } from '#server/jobs/workers-repo.ts'
import { operationMessages } from '#shared/operation-messages.ts'

const ready = new Set<string>(readyStatuses)

/** The jobs, of which those that a worker could take say where there is none to take them. */
export async function sayIfUnattended({ database, now }: Deps, jobs: readonly SeenJob[]): Promise<SeenJob[]> {
  const isDue = ({ status, runAt }: SeenJob) => ready.has(status) && runAt.getTime() <= now()
  if (!jobs.some(isDue) || (await isAnyAlive(database.db, now()))) return [...jobs]
  return jobs.map((job) => (isDue(job) ? { ...job, waitingFor: operationMessages.noWorker } : job))
}
