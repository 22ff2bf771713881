import type { ExportProduct, ExportVariant } from '#server/platforms/port.ts'
import { isoTime, timeIn, type ShopbaseListedProduct, type ShopbaseProduct, type ShopbaseVariant } from '#server/platforms/shopbase/wire.ts'
import { grams } from '#server/platforms/weight.ts'

/** ShopBase has no status. Published products count as active, all others as drafts. */
export function isPublished({ published, published_at: at }: Pick<ShopbaseListedProduct, 'published' | 'published_at'>): boolean {
  return published ?? timeIn(at) !== null
}

/** The image of a variant has only an id if it is not among the product's images. */
export function exportShopbaseVariant(wire: ShopbaseVariant, options: number, urls: ReadonlyMap<string, string>): ExportVariant {
  const { image_id: imageId, weight, weight_unit: unit } = wire
  // ShopBase represents a missing compare-at price as 0.
  const compareAtPrice = wire.compare_at_price ?? null
  return {
    id: wire.id,
    sku: wire.sku,
    barcode: wire.barcode,
    price: wire.price,
    compareAtPrice: Number(compareAtPrice) === 0 ? null : compareAtPrice,
    cost: wire.cost_per_item ?? null,
    optionValues: [wire.option1, wire.option2, wire.option3].slice(0, options).map((value) => value ?? ''),
    grams: weight !== null && unit ? grams(weight, unit) : null,
    weightUnit: unit ?? null,
    inventoryTracker: wire.inventory_management,
    inventoryQuantity: wire.inventory_quantity,
    inventoryPolicy: wire.inventory_policy ?? null,
    fulfillmentService: wire.fulfillment_service,
    requiresShipping: wire.requires_shipping,
    taxable: wire.taxable,
    taxCode: null,
    unitPrice: null,
    marketPrices: new Map(),
    image: imageId === null ? null : { id: imageId, url: urls.get(imageId) ?? null },
  }
}

/** Maps a ShopBase product to our model. Pure. `collections` has the titles by id. */
export function exportShopbaseProduct(wire: ShopbaseProduct, collections: ReadonlyMap<string, string>): ExportProduct {
  const published = isPublished(wire)
  const urls = new Map(wire.images.map(({ id, src }) => [id, src]))
  return {
    id: wire.id,
    createdAt: isoTime(wire.created_at),
    updatedAt: isoTime(wire.updated_at),
    title: wire.title,
    handle: wire.handle,
    bodyHtml: wire.body_html,
    vendor: wire.vendor,
    productType: wire.product_type,
    tags: wire.tags,
    category: null,
    published,
    status: published ? 'active' : 'draft',
    giftCard: false,
    seoTitle: wire.metafields_global_title_tag,
    seoDescription: wire.metafields_global_description_tag,
    templateSuffix: null,
    customOption: wire.custom_options.length === 0 ? null : JSON.stringify(wire.custom_options),
    collections: wire.collection_ids.flatMap((id) => collections.get(id) ?? []),
    options: wire.options.map(({ name }) => ({ name, linkedTo: null })),
    images: wire.images.map(({ id, src, alt_text: alt }) => ({ id, url: src, alt })),
    variants: wire.variants.map((variant) => exportShopbaseVariant(variant, wire.options.length, urls)),
    metafields: {},
    inMarkets: new Map(),
  }
}
