import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed, openStores } from '#server/export/allowed.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import { tasks } from '#server/export/tasks.ts'
import type { JobHandler } from '#server/jobs/handler.ts'

/** Exports as jobs. */
export function exportJobHandler(deps: Deps, type: JobType): JobHandler {
  const taskOf = tasks[type]
  return {
    assertAllowed: ({ createdBy, payload, stores }) => assertAllowed(deps, createdBy, taskOf(payload), stores),
    async run(job, lease) {
      const task = taskOf(job.payload)
      const stores = await openStores(deps, task, job.stores)
      return runExport(deps, task.destination, task.plan(deps, stores, { onWait: (reason) => lease.wait(reason) }), job, lease)
    },
    discard: (job) => discardRun(deps, taskOf(job.payload).destination, job),
  }
}
