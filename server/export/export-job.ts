import { can } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { ProductExportRequest } from '#shared/export.ts'
import { jobPolicies, type JobType } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { findPerson } from '#server/auth/viewer.ts'
import type { Deps } from '#server/deps.ts'
import { orderTask } from '#server/export/order-task.ts'
import { productTask } from '#server/export/product-task.ts'
import { discardRun, runExport } from '#server/export/run.ts'
import type { ExportTask } from '#server/export/task.ts'
import type { Kind } from '#server/jobs/kind.ts'
import { findStore, type StoreRow } from '#server/stores/service.ts'

/** The task that a job of each type keeps as its payload. */
const tasks: Record<JobType, (payload: unknown) => ExportTask> = {
  product_export: (payload) => productTask(ProductExportRequest.parse(payload)),
  order_export: (payload) => orderTask(OrderExportRequest.parse(payload)),
}

/** Throws NOT_FOUND, STORE_INACTIVE. */
async function openStore(deps: Deps, storeId: string): Promise<StoreRow> {
  const store = await findStore(deps, storeId)
  if (!store) throw new AppError('NOT_FOUND', messages.jobs.storeGone)
  if (!store.active) throw new AppError('STORE_INACTIVE', messages.jobs.storeInactive(store.name))
  return store
}

/** Why a person may not have this exported (any more), as a sentence; `null` where they may. */
export async function obstacleTo(deps: Deps, personId: string, { type, storeIds }: ExportTask): Promise<string | null> {
  const person = await findPerson(deps, personId)
  return person && storeIds.every((storeId) => can(person, jobPolicies[type], storeId)) ? null : messages.jobs.rightLost
}

/** Exports as jobs. */
export function exportKind(deps: Deps, type: JobType): Kind {
  const taskOf = tasks[type]
  return {
    obstacle: ({ createdBy, payload }) => obstacleTo(deps, createdBy, taskOf(payload)),
    async run(job, hold) {
      const task = taskOf(job.payload)
      const stores = await Promise.all(task.storeIds.map((storeId) => openStore(deps, storeId)))
      return runExport(
        deps,
        task.destination,
        task.plan(deps, stores, (reason) => hold.wait(reason)),
        job,
        hold,
      )
    },
    discard: (job) => discardRun(deps, taskOf(job.payload).destination, job),
  }
}
