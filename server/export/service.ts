import type { Viewer } from '#shared/access.ts'
import type { Job } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { withDestination } from '#server/export/delivery-request.ts'
import { summaryOf } from '#server/export/summary.ts'
import type { ExportTask } from '#server/export/task.ts'
import { enqueue, type JobRequest } from '#server/jobs/service.ts'
import { assertSheets } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

/**
 * The job that an export needs. Throws INVALID_INPUT for features that a store's platform lacks and for a destination that is gone, and SHEETS_OFF. `stores` has the order of the
 * task's stores.
 */
export async function jobRequestOf(deps: Deps, stores: readonly StoreRow[], asked: ExportTask): Promise<JobRequest> {
  const { task, delivery } = await withDestination(deps, asked)
  const { type, storeIds, destination } = task
  task.plan(deps, stores)
  if (destination.sheet) await assertSheets(deps)
  // The destination is looked up again when the job runs.
  return { type, payload: asked.payload, request: await summaryOf(deps, task), storeIds, delivery }
}

/** Creates a job for the export; see `enqueue` for `callId`. Throws the errors of `jobRequestOf` and TOO_MANY_REQUESTS. */
export async function startExport(
  deps: Deps,
  viewer: Viewer,
  stores: readonly StoreRow[],
  task: ExportTask,
  callId: string | null = null,
): Promise<Job> {
  return enqueue(deps, viewer, await jobRequestOf(deps, stores, task), callId)
}
