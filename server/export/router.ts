import { ExportPreview, ProductCsvRequest, ProductExportRequest } from '#shared/export.ts'
import { ExportEstimate } from '#shared/export-estimate.ts'
import { JobResponse } from '#shared/jobs.ts'
import { jobs } from '#server/export/jobs-router.ts'
import { downloadCsv } from '#server/export/csv-download.ts'
import { estimateExport } from '#server/export/estimate.ts'
import { orderExports } from '#server/export/orders-router.ts'
import { previewOf, previewWaiting } from '#server/export/preview.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import { schedules } from '#server/export/schedules-router.ts'
import { sheets } from '#server/export/sheets-router.ts'
import { templates } from '#server/export/templates-router.ts'
import { once } from '#server/http/idempotency.ts'
import { inStore, router } from '#server/procedure/builder.ts'
import { awaitedExportFailures, shopFailures } from '#server/procedure/failure-groups.ts'

/** A spreadsheet may belong to anybody, a destination to somebody outside, and a text from a shop could make an assistant write into one. */
const intoFile = { leavesOut: ['config.sheetExport', 'config.exportFormat', 'destinationId', 'fileName', 'includeReceipt'] }

export const exporting = router({
  sheets,
  templates,
  schedules,
  jobs,
  orders: orderExports,
  products: inStore('POST /products/export', 'products.export', {
    summary: 'Start a product export',
    description: 'Queues a job that writes the products of a store into a file or a Google spreadsheet. Get the job to follow it.',
    fails: ['TOO_MANY_REQUESTS', 'SHEETS_OFF'],
    isOnce: true,
    callsOut: false,
    status: 201,
    location: { of: 'job', at: '/jobs/{id}' },
    recorded: ['config'],
    tool: intoFile,
  })
    .input(ProductExportRequest)
    .output(JobResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }, callId) => ({
        job: await startExport(ctx.deps, ctx.viewer, [ctx.store], productTask(input), callId),
      })),
    ),
  productsCsv: inStore('POST /products/export/csv', 'products.export', {
    summary: 'Export products to CSV',
    description:
      'Sends the CSV file at once, while it is read from the shop. A transfer that breaks off is not complete: use a job for large exports.',
    fails: awaitedExportFailures,
    isDownload: true,
    recorded: ['config'],
  })
    .input(ProductCsvRequest)
    .mutation(({ ctx, input }) => downloadCsv(ctx.deps, ctx.viewer, [ctx.store], productTask(input), ctx.signal)),
  productsEstimate: inStore('POST /products/export/estimate', 'products.export', {
    summary: 'Estimate a product export',
    description: 'Counts the products that an export would read, and estimates how long a download of them takes.',
    fails: shopFailures,
    tool: intoFile,
  })
    .input(ProductExportRequest)
    .output(ExportEstimate)
    .query(({ ctx, input }) => estimateExport(ctx.deps, [ctx.store], productTask(input), ctx.signal)),
  productsPreview: inStore('POST /products/export/preview', 'products.export', {
    summary: 'Preview a product export',
    description: 'Answers the header and the first rows of the file that the same request would make.',
    fails: shopFailures,
    tool: intoFile,
  })
    .input(ProductExportRequest)
    .output(ExportPreview)
    .query(({ ctx, input }) => previewOf(productTask(input).plan(ctx.deps, [ctx.store], previewWaiting), ctx.signal)),
})
