import type { z } from 'zod'
import type { ExportMode } from '#client/export/mode-field.tsx'
import { AppError } from '#shared/errors.ts'
import { boundedInteger, ProductExportRequest } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import type { ProductFilters } from '#shared/products.ts'

/** What the export dialog holds; its numbers as they are typed. */
export type ExportDraft = { mode: ExportMode; maxItems: string; rowsPerProduct: string; fields: readonly ProductField[] }

/** What the dialog was opened over. */
export type ExportScope = { storeId: string; filters: ProductFilters; selectedIds: readonly string[] }

export const newDraft = (selectedCount: number): ExportDraft => ({
  mode: selectedCount > 0 ? 'selected' : 'all',
  maxItems: String(limits.maxItems.default),
  rowsPerProduct: String(limits.rowsPerProduct.default),
  fields: productFields,
})

/** Whether there is anything to write. */
export const isReady = ({ mode, fields }: ExportDraft, { selectedIds }: ExportScope): boolean =>
  fields.length > 0 && (mode === 'all' || selectedIds.length > 0)

type Sent = z.input<typeof ProductExportRequest>

/** The call that the draft makes. Throws the first thing that the draft lacks, in a sentence. */
export function exportRequest(draft: ExportDraft, { storeId, filters, selectedIds }: ExportScope): Sent {
  const request: Sent = {
    storeId,
    config: {
      exportFormat: 'csv',
      sheetExport: '',
      fields: [...draft.fields],
      maxItemsPerFile: boundedInteger(draft.maxItems, limits.maxItems),
      rowsPerProduct: boundedInteger(draft.rowsPerProduct, limits.rowsPerProduct),
      filter: draft.mode === 'all' ? filters : {},
    },
    ...(draft.mode === 'selected' && { productIds: [...selectedIds] }),
  }
  const { error } = ProductExportRequest.safeParse(request)
  if (error) throw new AppError('INVALID_INPUT', error.issues[0]?.message)
  return request
}
