import type { Deps } from '#server/deps.ts'
import type { ListedJob } from '#server/jobs/repo.ts'
import { readyStatuses } from '#server/jobs/row.ts'
import { isAnyAlive } from '#server/jobs/workers-repo.ts'
import { operationMessages } from '#shared/operation-messages.ts'

const ready = new Set<string>(readyStatuses)

type Attended = Pick<Deps, 'database' | 'now' | 'sharedClock'>

/** Whether any worker on any machine takes jobs. Throws where the database does not answer. */
export const isAttended = ({ database, sharedClock }: Attended): Promise<boolean> => isAnyAlive(database.db, sharedClock)

/** Adds the reason "no worker" to the jobs that could run. */
export async function sayIfUnattended(deps: Attended, jobs: readonly ListedJob[]): Promise<ListedJob[]> {
  const isDue = ({ status, runAt }: ListedJob) => ready.has(status) && runAt.getTime() <= deps.now()
  if (!jobs.some(isDue) || (await isAttended(deps))) return [...jobs]
  return jobs.map((job) => (isDue(job) ? { ...job, waitingFor: operationMessages.noWorker } : job))
}
