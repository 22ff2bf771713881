import { ProductGetRequest, ProductResponse } from '#shared/product-detail.ts'
import { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import { ProductListRequest, ProductListResponse, ProductMetadata, ProductMetadataRequest } from '#shared/products.ts'
import { once } from '#server/http/idempotency.ts'
import { createProduct, getProduct, updateProduct } from '#server/products/edit.ts'
import { listProducts, getProductMetadata } from '#server/products/service.ts'
import { inStore, router } from '#server/procedure/builder.ts'

export const products = router({
  list: inStore('POST /products/fetch', 'products.read')
    .input(ProductListRequest)
    .output(ProductListResponse)
    .query(({ ctx, input }) => listProducts(ctx.deps, ctx.store, input, ctx.signal)),
  get: inStore('GET /products/{storeId}/{productId}', 'products.read')
    .input(ProductGetRequest)
    .output(ProductResponse)
    .query(async ({ ctx, input }) => ({ product: await getProduct(ctx.deps, ctx.store, input.productId, ctx.signal) })),
  create: inStore('POST /products/create', 'products.create', { status: 201, recorded: ['title'] })
    .input(ProductCreateRequest)
    .output(ProductResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ product: await createProduct(ctx.deps, ctx.store, input, ctx.signal) }))),
  update: inStore('PUT /products/update', 'products.update', { recorded: ['productId'] })
    .input(ProductUpdateRequest)
    .output(ProductResponse)
    .mutation(async ({ ctx, input }) => ({ product: await updateProduct(ctx.deps, ctx.store, input, ctx.signal) })),
  metadata: inStore('POST /products/metadata', 'products.read')
    .input(ProductMetadataRequest)
    .output(ProductMetadata)
    .query(({ ctx }) => getProductMetadata(ctx.deps, ctx.store, ctx.signal)),
})
