import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed, openStores } from '#server/export/allowed.ts'
import { isReconnected } from '#server/export/reconnected.ts'
import { discardDelivered, runDelivered } from '#server/export/delivery.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import { tasks } from '#server/export/tasks.ts'
import type { ExportTask } from '#server/export/task.ts'
import { Reconnected, type JobHandler, type JobLease, type JobOutcome } from '#server/jobs/handler.ts'
import type { TakenJob } from '#server/jobs/row.ts'

async function writeExport(deps: Deps, task: ExportTask, job: TakenJob, lease: JobLease): Promise<JobOutcome> {
  const stores = await openStores(deps, task, job.stores)
  const plan = task.plan(deps, stores, { onWait: (reason) => lease.wait(reason) })
  try {
    return await runExport(deps, task.destination, plan, job, lease)
  } catch (error) {
    throw (await isReconnected(deps, stores, error)) ? new Reconnected() : error
  }
}

/** Exports as jobs. */
export function exportJobHandler(deps: Deps, type: JobType): JobHandler {
  const taskOf = tasks[type]
  return {
    assertAllowed: ({ createdBy, payload, stores }) => assertAllowed(deps, createdBy, taskOf(payload), stores),
    async run(job, lease) {
      const task = taskOf(job.payload)
      const write = () => writeExport(deps, task, job, lease)
      return task.delivery === null ? write() : runDelivered(deps, task, task.delivery, { job, lease, write })
    },
    async discard(job) {
      await discardDelivered(deps, job)
      await discardRun(deps, taskOf(job.payload).destination, job)
    },
  }
}
