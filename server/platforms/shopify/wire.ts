import { z } from 'zod'

/** The parts of Shopify's answers that we read. Fields that a query may leave out are optional; nullable is what Shopify's schema says. */

const LegacyId = z.string().regex(/^\d+$/)

export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
export type PageInfo = z.infer<typeof PageInfo>

export const ShopCheckData = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string(), ianaTimezone: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})

export const ListedProduct = z.object({
  legacyResourceId: LegacyId,
  title: z.string(),
  status: z.string(),
  productType: z.string(),
  vendor: z.string(),
  category: z.object({ name: z.string() }).nullable(),
  featuredMedia: z
    .object({ alt: z.string().nullable(), preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
})
export type ListedProduct = z.infer<typeof ListedProduct>
export const listedProduct = { noun: 'product', shape: ListedProduct }
export const ProductListData = z.object({ products: z.object({ nodes: z.array(z.unknown()), pageInfo: PageInfo }) })

export const ProductCountData = z.object({ productsCount: z.object({ count: z.int() }) })
/** An id that is unknown gives null, one of another kind an empty object. */
export const ProductIdsData = z.object({ nodes: z.array(z.object({ legacyResourceId: LegacyId.optional() }).nullable()) })

export const FulfillmentServicesData = z.object({
  shop: z.object({
    fulfillmentServices: z.array(z.object({ type: z.string(), handle: z.string(), location: z.object({ id: z.string() }).nullable() })),
  }),
})

const Texts = z.object({ nodes: z.array(z.string()), pageInfo: PageInfo })
export const ProductMetadataData = z.object({
  productTags: Texts.optional(),
  productTypes: Texts.optional(),
  collections: z.object({ nodes: z.array(z.object({ legacyResourceId: LegacyId, title: z.string() })), pageInfo: PageInfo }).optional(),
})
