import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import { storefrontLink } from '#shared/shop-links.ts'
import { choicesOf } from '#server/platforms/no-choice.ts'
import type { ExportVariant } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { exportShopbaseProduct } from '#server/platforms/shopbase/export-map.ts'
import { isoTime, ShopbaseProductSchema, time } from '#server/platforms/shopbase/wire.ts'

const WholeProduct = ShopbaseProductSchema.extend({ created_at: time, updated_at: time })
export const ProductAnswer = z.object({ product: WholeProduct })

/** A variant as lists and whole products have it. */
export function shopbaseVariant(variant: ExportVariant): ProductVariant {
  const { id, sku, barcode, price, compareAtPrice, optionValues, inventoryPolicy, inventoryTracker, inventoryQuantity, image } = variant
  return {
    id,
    optionValues: [...optionValues],
    price,
    compareAtPrice,
    sku,
    barcode,
    inventoryPolicy,
    inventoryQuantity: inventoryTracker === null ? null : inventoryQuantity,
    imageId: image?.id ?? null,
  }
}

/** Maps a ShopBase product to our model. `host`: of the shop. */
export function shopbaseProductDetail(wire: z.infer<typeof WholeProduct>, host: string): ProductDetail {
  const { id, title, handle, bodyHtml, vendor, productType, tags, published, images, ...rest } = exportShopbaseProduct(wire, new Map())
  const variants = rest.variants.map(shopbaseVariant)
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
    storefrontUrl: published ? storefrontLink(host, handle) : null,
    createdAt: isoTime(wire.created_at),
    updatedAt: isoTime(wire.updated_at),
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
    return shopbaseProductDetail(product, client.host)
  })
}
