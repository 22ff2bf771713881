import { z } from 'zod'
import { GivenInstant } from '#shared/given-times.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { productMessages } from '#shared/product-messages.ts'
import { ProductId } from '#shared/product-id.ts'
import { ProductStatus } from '#shared/products.ts'
import { StoreId } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'

const Line = z.string().trim().max(limits.productEdit.lineLength)
const Name = Line.min(1)
const Amount = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/, messages.products.amountInvalid)

const EditedVariant = z.strictObject({
  /** The id of an existing variant. Without it, the variant is new. */
  id: ProductId.optional(),
  /** One value for each of the options, in their order. */
  optionValues: z.array(Name).max(limits.productEdit.options).default([]),
  /** In the store's currency. */
  price: Amount,
  compareAtPrice: Amount.nullable().optional(),
  sku: Line.optional(),
  barcode: Line.optional(),
  /** Whether the variant is sold when out of stock. */
  inventoryPolicy: z.enum(['deny', 'continue']).optional(),
})

/** Platforms separate tags by commas. */
const Tag = Name.refine((tag) => !tag.includes(','), messages.products.tagInvalid)

const ImageUrl = z.url({ protocol: /^https$/ }).max(limits.urlLength)

const parts = {
  title: Name,
  bodyHtml: z.string().max(limits.productEdit.bodyLength).optional(),
  vendor: Line.optional(),
  productType: Line.optional(),
  tags: z.array(Tag).max(limits.productEdit.tags).optional(),
  /** The names of up to three options. The variants have the values. */
  options: z.array(Name).max(limits.productEdit.options).refine(isUnique, messages.products.optionRepeated).optional(),
  variants: z.array(EditedVariant).min(1).max(limits.productEdit.variants).optional(),
  /** The platform downloads the images from these URLs. */
  images: z
    .array(z.strictObject({ url: ImageUrl, alt: Line.nullable().default(null) }))
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

/** New products are drafts by default, so that nothing is sold by accident. */
export const ProductCreateRequest = z
  .strictObject({ storeId: StoreId, ...parts, status: ProductStatus.default('draft') })
  .superRefine(checkVariants)
export type ProductCreateRequest = z.infer<typeof ProductCreateRequest>

const VariantPatch = EditedVariant.extend({
  id: ProductId.optional().meta({
    description: 'A variant that the product has. Without it, the one with the same option values is meant.',
  }),
  optionValues: EditedVariant.shape.optionValues.unwrap().optional(),
  price: Amount.optional().meta({ description: 'Needed for a new variant.' }),
})
export type VariantPatch = z.infer<typeof VariantPatch>

const ImagePatch = z
  .strictObject({
    id: ProductId.optional().meta({ description: 'An image that the product has. Without it, the one with the same URL is meant.' }),
    url: ImageUrl.optional(),
    alt: Line.nullable().optional(),
  })
  .refine(({ id, url }) => id !== undefined || url !== undefined, productMessages.imageUnnamed)
export type ImagePatch = z.infer<typeof ImagePatch>

/** Omitted fields keep their values. */
export const ProductUpdateRequest = z
  .strictObject({
    storeId: StoreId,
    productId: ProductId,
    ...parts,
    title: Name.optional(),
    status: ProductStatus.optional(),
    tags: parts.tags.meta({ description: 'All tags: those that are not in the list are removed.' }),
    options: parts.options.meta({ description: 'The names of all options; wants variants. Without it, the options stay.' }),
    variants: z.array(VariantPatch).min(1).max(limits.productEdit.variants).optional().meta({
      description:
        'All variants, in their order. Each is matched by id, then by its option values; fields that it leaves out stay as they are. One that matches none is made. Where one of the product is not in the list, the call is refused (409 WOULD_REMOVE), unless removeMissing is true.',
    }),
    images: z.array(ImagePatch).max(limits.productEdit.images).optional().meta({
      description:
        'All images, in their order. Each is matched by id, then by URL; one that matches none is fetched by the platform. Where one of the product is not in the list, the call is refused (409 WOULD_REMOVE), unless removeMissing is true. Videos stay.',
    }),
    removeMissing: z.boolean().default(false).meta({ description: 'Removes the variants and images that the lists leave out.' }),
    expectedUpdatedAt: GivenInstant.optional().meta({
      description: 'updatedAt of the version that the change is made for. A product that was changed later is left alone (409 CONFLICT).',
    }),
  })
  .superRefine(({ options, variants }, issues) => {
    if (options !== undefined && options.length > 0 && !variants)
      issues.addIssue({ code: 'custom', path: ['variants'], message: messages.products.variantsNeeded })
  })
export type ProductUpdateRequest = z.infer<typeof ProductUpdateRequest>
