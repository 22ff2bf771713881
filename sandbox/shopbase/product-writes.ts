import { z } from 'zod'
import type { ProductEdit } from '../catalogue/edit.ts'
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
const Product = z.object({
  title: z.string().min(1).optional(),
  body_html: z.string().optional(),
  vendor: z.string().optional(),
  product_type: z.string().optional(),
  tags: z.string().optional(),
  published: z.boolean().optional(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).optional(),
  variants: z.array(Variant).min(1).optional(),
  images: z.array(z.object({ src: z.string().min(1), alt_text: z.string().default('') })).optional(),
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

/** What is sent is added to what is there; what is there goes only where it is named. */
function imagesAfter(known: readonly CatalogueMedia[], { images, delete_image_ids: gone }: Product): ProductEdit['images'] {
  if (!images && gone.length === 0) return undefined
  const kept = known.filter(({ id }) => !gone.includes(id)).map(({ url, alt }) => ({ url, alt }))
  return [...kept, ...(images?.map(({ src, alt_text: alt }) => ({ url: src, alt: alt || null })) ?? [])]
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
    images: imagesAfter(known?.media ?? [], product),
  }
}

function save({ shop }: Call, known: CatalogueProduct | null, body: string): Reply {
  const parsed = Body.safeParse(jsonObject(body))
  if (!parsed.success) return { status: 422, body: { errors: { product: parsed.error.issues.map(({ message }) => message) } } }
  const { product } = parsed.data
  if (!known && product.title === undefined) return { status: 422, body: { errors: { title: ["can't be blank"] } } }
  const unknown = product.variants?.some(({ id }) => id !== undefined && !known?.variants.some((variant) => variant.id === id))
  if (unknown) return { status: 422, body: { errors: { variants: ['is not a variant of the product'] } } }
  return ok({ product: productDocument(shop.saveProduct(known, editOf(known, product))) })
}

type Write = { readonly method: 'POST' | 'PUT'; readonly pattern: RegExp; readonly respond: (call: Call, body: string) => Reply }

/** The write calls of ShopBase's Swagger that the product makes. */
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
