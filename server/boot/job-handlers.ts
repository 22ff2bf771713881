import type { Deps } from '#server/deps.ts'
import { exportJobHandler } from '#server/export/export-job.ts'
import type { JobHandlers } from '#server/jobs/handler.ts'

/** The handlers of all job types. */
export const createJobHandlers = (deps: Deps): JobHandlers => ({
  product_export: exportJobHandler(deps, 'product_export'),
  order_export: exportJobHandler(deps, 'order_export'),
})
