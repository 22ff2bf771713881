import type { Viewer } from '#shared/access.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import type { Job } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import { productExport } from '#server/export/product-export.ts'
import { enqueue } from '#server/jobs/service.ts'
import { sheetsOf } from '#server/sheets/service.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** Makes a job of the export. Throws INVALID_INPUT for what the store's platform cannot filter by, SHEETS_OFF. */
export function startProductExport(deps: Deps, viewer: Viewer, store: StoreRow, request: ProductExportRequest): Promise<Job> {
  productExport(deps, store, request)
  if (request.config.sheetExport !== '') sheetsOf(deps)
  return enqueue(deps, viewer, { type: 'product_export', payload: request, storeIds: [store.id] })
}
