import type { Deps } from '#server/deps.ts'
import { exportKind } from '#server/export/export-job.ts'
import type { Kinds } from '#server/jobs/kind.ts'

/** What the workers can do. */
export const createKinds = (deps: Deps): Kinds => ({
  product_export: exportKind(deps, 'product_export'),
  order_export: exportKind(deps, 'order_export'),
})
