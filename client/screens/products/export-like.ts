import { allFields } from '#client/export/template-list.tsx'
import { daysOf, withoutDays } from '#client/export/export-days.ts'
import { deliveryLike } from '#client/export/delivery.ts'
import { filterWords } from '#client/format/filter-words.ts'
import { ProductExportRequest } from '#shared/export.ts'
import type { JobRequestResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import type { ProductExportDraft, ProductExportScope } from './export-request.ts'

/** The dialog's state for the request of an earlier export, with which the request is the same again. */
export function productExportLike({ request, inBackground }: JobRequestResponse): { draft: ProductExportDraft; scope: ProductExportScope } {
  const parsed = ProductExportRequest.parse(request)
  const { storeId, config, productIds, csv, format } = parsed
  const { fields, headers, filter, maxItemsPerFile, rowsPerProduct, sheetExport } = config
  const choice = messages.jobs.choiceOf(filterWords('product_export', withoutDays(filter)))
  return {
    scope: { storeId, filters: filter, selectedIds: productIds ?? [], earlier: { choice } },
    draft: {
      mode: productIds ? 'selected' : 'all',
      days: daysOf(filter),
      maxItems: String(maxItemsPerFile),
      rowsPerProduct: String(rowsPerProduct),
      fields,
      headers,
      template: fields.join() === productFields.join() && headers === 'fields' ? allFields : '',
      sheetUrl: sheetExport,
      inBackground,
      format,
      csv,
      delivery: deliveryLike(parsed),
    },
  }
}
