import { ExportPreview } from '#shared/export.ts'
import { ExportEstimate } from '#shared/export-estimate.ts'
import { JobResponse } from '#shared/jobs.ts'
import { OrderCsvRequest, OrderExportRequest, OrderPreviewRequest, OrderSheetRequest, OrderSheetResponse } from '#shared/order-export.ts'
import { downloadCsv } from '#server/export/csv-download.ts'
import { estimateExport } from '#server/export/estimate.ts'
import { orderPlan, orderTask } from '#server/export/order-task.ts'
import { previewOf, previewWaiting } from '#server/export/preview.ts'
import { startExport } from '#server/export/service.ts'
import { exportToSheet } from '#server/export/sheet-export.ts'
import { once } from '#server/http/idempotency.ts'
import { inStores, router } from '#server/procedure/builder.ts'
import { awaitedExportFailures, shopFailures, sheetFailures } from '#server/procedure/failure-groups.ts'

/** The selected orders and their number are part of the job's audit entry. */
const recorded = ['columns', 'filters', 'url']

/** A spreadsheet may belong to anybody, a destination to somebody outside, and a text from a shop could make an assistant write into one. */
const intoFile = { leavesOut: ['url', 'sheetDates', 'destinationId', 'fileName', 'includeReceipt'] }

export const orderExports = router({
  start: inStores('POST /orders/export', 'orders.export', {
    summary: 'Start an order export',
    description:
      'Queues a job that writes the orders of one or several stores into a file or a Google spreadsheet. Get the job to follow it.',
    fails: ['TOO_MANY_REQUESTS', 'SHEETS_OFF'],
    isOnce: true,
    callsOut: false,
    status: 201,
    location: { of: 'job', at: '/jobs/{id}' },
    recorded,
    tool: intoFile,
  })
    .input(OrderExportRequest)
    .output(JobResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }, callId) => ({
        job: await startExport(ctx.deps, ctx.viewer, ctx.stores, orderTask(input), callId),
      })),
    ),
  csv: inStores('POST /export/csv', 'orders.export', {
    summary: 'Export orders to CSV',
    description:
      'Sends the CSV file at once, while it is read from the shops. A transfer that breaks off is not complete: use a job for large exports.',
    fails: awaitedExportFailures,
    isDownload: true,
    recorded,
  })
    .input(OrderCsvRequest)
    .mutation(({ ctx, input }) => downloadCsv(ctx.deps, ctx.viewer, ctx.stores, orderTask(input), ctx.signal)),
  sheet: inStores('POST /export/sheets', 'orders.export', {
    summary: 'Export orders to a spreadsheet',
    description: 'Writes the orders into a new tab of a Google spreadsheet and answers when all rows are there.',
    fails: [...awaitedExportFailures, ...sheetFailures],
    alsoOnTop: ['sheetName', 'warning'],
    recorded,
  })
    .input(OrderSheetRequest)
    .output(OrderSheetResponse)
    .mutation(({ ctx, input }) => exportToSheet(ctx.deps, ctx.viewer, ctx.stores, orderTask(input), ctx.signal)),
  preview: inStores('POST /orders/export/preview', 'orders.export', {
    summary: 'Preview an order export',
    description: 'Answers the header and the first rows of the file that the same request would make.',
    fails: shopFailures,
    tool: true,
  })
    .input(OrderPreviewRequest)
    .output(ExportPreview)
    .query(({ ctx, input }) => previewOf(orderPlan(ctx.deps, ctx.stores, input, previewWaiting), ctx.signal)),
  estimate: inStores('POST /orders/export/estimate', 'orders.export', {
    summary: 'Estimate an order export',
    description: 'Counts the orders that an export would read, and estimates how long a download of them takes.',
    fails: shopFailures,
    tool: intoFile,
  })
    .input(OrderExportRequest)
    .output(ExportEstimate)
    .query(({ ctx, input }) => estimateExport(ctx.deps, ctx.stores, orderTask(input), ctx.signal)),
})
