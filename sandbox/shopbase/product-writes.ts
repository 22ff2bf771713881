import { z } from 'zod'
import type { ImageEdit, ProductEdit } from '../catalogue/edit.ts'
import type { CatalogueMedia, CatalogueProduct } from '../catalogue/record.ts'
import { jsonObject } from '../incoming.ts'
import { productDocument } from './documents.ts'
import { notFound, ok } from './reply.ts'
import type { Call, Reply } from './reply.ts'

const Id = z.int().positive().transform(String)
const Variant = z.object({
  id: Id.optional(),
  option1: z.string().optional(),
  option2: z.string().optional(),
  option3: z.string().optional(),
  price: z.number().min(0).optional(),
  compare_at_price: z.number().min(0).optional(),
  sku: z.string().optional(),
  barcode: z.string().optional(),
  inventory_policy: z.enum(['deny', 'continue']).optional(),
})
const ImageOfProduct = z.object({ id: Id, alt_text: z.string().optional(), position: z.int().optional() })
const Image = z.union([
  ImageOfProduct,
  z.object({ src: z.string().min(1), alt_text: z.string().default(''), position: z.int().optional() }),
])
const Product = z.object({
  title: z.string().min(1).optional(),
  body_html: z.string().optional(),
  vendor: z.string().optional(),
  product_type: z.string().optional(),
  tags: z.string().optional(),
  published: z.boolean().optional(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
  variants: z.array(Variant).min(1).optional(),
  images: z.array(Image).optional(),
  delete_image_ids: z.array(Id).default([]),
  metafields_global_title_tag: z.string().optional(),
  metafields_global_description_tag: z.string().optional(),
})
type Product = z.infer<typeof Product>
const Body = z.object({ product: Product })

function variantEdit({
  id,
  option1,
  option2,
  option3,
  inventory_policy: policy,
  compare_at_price: compareAt,
  ...plain
}: z.infer<typeof Variant>) {
  return {
    id,
    optionValues: [option1, option2, option3].filter((value) => value !== undefined),
    ...(plain.price === undefined ? {} : { price: plain.price.toFixed(2) }),
    ...(compareAt === undefined ? {} : { compareAtPrice: compareAt === 0 ? null : compareAt.toFixed(2) }),
    ...(plain.sku === undefined ? {} : { sku: plain.sku }),
    ...(plain.barcode === undefined ? {} : { barcode: plain.barcode }),
    ...(policy ? { inventoryPolicy: policy === 'deny' ? ('DENY' as const) : ('CONTINUE' as const) } : {}),
  }
}

type PositionedImage = { image: ImageEdit; position: number }

function positioned(image: z.infer<typeof Image>): PositionedImage {
  const { position = Number.POSITIVE_INFINITY } = image
  if ('src' in image) return { position, image: { url: image.src, alt: image.alt_text || null } }
  return { position, image: { id: image.id, alt: image.alt_text === undefined ? undefined : image.alt_text || null } }
}

/**
 * A new product uses only the addresses and the order of its images: in the Swagger, `dto.ImageRequest` has no alt text;
 * `gitlab.ProductImage` of a PUT has one.
 */
const withoutAlts = (product: Product): Product => ({
  ...product,
  ...(product.images && { images: product.images.map((image) => ({ ...image, alt_text: '' })) }),
})

/** An image with an id is changed, an image without one is added. Existing images are removed only by their ids. */
function imagesAfter(known: readonly CatalogueMedia[], { images = [], delete_image_ids: gone }: Product): ProductEdit['images'] {
  const named = new Set([...gone, ...images.flatMap((image) => ('id' in image ? image.id : []))])
  const kept = known.flatMap(({ id }, index): PositionedImage[] =>
    named.has(id) ? [] : [{ position: index + 1, image: { id, alt: undefined } }],
  )
  return [...kept, ...images.map(positioned)]
    .toSorted((a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)))
    .map(({ image }) => image)
}

function editOf(known: CatalogueProduct | null, product: Product): ProductEdit {
  const { title, body_html: bodyHtml, vendor, product_type: productType, tags, published, options, variants } = product
  const { metafields_global_title_tag: seoTitle, metafields_global_description_tag: seoDescription } = product
  return {
    ...(title === undefined ? {} : { title }),
    ...(bodyHtml === undefined ? {} : { bodyHtml }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(productType === undefined ? {} : { productType }),
    ...(seoTitle === undefined ? {} : { seoTitle }),
    ...(seoDescription === undefined ? {} : { seoDescription }),
    ...(tags === undefined ? {} : { tags: tags.split(',').flatMap((tag) => tag.trim() || []) }),
    status: published === undefined ? undefined : published ? 'ACTIVE' : 'DRAFT',
    options: options?.length === 0 ? undefined : options,
    variants: variants?.map(variantEdit),
    images: product.images || product.delete_image_ids.length > 0 ? imagesAfter(known?.media ?? [], product) : undefined,
  }
}

function save({ shop }: Call, known: CatalogueProduct | null, body: string): Reply {
  const parsed = Body.safeParse(jsonObject(body))
  if (!parsed.success) return { status: 422, body: { errors: { product: parsed.error.issues.map(({ message }) => message) } } }
  const { product } = parsed.data
  if (!known && product.title === undefined) return { status: 422, body: { errors: { title: ["can't be blank"] } } }
  const unknown = product.variants?.some(({ id }) => id !== undefined && !known?.variants.some((variant) => variant.id === id))
  if (unknown) return { status: 422, body: { errors: { variants: ['is not a variant of the product'] } } }
  const strange = product.images?.some((image) => 'id' in image && !known?.media.some(({ id }) => id === image.id))
  if (strange) return { status: 422, body: { errors: { images: ['is not an image of the product'] } } }
  return ok({ product: productDocument(shop.saveProduct(known, editOf(known, known ? product : withoutAlts(product)))) })
}

type Write = { readonly method: 'POST' | 'PUT'; readonly pattern: RegExp; readonly respond: (call: Call, body: string) => Reply }

/** The write calls of ShopBase's Swagger that the product uses. */
export const WRITES: readonly Write[] = [
  { method: 'POST', pattern: /^\/admin\/products\.json$/, respond: (call, body) => save(call, null, body) },
  {
    method: 'PUT',
    pattern: /^\/admin\/products\/(\d+)\.json$/,
    respond: (call, body) => {
      const known = call.shop.catalogue().products.find(({ id }) => id === call.id)
      return known ? save(call, known, body) : notFound
    },
  },
]
