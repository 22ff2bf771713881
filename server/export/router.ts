import { ProductExportRequest } from '#shared/export.ts'
import { productsCsv } from '#server/export/product-csv.ts'
import { inStore, router } from '#server/trpc.ts'

export const exporting = router({
  productsCsv: inStore('POST /products/export/csv', 'products.export', { isDownload: true, recorded: ['config'] })
    .input(ProductExportRequest)
    .mutation(({ ctx, input }) => productsCsv(ctx.deps, ctx.store, input, ctx.signal)),
})
