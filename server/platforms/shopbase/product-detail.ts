import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductDetail, ProductVariant } from '#shared/product-detail.ts'
import { choicesOf } from '#server/platforms/no-choice.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { exportShopbaseProduct } from '#server/platforms/shopbase/export-map.ts'
import { ShopbaseProductSchema, time } from '#server/platforms/shopbase/wire.ts'

const WholeProduct = ShopbaseProductSchema.extend({ created_at: time, updated_at: time })
export const ProductAnswer = z.object({ product: WholeProduct })

/** Converts a time, which is seconds since 1970 or text. null: no valid time. */
function instant(value: z.infer<typeof time>): string | null {
  const date = new Date(typeof value === 'number' ? value * 1000 : (value ?? Number.NaN))
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Maps a ShopBase product to our model. */
export function shopbaseProductDetail(wire: z.infer<typeof WholeProduct>): ProductDetail {
  const { id, title, handle, bodyHtml, vendor, productType, tags, published, images, ...rest } = exportShopbaseProduct(wire, new Map())
  const variants = rest.variants.map(
    ({ sku, barcode, price, compareAtPrice, optionValues, inventoryPolicy, inventoryQuantity, image, ...variant }): ProductVariant => ({
      id: variant.id,
      optionValues: [...optionValues],
      price,
      compareAtPrice,
      sku,
      barcode,
      inventoryPolicy,
      inventoryQuantity,
      imageId: image?.id ?? null,
    }),
  )
  const [first] = images
  return {
    id,
    title,
    image: first ? { url: first.url, alt: first.alt } : null,
    status: published ? 'active' : 'draft',
    category: null,
    productType,
    vendor,
    handle,
    bodyHtml,
    tags: [...tags],
    ...choicesOf(
      rest.options.map(({ name }) => name),
      variants,
    ),
    images: [...images],
    seo: { title: rest.seoTitle, description: rest.seoDescription },
    createdAt: instant(wire.created_at),
    updatedAt: instant(wire.updated_at),
  }
}

/** Returns null where the shop does not have the product. */
export async function unlessMissing(call: () => Promise<ProductDetail>): Promise<ProductDetail | null> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError) || error.cause !== 'NOT_FOUND') throw error
    return null
  }
}

export function getShopbaseProduct(client: ShopbaseClient, id: string, signal?: AbortSignal): Promise<ProductDetail | null> {
  return unlessMissing(async () => {
    const { product } = await client.get(`products/${id}`, ProductAnswer, {}, { patience: patience.interactive, signal })
    return shopbaseProductDetail(product)
  })
}
