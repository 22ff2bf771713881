import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { productViewFields } from '#shared/list-layout.ts'
import { GivenDay } from '#shared/given-times.ts'
import { messages } from '#shared/messages.ts'
import { productMessages } from '#shared/product-messages.ts'
import { NextCursor, searchedPage } from '#shared/paging.ts'
import { LastProductId, ProductId } from '#shared/product-id.ts'
import { ProductVariant } from '#shared/product-variant.ts'
import { StoreId } from '#shared/stores.ts'
import { UpdatedAfter } from '#shared/updated-after.ts'

export const productStatuses = ['active', 'draft', 'archived'] as const
export const ProductStatus = z.enum(productStatuses)
export type ProductStatus = z.infer<typeof ProductStatus>

export const Product = z.object({
  id: ProductId,
  title: z.string(),
  image: z.object({ url: z.string(), alt: z.string().nullable() }).nullable(),
  status: ProductStatus,
  category: z.string().nullable(),
  productType: z.string(),
  vendor: z.string(),
})
export type Product = z.infer<typeof Product>

/** What the rows of a list have only on request, because it takes the shop longer. */
export const productIncludes = ['prices', 'skus', 'variants'] as const
export const ProductInclude = z.enum(productIncludes)
export type ProductInclude = z.infer<typeof ProductInclude>

/** A product in a list. Whatever the request does not include is null. */
export const ListedProduct = Product.extend({
  tags: z.array(z.string()),
  createdAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime().nullable(),
  /** `prices`. In the store's currency, as decimal text. */
  priceRange: z.object({ min: z.string(), max: z.string() }).nullable(),
  /** `prices`. The units of all variants together. Null also where the shop counts no stock. */
  stock: z.int().nullable(),
  /** `skus`. Those of all variants, each once. */
  skus: z.array(z.string()).nullable(),
  /** `variants`. The names of the options, as in the whole product. */
  options: z.array(z.string()).nullable(),
  variants: z.array(ProductVariant).nullable(),
})
export type ListedProduct = z.infer<typeof ListedProduct>

const FilterValue = z.string().min(1).max(limits.filterValueLength)
/** One value or several; several mean any of them. */
const FilterValues = z.union([FilterValue.transform((value) => [value]), z.array(FilterValue).max(limits.filterValues)])

export const ProductFilters = z
  .strictObject({
    search: z.string().max(limits.searchLength),
    status: ProductStatus,
    productType: FilterValues,
    vendor: FilterValues,
    tag: FilterValues,
    /** Collection ids. */
    collection: FilterValues,
    createdAfter: GivenDay,
    createdBefore: GivenDay,
    updatedAfter: UpdatedAfter,
  })
  .partial()
  .refine(({ createdAfter, createdBefore }) => !createdAfter || !createdBefore || createdAfter <= createdBefore, {
    path: ['createdBefore'],
    message: messages.products.datesReversed,
  })
export type ProductFilters = z.infer<typeof ProductFilters>

/** The sort menu: key, label and initial direction. */
export const productSorts = [
  { key: 'TITLE', label: 'Product title', reverse: false },
  { key: 'CREATED_AT', label: 'Created', reverse: true },
  { key: 'UPDATED_AT', label: 'Updated', reverse: true },
  { key: 'INVENTORY_TOTAL', label: 'Inventory', reverse: true },
  { key: 'PRODUCT_TYPE', label: 'Product type', reverse: false },
  { key: 'VENDOR', label: 'Vendor', reverse: false },
] as const
export const ProductSortKey = z.enum(productSorts.map((sort) => sort.key))
export type ProductSortKey = z.infer<typeof ProductSortKey>

export const ProductListRequest = z
  .strictObject({
    storeId: StoreId,
    filters: ProductFilters.prefault({}),
    limit: z.int().min(1).max(limits.maxPageSize).default(limits.defaultPageSize),
    sortKey: ProductSortKey.optional(),
    reverse: z.boolean().optional(),
    include: z.array(ProductInclude).max(productIncludes.length).optional(),
    /** The `nextCursor` of the page before. */
    cursor: z.string().min(1).max(limits.cursorLength).optional(),
    /** The `lastProductId` of the page before, for platforms that page by it. */
    sinceId: LastProductId.optional(),
  })
  .refine(({ include, limit }) => !include?.includes('variants') || limit <= limits.maxPageSizeWithVariants, {
    path: ['limit'],
    message: productMessages.tooManyWithVariants,
  })
  .refine(({ cursor, sinceId }) => cursor === undefined || sinceId === undefined, {
    path: ['sinceId'],
    message: productMessages.twoPositions,
  })
export type ProductListRequest = z.infer<typeof ProductListRequest>

export const ProductListResponse = z.object({
  products: z.array(ListedProduct),
  nextCursor: NextCursor,
  pageInfo: z.object({
    hasNextPage: z.boolean(),
    endCursor: z.string().nullable().optional(),
    lastProductId: ProductId.nullable().optional(),
  }),
  /** Warnings about the shop's answer, such as products that were left out because they cannot be read. */
  warnings: z.array(z.string()),
})
export type ProductListResponse = z.infer<typeof ProductListResponse>

export const ProductCountRequest = z.strictObject({ storeId: StoreId, filters: ProductFilters.prefault({}) })
export type ProductCountRequest = z.infer<typeof ProductCountRequest>

export const ProductMetadataRequest = z.strictObject({ storeId: StoreId })
export const ProductMetadata = z.object({
  tags: z.array(z.string()),
  types: z.array(z.string()),
  collections: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type ProductMetadata = z.infer<typeof ProductMetadata>

export const productTabs = ['all', ...productStatuses] as const

const values = z.array(FilterValue).max(limits.filterValues).default([]).catch([])

/** The URL of the products screen. Every field has a fallback, so that an invalid link still opens the screen. */
export const ProductSearch = z.object({
  store: StoreId.optional().catch(undefined),
  tab: z.enum(productTabs).default('all').catch('all'),
  search: z.string().max(limits.searchLength).default('').catch(''),
  status: ProductStatus.optional().catch(undefined),
  tag: values,
  collection: values,
  productType: values,
  createdAfter: GivenDay.optional().catch(undefined),
  createdBefore: GivenDay.optional().catch(undefined),
  sortKey: ProductSortKey.default('CREATED_AT').catch('CREATED_AT'),
  reverse: z.boolean().default(true).catch(true),
  ...searchedPage,
  /** The product in the panel. */
  /** In an address without quotes, the router reads it as a number. */
  product: z
    .union([ProductId, z.int().nonnegative().transform(String)])
    .optional()
    .catch(undefined),
  ...productViewFields,
})
export type ProductSearch = z.infer<typeof ProductSearch>
