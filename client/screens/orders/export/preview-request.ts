import type { z } from 'zod'
import { furtherOrderColumns, hasLineItems, orderColumn, orderColumns, type OrderColumn } from '#shared/order-columns.ts'
import type { ExportPreview } from '#shared/export.ts'
import { OrderPreviewRequest } from '#shared/order-export.ts'
import { dayMistake } from '#client/export/export-days.ts'
import { selectedWithin, wanted, type OrderExportDraft, type OrderExportScope } from './draft.ts'

/**
 * Every column that can be shown without asking anew: those of the line items make other rows. Further columns cost the shop more and are
 * asked for once they are chosen.
 */
function askedFor(chosen: readonly OrderColumn[]): OrderColumn[] {
  const usual = hasLineItems(chosen) ? orderColumns : orderColumns.filter((column) => orderColumn[column].category !== 'Line Items')
  return [...usual, ...furtherOrderColumns.filter((column) => chosen.includes(column))]
}

/** The call for the first rows; null where there is nothing to show. Choosing and moving columns does not change it. */
export function previewRequest(draft: OrderExportDraft, scope: OrderExportScope): z.input<typeof OrderPreviewRequest> | null {
  const isEmpty = draft.mode === 'selected' && selectedWithin(draft, scope).length === 0
  if (draft.storeIds.length === 0 || draft.columns.length === 0 || isEmpty) return null
  const request = { ...wanted(draft, scope), columns: askedFor(draft.columns), layout: draft.layout }
  return dayMistake(draft) === undefined && OrderPreviewRequest.safeParse(request).success ? request : null
}

/** The answer's rows, in the chosen columns and their order; empty where an older answer does not have the column. */
export function previewRows(chosen: readonly OrderColumn[], { header, rows }: ExportPreview): ExportPreview['rows'] {
  const indexes = chosen.map((column) => header.indexOf(orderColumn[column].label))
  return rows.map((row) => indexes.map((index) => row[index] ?? null))
}
