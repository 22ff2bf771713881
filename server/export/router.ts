import { ProductExportRequest } from '#shared/export.ts'
import { productsCsv } from '#server/export/product-csv.ts'
import { sheets } from '#server/export/sheets-router.ts'
import { inStore, router } from '#server/trpc.ts'

export const exporting = router({
  sheets,
  productsCsv: inStore('POST /products/export/csv', 'products.export', { isDownload: true })
    .input(ProductExportRequest)
    .mutation(({ ctx, input }) => productsCsv(ctx.deps, ctx.store, input, ctx.signal)),
})
