import { ProductExportRequest } from '#shared/export.ts'
import type { JobType } from '#shared/jobs.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import type { Deps } from '#server/deps.ts'
import { assertAllowed, openStores } from '#server/export/allowed.ts'
import { orderTask } from '#server/export/order-task.ts'
import { productTask } from '#server/export/product-task.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { JobHandler } from '#server/jobs/handler.ts'

/** The payload of each job type. */
const tasks: Record<JobType, (payload: unknown) => ExportTask> = {
  product_export: (payload) => productTask(ProductExportRequest.parse(payload)),
  order_export: (payload) => orderTask(OrderExportRequest.parse(payload)),
}

/** Exports as jobs. */
export function exportJobHandler(deps: Deps, type: JobType): JobHandler {
  const taskOf = tasks[type]
  return {
    assertAllowed: ({ createdBy, payload, stores }) => assertAllowed(deps, createdBy, taskOf(payload), stores),
    async run(job, lease) {
      const task = taskOf(job.payload)
      const stores = await openStores(deps, task, job.stores)
      return runExport(
        deps,
        task.destination,
        task.plan(deps, stores, (reason) => lease.wait(reason)),
        job,
        lease,
      )
    },
    discard: (job) => discardRun(deps, taskOf(job.payload).destination, job),
  }
}
