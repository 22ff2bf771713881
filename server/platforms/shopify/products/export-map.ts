import { decimalText } from '#server/platforms/money.ts'
import type { ExportImage, ExportProduct, ExportVariant, MarketPrice } from '#server/platforms/port.ts'
import type { WireImage, WireMetafield, ShopifyProduct, ShopifyVariant } from './export-wire.ts'
import { numberOf } from '#server/platforms/shopify/gid.ts'
import type { WantedMarkets } from './markets.ts'
import { serviceStocking, type Service } from '#server/platforms/shopify/services.ts'
import type { Wanted } from './wanted.ts'
import { grams } from '#server/platforms/weight.ts'

/** What was requested for each product beyond its own data. */
type Asked = Pick<Wanted, 'services' | 'markets'>

const weightUnits = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' } as const

function imagesOf(nodes: readonly WireImage[]): ExportImage[] {
  const images: ExportImage[] = []
  for (const { id, image, alt } of nodes) if (id !== undefined && image) images.push({ id: numberOf(id), url: image.url, alt: alt || null })
  return images
}

/**
 * The handle of the fulfilment service. As in Shopify's own CSV, it is "gift_card" for gift cards and "manual" for goods that the shop
 * ships itself.
 */
function shipperOf({ inventoryItem }: ShopifyVariant, isGiftCard: boolean, services: readonly Service[] | null): string | null {
  if (isGiftCard) return 'gift_card'
  return services && (serviceStocking(inventoryItem ?? {}, services)?.handle ?? 'manual')
}

/** Without both units, the shop has no measures for a unit price. Units are in lower case, as in Shopify's own CSV. */
function unitPriceOf({ unitPriceMeasurement: measures }: ShopifyVariant): ExportVariant['unitPrice'] {
  if (!measures?.quantityUnit || !measures.referenceUnit) return null
  return {
    total: measures.quantityValue,
    totalUnit: measures.quantityUnit.toLowerCase(),
    base: measures.referenceValue,
    baseUnit: measures.referenceUnit.toLowerCase(),
  }
}

/** The requested markets' prices by handle, from the answers in the order of the markets. */
function marketPricesOf({ marketPrice: prices = [] }: ShopifyVariant, { priced }: WantedMarkets): ReadonlyMap<string, MarketPrice> {
  return new Map(
    priced.flatMap(({ handle }, index) => {
      const found = prices[index]
      if (!found) return []
      const { price, compareAtPrice } = found
      return [[handle, { price: price.amount, compareAtPrice: compareAtPrice?.amount ?? null, currency: price.currencyCode }]]
    }),
  )
}

function variantOf(wire: ShopifyVariant, isGiftCard: boolean, { services, markets }: Asked): ExportVariant {
  const item = wire.inventoryItem
  const weight = item?.measurement.weight ?? null
  const picture = wire.media?.nodes[0]
  return {
    id: wire.legacyResourceId,
    sku: wire.sku,
    barcode: wire.barcode,
    price: decimalText(wire.price),
    compareAtPrice: wire.compareAtPrice === null ? null : decimalText(wire.compareAtPrice),
    cost: item?.unitCost ? decimalText(item.unitCost.amount) : null,
    optionValues: wire.selectedOptions?.map(({ value }) => value) ?? [],
    grams: weight && grams(weight.value, weightUnits[weight.unit]),
    weightUnit: weight && weightUnits[weight.unit],
    inventoryTracker: item?.tracked ? 'shopify' : null,
    inventoryQuantity: wire.inventoryQuantity,
    inventoryPolicy: wire.inventoryPolicy === 'DENY' ? 'deny' : 'continue',
    fulfillmentService: shipperOf(wire, isGiftCard, services),
    requiresShipping: item?.requiresShipping ?? null,
    taxable: wire.taxable,
    taxCode: wire.taxCode ?? null,
    unitPrice: unitPriceOf(wire),
    marketPrices: marketPricesOf(wire, markets),
    image: picture?.id === undefined ? null : { id: numberOf(picture.id), url: picture.image?.url ?? null },
  }
}

/** Maps a complete Shopify product to our model. Pure. `services` is null where the shop hides its fulfilment services. */
export function exportShopifyProduct(wire: ShopifyProduct, asked: Asked): ExportProduct {
  return {
    id: wire.legacyResourceId,
    createdAt: wire.createdAt ?? null,
    updatedAt: wire.updatedAt ?? null,
    title: wire.title,
    handle: wire.handle,
    bodyHtml: wire.descriptionHtml ?? '',
    vendor: wire.vendor,
    productType: wire.productType,
    tags: wire.tags,
    category: wire.category?.fullName ?? null,
    published: wire.publishedAt !== null,
    status: wire.status.toLowerCase(),
    giftCard: wire.isGiftCard,
    seoTitle: wire.seo?.title ?? null,
    seoDescription: wire.seo?.description ?? null,
    templateSuffix: wire.templateSuffix,
    customOption: null,
    collections: wire.collections?.nodes.map(({ title }) => title) ?? [],
    options: wire.options?.map(({ name, linkedMetafield }) => ({ name, linkedTo: linkedTo(linkedMetafield) })) ?? [],
    images: imagesOf(wire.media?.nodes ?? []),
    variants: wire.variants?.nodes.map((variant) => variantOf(variant, wire.isGiftCard, asked)) ?? [],
    metafields: metafieldsOf(wire.metafields?.nodes ?? []),
    inMarkets: new Map(asked.markets.published.flatMap(({ handle }, index) => publicationOf(handle, wire.inMarket?.[index]))),
  }
}

/** Shopify may give a key with its namespace, as it was asked for. Neither has a dot of its own. */
function metafieldsOf(nodes: readonly WireMetafield[]): Record<string, string> {
  return Object.fromEntries(nodes.map(({ namespace, key, value }) => [key.includes('.') ? key : `${namespace}.${key}`, value]))
}

/** Has the format of Shopify's own CSV. */
function linkedTo(metafield: { namespace: string; key: string } | null): string | null {
  return metafield && `product.metafields.${metafield.namespace}.${metafield.key}`
}

const publicationOf = (handle: string, isPublished: boolean | undefined): [string, boolean][] =>
  isPublished === undefined ? [] : [[handle, isPublished]]
