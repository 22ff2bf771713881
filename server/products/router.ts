import { CountResponse } from '#shared/counts.ts'
import { MarketsResponse } from '#shared/markets.ts'
import { MetafieldsResponse } from '#shared/metafields.ts'
import { ProductGetRequest, ProductResponse } from '#shared/product-detail.ts'
import { ProductCreateRequest, ProductUpdateRequest } from '#shared/product-edit.ts'
import { ProductCountRequest, ProductListRequest, ProductListResponse, ProductMetadata, ProductMetadataRequest } from '#shared/products.ts'
import { catalogueProcedures } from '#server/catalogue/catalogue-router.ts'
import { once } from '#server/http/idempotency.ts'
import { createProduct, getProduct, updateProduct } from '#server/products/edit.ts'
import { countProducts, getProductMetadata, listMarkets, listMetafields, listProducts } from '#server/products/service.ts'
import { inStore, router } from '#server/procedure/builder.ts'
import { shopFailures } from '#server/procedure/failure-groups.ts'

export const products = router({
  catalogue: catalogueProcedures,
  list: inStore('POST /products/fetch', 'products.read', {
    summary: 'List products',
    description:
      "Answers one page of a store's products. nextCursor leads to the next page on every platform. include asks for prices, SKUs or whole variants, and the filter updatedAfter for what changed.",
    fails: [...shopFailures, 'INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
    tool: true,
  })
    .input(ProductListRequest)
    .output(ProductListResponse)
    .query(({ ctx, input }) => listProducts(ctx.deps, ctx.store, input, ctx.signal)),
  count: inStore('POST /products/count', 'products.read', {
    summary: 'Count products',
    description: 'Answers how many products match. A count may be a minute old.',
    fails: shopFailures,
    tool: true,
  })
    .input(ProductCountRequest)
    .output(CountResponse)
    .query(({ ctx, input }) => countProducts(ctx.deps, ctx.store, input, ctx.signal)),
  get: inStore('GET /products/{storeId}/{productId}', 'products.read', {
    summary: 'Get a product',
    description: 'Answers a whole product with its variants and images, in the words that changes are made with.',
    fails: shopFailures,
    tool: true,
  })
    .input(ProductGetRequest)
    .output(ProductResponse)
    .query(async ({ ctx, input }) => ({ product: await getProduct(ctx.deps, ctx.store, input.productId, ctx.signal) })),
  create: inStore('POST /products/create', 'products.create', {
    summary: 'Create a product',
    description:
      'Creates a product in the shop, as a draft unless status says otherwise. Where the shop does not answer (502), it may have made the product all the same, and the Idempotency-Key gets the same 502 again.',
    fails: shopFailures,
    isOnce: true,
    status: 201,
    recorded: ['title'],
    location: { of: 'product', at: '/products/{storeId}/{id}' },
  })
    .input(ProductCreateRequest)
    .output(ProductResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ product: await createProduct(ctx.deps, ctx.store, input, ctx.signal) }))),
  update: inStore('PUT /products/update', 'products.update', {
    summary: 'Update a product',
    description:
      'Changes the fields that are given; the others stay. Variants and images that a list leaves out are removed only where removeMissing is true.',
    fails: [...shopFailures, 'WOULD_REMOVE', 'CONFLICT'],
    recorded: ['productId'],
  })
    .input(ProductUpdateRequest)
    .output(ProductResponse)
    .mutation(async ({ ctx, input }) => ({ product: await updateProduct(ctx.deps, ctx.store, input, ctx.signal) })),
  metafields: inStore('GET /stores/{storeId}/metafields', 'products.read', {
    summary: "List the metafields of a store's products",
    description:
      'Answers the definitions of the shop by name, each with the column that exports and templates take. Empty where the platform has no metafields.',
    fails: shopFailures,
    tool: true,
  })
    .input(ProductMetadataRequest)
    .output(MetafieldsResponse)
    .query(async ({ ctx }) => ({ metafields: await listMetafields(ctx.deps, ctx.store, ctx.signal) })),
  markets: inStore('GET /stores/{storeId}/markets', 'products.read', {
    summary: "List the markets of a store's shop",
    description:
      'Answers the active markets with a country by name, each with the columns that exports and templates take. Empty where the platform has no markets or the shop hides them (the scope read_markets is missing).',
    fails: shopFailures,
    tool: true,
  })
    .input(ProductMetadataRequest)
    .output(MarketsResponse)
    .query(({ ctx }) => listMarkets(ctx.deps, ctx.store, ctx.signal)),
  metadata: inStore('POST /products/metadata', 'products.read', {
    summary: "List a store's tags, product types and collections",
    description: 'Answers the values that a list of products can be filtered by.',
    fails: shopFailures,
    tool: true,
  })
    .input(ProductMetadataRequest)
    .output(ProductMetadata)
    .query(({ ctx }) => getProductMetadata(ctx.deps, ctx.store, ctx.signal)),
})
