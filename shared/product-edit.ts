import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Product, ProductId, ProductStatus } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'

const Line = z.string().trim().max(limits.productEdit.lineLength)
const Name = Line.min(1)
const Amount = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/, messages.products.amountInvalid)

const EditedVariant = z.strictObject({
  /** One that the product has already. Without it, the variant is a new one. */
  id: ProductId.optional(),
  /** One for each of the options, in their order. */
  optionValues: z.array(Name).max(limits.productEdit.options).default([]),
  /** In the store's currency. */
  price: Amount,
  compareAtPrice: Amount.nullable().optional(),
  sku: Line.optional(),
  barcode: Line.optional(),
  /** Whether it is sold when there is none left. */
  inventoryPolicy: z.enum(['deny', 'continue']).optional(),
})

/** Platforms part tags by commas. */
const Tag = Name.refine((tag) => !tag.includes(','), messages.products.tagInvalid)

const parts = {
  title: Name,
  bodyHtml: z.string().max(limits.productEdit.bodyLength).optional(),
  vendor: Line.optional(),
  productType: Line.optional(),
  tags: z.array(Tag).max(limits.productEdit.tags).optional(),
  /** The names of up to three; the values are those of the variants. */
  options: z.array(Name).max(limits.productEdit.options).refine(isUnique, messages.products.optionRepeated).optional(),
  variants: z.array(EditedVariant).min(1).max(limits.productEdit.variants).optional(),
  /** The platform fetches them from there. */
  images: z
    .array(z.strictObject({ url: z.url({ protocol: /^https$/ }).max(limits.urlLength), alt: Line.nullable().default(null) }))
    .max(limits.productEdit.images)
    .optional(),
  seo: z.strictObject({ title: Line.optional(), description: Line.optional() }).optional(),
}
type Parts = { options?: string[] | undefined; variants?: z.infer<typeof EditedVariant>[] | undefined }

function checkVariants({ options = [], variants }: Parts, issues: z.RefinementCtx) {
  const add = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if (!variants) {
    if (options.length > 0) add('variants', messages.products.variantsNeeded)
  } else if (variants.some(({ optionValues }) => optionValues.length !== options.length)) add('variants', messages.products.valuesNeeded)
  else if (!isUnique(variants.map(({ optionValues }) => JSON.stringify(optionValues)))) add('variants', messages.products.variantRepeated)
}

/** Nothing is for sale before somebody says so. */
export const ProductCreateRequest = z
  .strictObject({ storeId: StoreId, ...parts, status: ProductStatus.default('draft') })
  .superRefine(checkVariants)
export type ProductCreateRequest = z.infer<typeof ProductCreateRequest>

/** What stays away stays as it is. Lists replace what was there: variants and images that are not in them are removed. */
export const ProductUpdateRequest = z
  .strictObject({ storeId: StoreId, productId: ProductId, ...parts, title: Name.optional(), status: ProductStatus.optional() })
  .superRefine(checkVariants)
export type ProductUpdateRequest = z.infer<typeof ProductUpdateRequest>

export const ProductResponse = z.object({ product: Product })
