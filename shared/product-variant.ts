import { z } from 'zod'
import { ProductId } from '#shared/product-id.ts'

export const ProductVariant = z.object({
  id: ProductId,
  /** One value for each of the product's options, in their order. */
  optionValues: z.array(z.string()),
  /** In the store's currency. */
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  inventoryPolicy: z.enum(['deny', 'continue']).nullable(),
  /** Null where the shop does not count this variant's stock. */
  inventoryQuantity: z.int().nullable(),
  imageId: ProductId.nullable(),
})
export type ProductVariant = z.infer<typeof ProductVariant>
