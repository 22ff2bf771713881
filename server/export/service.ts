import type { Viewer } from '#shared/access.ts'
import type { Job } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { summaryOf } from '#server/export/summary.ts'
import type { ExportTask } from '#server/export/task.ts'
import { enqueue } from '#server/jobs/service.ts'
import { assertSheets } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** Creates a job for the export; see `enqueue` for `callId`. Throws INVALID_INPUT for features that a store's platform lacks, and SHEETS_OFF. */
export async function startExport(
  deps: Deps,
  viewer: Viewer,
  stores: readonly StoreRow[],
  task: ExportTask,
  callId: string | null = null,
): Promise<Job> {
  const { type, payload, storeIds, destination } = task
  task.plan(deps, stores)
  if (destination.sheet) await assertSheets(deps)
  return enqueue(deps, viewer, { type, payload, request: await summaryOf(deps, task), storeIds }, callId)
}
