import { allFields } from '#client/export/template-list.tsx'
import { daysOf, withoutDays } from '#client/export/export-days.ts'
import { filterWords } from '#client/format/filter-words.ts'
import { deliveryLike } from '#client/export/delivery.ts'
import type { JobRequestResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { defaultOrderColumns } from '#shared/order-columns.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import type { OrderExportDraft, OrderExportScope } from './draft.ts'

/** The dialog's state for the request of an earlier export, with which the request is the same again. */
export function orderExportLike({ request, inBackground }: JobRequestResponse): { draft: OrderExportDraft; scope: OrderExportScope } {
  const parsed = OrderExportRequest.parse(request)
  const { storeIds, columns, orderIds, filters, layout, timezone, csv, format, sheetDates, url } = parsed
  const choice = messages.jobs.choiceOf(filterWords('order_export', withoutDays(filters)))
  const selectedIds = orderIds?.map((id) => (id.includes(':') ? id : `${storeIds[0]}:${id}`)) ?? []
  return {
    scope: { storeIds, filters, selectedIds, earlier: { timezone, choice } },
    draft: {
      mode: orderIds ? 'selected' : 'all',
      days: daysOf(filters),
      storeIds,
      destination: url === '' ? 'csv' : 'sheet',
      sheetUrl: url,
      inBackground,
      template: columns.join() === defaultOrderColumns.join() ? allFields : '',
      columns,
      layout,
      sheetDates,
      format,
      csv,
      delivery: deliveryLike(parsed),
    },
  }
}
