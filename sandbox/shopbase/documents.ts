import type { CatalogueCollection, CatalogueMedia, CatalogueProduct, CatalogueVariant } from '../catalogue/record.ts'

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** ShopBase's ids have 16 digits: they fit a JSON number. */
const numeric = (id: string) => Number(id)

const WEIGHT_UNIT = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' }

function imagesOf(product: CatalogueProduct): readonly CatalogueMedia[] {
  return product.media.filter((media) => media.kind === 'IMAGE')
}

export function isPublished(product: CatalogueProduct): boolean {
  return product.status === 'ACTIVE' || product.status === 'UNLISTED'
}

function imageDocument(product: CatalogueProduct, image: CatalogueMedia, position: number) {
  return {
    id: numeric(image.id),
    product_id: numeric(product.id),
    position,
    src: image.url,
    alt_text: image.alt ?? '',
    width: image.width,
    height: image.height,
    updated_at: seconds(product.updatedAt),
  }
}

function variantDocument(product: CatalogueProduct, variant: CatalogueVariant, position: number) {
  const [option1 = '', option2 = '', option3 = ''] = variant.optionValues
  return {
    id: numeric(variant.id),
    product_id: numeric(product.id),
    title: variant.title,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    price: Number(variant.price),
    compare_at_price: variant.compareAtPrice === null ? null : Number(variant.compareAtPrice),
    cost_per_item: variant.unitCost === null ? null : Number(variant.unitCost),
    option1,
    option2,
    option3,
    position,
    inventory_management: variant.tracked ? 'shopbase' : '',
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    inventory_quantity: variant.inventoryQuantity,
    weight: variant.weight.value,
    weight_unit: WEIGHT_UNIT[variant.weight.unit],
    requires_shipping: variant.requiresShipping,
    taxable: variant.taxable,
    fulfillment_service: variant.fulfillmentService ?? 'manual',
    image_id: variant.mediaId === null ? null : numeric(variant.mediaId),
    image_ids: variant.mediaId ?? '',
    is_default: position === 1,
    metafields: [],
    updated_at: seconds(product.updatedAt),
  }
}

/** ShopBase's ProductDto: times in Unix seconds, tags as one comma-separated text, money as numbers. */
export function productDocument(product: CatalogueProduct) {
  const images = imagesOf(product).map((image, n) => imageDocument(product, image, n + 1))
  return {
    id: numeric(product.id),
    title: product.title,
    body_html: product.bodyHtml,
    handle: product.handle,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join(', '),
    published: isPublished(product),
    published_at: product.publishedAt === null ? null : seconds(product.publishedAt),
    created_at: seconds(product.createdAt),
    updated_at: seconds(product.updatedAt),
    product_availability: 0,
    collection_ids: product.collectionIds.map(numeric),
    custom_options: product.customOptions.map(({ required, ...option }) => ({
      ...option,
      placeholder: '',
      help_text: '',
      validations: { required },
    })),
    display_options: { group_options_by: 0 },
    fulfillment_services: [],
    image: images[0] ?? null,
    images,
    options: product.options.map((option, n) => ({
      id: numeric(option.id),
      product_id: numeric(product.id),
      name: option.name,
      position: n + 1,
      values: option.values,
    })),
    variants: product.variants.map((variant, n) => variantDocument(product, variant, n + 1)),
    metafields_global_title_tag: product.seoTitle ?? '',
    metafields_global_description_tag: product.seoDescription ?? '',
  }
}

export function collectionDocument(collection: CatalogueCollection) {
  return {
    id: numeric(collection.id),
    title: collection.title,
    handle: collection.handle,
    body_html: '',
    published: true,
    sort_order: 'manual',
    metafields: [],
  }
}

/** A product's membership in a collection, which has a separate id. */
export function collectDocument(collection: CatalogueCollection, product: CatalogueProduct, position: number) {
  return {
    id: 3_000_000_000_000_000 + (numeric(product.id) % 1_000_000_000) * 2000 + (numeric(collection.id) % 1999),
    collection_id: numeric(collection.id),
    product_id: numeric(product.id),
    position,
    featured: false,
    sort_value: String(position).padStart(10, '0'),
  }
}
