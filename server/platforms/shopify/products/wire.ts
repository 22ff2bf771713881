import { z } from 'zod'
import { PageInfo } from '#server/platforms/shopify/wire.ts'
import { SkuPage, VariantPage } from './variants.ts'

const LegacyId = z.string().regex(/^\d+$/)

export const ShopifyListedProduct = z.object({
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
export type ShopifyListedProduct = z.infer<typeof ShopifyListedProduct>

const Price = z.object({ amount: z.string() })
/** A row of the list. Without prices, SKUs or variants, their fields are missing. */
const ShopifyProductRow = ShopifyListedProduct.extend({
  tags: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  tracksInventory: z.boolean().optional(),
  totalInventory: z.int().optional(),
  priceRangeV2: z.object({ minVariantPrice: Price, maxVariantPrice: Price }).optional(),
  skus: SkuPage.optional(),
  options: z.array(z.object({ name: z.string() })).optional(),
  variants: VariantPage.optional(),
})
export type ShopifyProductRow = z.infer<typeof ShopifyProductRow>
export const shopifyProductRow = { noun: 'product', shape: ShopifyProductRow }
export const ProductListData = z.object({ products: z.object({ nodes: z.array(z.unknown()), pageInfo: PageInfo }) })

export const ProductCountData = z.object({ productsCount: z.object({ count: z.int() }) })
/** An unknown id gives null, an id of another kind an empty object. */
export const ProductIdsData = z.object({ nodes: z.array(z.object({ legacyResourceId: LegacyId.optional() }).nullable()) })

const Texts = z.object({ nodes: z.array(z.string()), pageInfo: PageInfo })
export const ProductMetadataData = z.object({
  productTags: Texts.optional(),
  productTypes: Texts.optional(),
  collections: z.object({ nodes: z.array(z.object({ legacyResourceId: LegacyId, title: z.string() })), pageInfo: PageInfo }).optional(),
})

const Definition = z.object({ namespace: z.string(), key: z.string(), name: z.string(), type: z.object({ name: z.string() }) })
export type WireDefinition = z.infer<typeof Definition>
export const MetafieldDefinitionsData = z.object({ metafieldDefinitions: z.object({ nodes: z.array(Definition), pageInfo: PageInfo }) })

/** Empty for a part of a country. A country's code is written into the text of bulk operations. */
const Region = z.object({ code: z.string().regex(/^[A-Z]{2}$/), currency: z.object({ currencyCode: z.string() }) }).partial()
const Market = z.object({
  handle: z.string(),
  name: z.string(),
  status: z.string(),
  conditions: z.object({ regionsCondition: z.object({ regions: z.object({ nodes: z.array(Region) }) }).nullable() }).nullable(),
})
export type WireMarket = z.infer<typeof Market>
export const MarketsData = z.object({ markets: z.object({ nodes: z.array(Market), pageInfo: PageInfo }) })
