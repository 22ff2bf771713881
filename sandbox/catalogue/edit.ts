import { slug } from './ordinary.ts'
import { idOf } from './plan.ts'
import type { Platform } from './plan.ts'
import type { Catalogue, CatalogueMedia, CatalogueOption, CatalogueProduct, CatalogueStatus, CatalogueVariant } from './record.ts'

export type VariantEdit = {
  /** The id of an existing variant. undefined: a new variant. */
  readonly id?: string | undefined
  readonly optionValues: readonly string[]
} & Partial<Pick<CatalogueVariant, 'price' | 'compareAtPrice' | 'sku' | 'barcode' | 'inventoryPolicy'>>

/** An existing image by its id, or a new one. An undefined text stays unchanged. */
export type ImageEdit =
  | { readonly id: string; readonly alt: string | null | undefined }
  | { readonly url: string; readonly alt: string | null }

/** A change of a product. undefined fields stay unchanged. Lists replace the previous ones. */
export type ProductEdit = Partial<
  Pick<CatalogueProduct, 'title' | 'bodyHtml' | 'vendor' | 'productType' | 'tags' | 'seoTitle' | 'seoDescription'>
> & {
  readonly status?: CatalogueStatus | undefined
  readonly options?: readonly { readonly name: string; readonly values: readonly string[] }[] | undefined
  readonly variants?: readonly VariantEdit[] | undefined
  readonly images?: readonly ImageEdit[] | undefined
}

/** The first number of parts that are added later. It is higher than those of all generated products. */
const ADDED_FROM = 500_000
let added = 0
const newId = (platform: Platform, kind: Parameters<typeof idOf>[1]) => idOf(platform, kind, ADDED_FROM + added++)

function newVariant(platform: Platform): CatalogueVariant {
  return {
    id: newId(platform, 'variant'),
    inventoryItemId: newId(platform, 'item'),
    title: '',
    sku: null,
    barcode: null,
    price: '0.00',
    compareAtPrice: null,
    unitCost: null,
    taxable: true,
    taxCode: null,
    inventoryPolicy: 'DENY',
    inventoryQuantity: 0,
    tracked: false,
    requiresShipping: true,
    fulfillmentService: null,
    weight: { value: 0, unit: 'KILOGRAMS' },
    unitPrice: null,
    harmonizedSystemCode: null,
    countryCodeOfOrigin: null,
    optionValues: [],
    mediaId: null,
  }
}

function variantOf(platform: Platform, known: CatalogueProduct, { id, optionValues, ...change }: VariantEdit): CatalogueVariant {
  const variant = known.variants.find((one) => one.id === id) ?? newVariant(platform)
  const values = optionValues.length === 0 ? ['Default Title'] : optionValues
  return { ...variant, ...change, optionValues: values, title: values.join(' / ') }
}

function imageOf(platform: Platform, { media }: CatalogueProduct, image: ImageEdit): CatalogueMedia {
  if ('url' in image) return { id: newId(platform, 'media'), kind: 'IMAGE', url: image.url, alt: image.alt, width: 1200, height: 1200 }
  const known = media.find(({ id }) => id === image.id)
  if (!known) throw new Error(`no such medium: ${image.id}`)
  return { ...known, alt: image.alt === undefined ? known.alt : image.alt }
}

/** Removes deleted pictures from the variants too. */
const withoutLost = (variants: readonly CatalogueVariant[], media: readonly CatalogueMedia[]): CatalogueVariant[] =>
  variants.map((variant) => ({ ...variant, mediaId: media.some(({ id }) => id === variant.mediaId) ? variant.mediaId : null }))

const optionOf = (platform: Platform, { name, values }: { name: string; values: readonly string[] }): CatalogueOption => ({
  id: newId(platform, 'option'),
  name,
  values,
  linkedMetafield: null,
})

function emptyProduct(platform: Platform, index: number, now: number): CatalogueProduct {
  return {
    id: idOf(platform, 'product', index),
    title: '',
    handle: '',
    vendor: '',
    productType: '',
    status: 'ACTIVE',
    bodyHtml: '',
    tags: [],
    category: null,
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    templateSuffix: null,
    isGiftCard: false,
    seoTitle: null,
    seoDescription: null,
    options: [{ id: newId(platform, 'option'), name: 'Title', values: ['Default Title'], linkedMetafield: null }],
    variants: [{ ...newVariant(platform), title: 'Default Title', optionValues: ['Default Title'] }],
    media: [],
    collectionIds: [],
    customOptions: [],
  }
}

/** The product after an edit. `null` before: a new product, with that number. */
export function edited(
  platform: Platform,
  number: number,
  known: CatalogueProduct | null,
  edit: ProductEdit,
  time: number,
): CatalogueProduct {
  const now = Math.floor(time / 1000) * 1000
  const before = known ?? emptyProduct(platform, number, now)
  const { options, variants, images, tags, status = before.status, ...plain } = edit
  const after = { ...before, ...plain, status, updatedAt: now }
  const media = images?.map((image) => imageOf(platform, before, image)) ?? before.media
  const isPublished = after.status === 'ACTIVE' || after.status === 'UNLISTED'
  return {
    ...after,
    handle: before.handle || `${slug(after.title)}-${number}`,
    // On Shopify, a product is in the online store only after publishing, which is a separate call.
    publishedAt: platform === 'shopbase' ? (isPublished ? (before.publishedAt ?? now) : null) : before.publishedAt,
    tags: tags?.toSorted() ?? before.tags,
    options: options?.map((option) => optionOf(platform, option)) ?? before.options,
    variants: withoutLost(variants?.map((variant) => variantOf(platform, before, variant)) ?? before.variants, media),
    media,
  }
}

/** The catalogue with this product, in id order. */
export function withProduct({ products, collections }: Catalogue, product: CatalogueProduct): Catalogue {
  const others = products.filter(({ id }) => id !== product.id)
  const behind = others.findIndex(({ id }) => BigInt(id) > BigInt(product.id))
  return { collections, products: others.toSpliced(behind === -1 ? others.length : behind, 0, product) }
}
