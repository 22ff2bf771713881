import { ProductListRequest, ProductListResponse, ProductMetadata, ProductMetadataRequest } from '#shared/products.ts'
import { listProducts, productMetadata } from '#server/products/service.ts'
import { inStore, router } from '#server/trpc.ts'

export const products = router({
  list: inStore('POST /products/fetch', 'products.read')
    .input(ProductListRequest)
    .output(ProductListResponse)
    .query(({ ctx, input }) => listProducts(ctx.deps, ctx.store, input, ctx.signal)),
  metadata: inStore('POST /products/metadata', 'products.read')
    .input(ProductMetadataRequest)
    .output(ProductMetadata)
    .query(({ ctx }) => productMetadata(ctx.deps, ctx.store, ctx.signal)),
})
