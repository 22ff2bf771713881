import { ProductCsvRequest, ProductExportRequest } from '#shared/export.ts'
import { ExportEstimate } from '#shared/export-estimate.ts'
import { JobResponse } from '#shared/jobs.ts'
import { jobs } from '#server/export/jobs-router.ts'
import { downloadCsv } from '#server/export/csv-download.ts'
import { estimateExport } from '#server/export/estimate.ts'
import { orderExports } from '#server/export/orders-router.ts'
import { productTask } from '#server/export/product-task.ts'
import { startExport } from '#server/export/service.ts'
import { sheets } from '#server/export/sheets-router.ts'
import { templates } from '#server/export/templates-router.ts'
import { once } from '#server/http/idempotency.ts'
import { inStore, router } from '#server/procedure/builder.ts'

export const exporting = router({
  sheets,
  templates,
  jobs,
  orders: orderExports,
  products: inStore('POST /products/export', 'products.export', { status: 201, callsOut: false, recorded: ['config'] })
    .input(ProductExportRequest)
    .output(JobResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }) => ({ job: await startExport(ctx.deps, ctx.viewer, [ctx.store], productTask(input)) })),
    ),
  productsCsv: inStore('POST /products/export/csv', 'products.export', { isDownload: true, recorded: ['config'] })
    .input(ProductCsvRequest)
    .mutation(({ ctx, input }) => downloadCsv(ctx.deps, ctx.viewer, [ctx.store], productTask(input), ctx.signal)),
  productsEstimate: inStore('POST /products/export/estimate', 'products.export')
    .input(ProductExportRequest)
    .output(ExportEstimate)
    .query(({ ctx, input }) => estimateExport(ctx.deps, [ctx.store], productTask(input), ctx.signal)),
})
