import type { Deps } from '#server/deps.ts'
import { productExportKind } from '#server/export/product-job.ts'
import type { Kinds } from '#server/jobs/kind.ts'

/** What the workers can do. */
export const createKinds = (deps: Deps): Kinds => ({ product_export: productExportKind(deps) })
