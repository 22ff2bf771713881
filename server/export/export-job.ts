import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed, openStores } from '#server/export/allowed.ts'
import { isReconnected } from '#server/export/reconnected.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import { tasks } from '#server/export/tasks.ts'
import { Reconnected, type JobHandler } from '#server/jobs/handler.ts'

/** Exports as jobs. */
export function exportJobHandler(deps: Deps, type: JobType): JobHandler {
  const taskOf = tasks[type]
  return {
    assertAllowed: ({ createdBy, payload, stores }) => assertAllowed(deps, createdBy, taskOf(payload), stores),
    async run(job, lease) {
      const task = taskOf(job.payload)
      const stores = await openStores(deps, task, job.stores)
      const plan = task.plan(deps, stores, { onWait: (reason) => lease.wait(reason) })
      try {
        return await runExport(deps, task.destination, plan, job, lease)
      } catch (error) {
        throw (await isReconnected(deps, stores, error)) ? new Reconnected() : error
      }
    },
    discard: (job) => discardRun(deps, taskOf(job.payload).destination, job),
  }
}
