import { ProductCsvRequest, ProductExportRequest } from '#shared/export.ts'
import { JobResponse } from '#shared/jobs.ts'
import { jobs } from '#server/export/jobs-router.ts'
import { productsCsv } from '#server/export/product-csv.ts'
import { startProductExport } from '#server/export/service.ts'
import { sheets } from '#server/export/sheets-router.ts'
import { templates } from '#server/export/templates-router.ts'
import { inStore, router } from '#server/trpc.ts'

export const exporting = router({
  sheets,
  templates,
  jobs,
  products: inStore('POST /products/export', 'products.export', { status: 201, isIdempotent: true, recorded: ['config'] })
    .input(ProductExportRequest)
    .output(JobResponse)
    .mutation(async ({ ctx, input }) => ({ job: await startProductExport(ctx.deps, ctx.viewer, ctx.store, input) })),
  productsCsv: inStore('POST /products/export/csv', 'products.export', { isDownload: true, recorded: ['config'] })
    .input(ProductCsvRequest)
    .mutation(({ ctx, input }) => productsCsv(ctx.deps, ctx.viewer, ctx.store, input, ctx.signal)),
})
