import { ExportEstimate } from '#shared/export-estimate.ts'
import { JobResponse } from '#shared/jobs.ts'
import {
  OrderCsvRequest,
  OrderExportRequest,
  OrderPreviewRequest,
  OrderPreviewResponse,
  OrderSheetRequest,
  OrderSheetResponse,
} from '#shared/order-export.ts'
import { downloadCsv } from '#server/export/csv-download.ts'
import { estimateExport } from '#server/export/estimate.ts'
import { orderTask } from '#server/export/order-task.ts'
import { previewOrders } from '#server/export/preview.ts'
import { startExport } from '#server/export/service.ts'
import { exportToSheet } from '#server/export/sheet-export.ts'
import { once } from '#server/http/idempotency.ts'
import { inStores, router } from '#server/procedure/builder.ts'

/** The selected orders and their number are part of the job's audit entry. */
const recorded = ['columns', 'filters', 'url']

export const orderExports = router({
  start: inStores('POST /orders/export', 'orders.export', { status: 201, callsOut: false, recorded })
    .input(OrderExportRequest)
    .output(JobResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }) => ({ job: await startExport(ctx.deps, ctx.viewer, ctx.stores, orderTask(input)) })),
    ),
  csv: inStores('POST /export/csv', 'orders.export', { isDownload: true, recorded })
    .input(OrderCsvRequest)
    .mutation(({ ctx, input }) => downloadCsv(ctx.deps, ctx.viewer, ctx.stores, orderTask(input), ctx.signal)),
  sheet: inStores('POST /export/sheets', 'orders.export', { alsoOnTop: ['sheetName', 'warning'], recorded })
    .input(OrderSheetRequest)
    .output(OrderSheetResponse)
    .mutation(({ ctx, input }) => exportToSheet(ctx.deps, ctx.viewer, ctx.stores, orderTask(input), ctx.signal)),
  preview: inStores('POST /orders/export/preview', 'orders.export')
    .input(OrderPreviewRequest)
    .output(OrderPreviewResponse)
    .query(({ ctx, input }) => previewOrders(ctx.deps, ctx.stores, input, ctx.signal)),
  estimate: inStores('POST /orders/export/estimate', 'orders.export')
    .input(OrderExportRequest)
    .output(ExportEstimate)
    .query(({ ctx, input }) => estimateExport(ctx.deps, ctx.stores, orderTask(input), ctx.signal)),
})
