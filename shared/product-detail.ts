import { z } from 'zod'
import { ProductId } from '#shared/product-id.ts'
import { ProductVariant } from '#shared/product-variant.ts'
import { Product } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'

export const ProductImage = z.object({
  id: ProductId,
  /** Null until the platform has fetched the picture. */
  url: z.string().nullable(),
  alt: z.string().nullable(),
})
export type ProductImage = z.infer<typeof ProductImage>

/** A whole product. It has the same fields as the requests that change it. */
export const ProductDetail = Product.extend({
  handle: z.string(),
  bodyHtml: z.string(),
  tags: z.array(z.string()),
  /** The names of the options. Empty if there is a single variant without options. */
  options: z.array(z.string()),
  variants: z.array(ProductVariant),
  images: z.array(ProductImage),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  /** The product as customers see it. Null while it is not published. */
  storefrontUrl: z.url({ protocol: /^https?$/ }).nullable(),
  createdAt: z.iso.datetime().nullable(),
  /** Whole seconds, as the platforms keep them. Null if the shop sends none. */
  updatedAt: z.iso.datetime().nullable(),
})
export type ProductDetail = z.infer<typeof ProductDetail>

export const ProductGetRequest = z.strictObject({ storeId: StoreId, productId: ProductId })
export const ProductResponse = z.object({ product: ProductDetail })
