import type { Connection, ExportProduct } from '#server/platforms/port.ts'
import type { CatalogueProduct, CatalogueVariant } from '#sandbox/catalogue/record.ts'
import type { Subject } from '#tests/platforms/contract.ts'

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 }
const UNITS = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' }

/** Decimal text with at least two decimal places. */
export const padded = (amount: string | null) =>
  amount && amount.replace(/^(\d+)(?:\.(\d+))?$/, (_all, whole, fraction = '') => `${whole}.${fraction.padEnd(2, '0')}`)

export function exportedVariant(variant: CatalogueVariant, product: CatalogueProduct) {
  const { value, unit } = variant.weight
  const image = product.media.find(({ id }) => id === variant.mediaId)
  return {
    id: variant.id,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    cost: padded(variant.unitCost),
    optionValues: variant.optionValues,
    grams: Math.round(value * GRAMS[unit] * 1000) / 1000,
    weightUnit: UNITS[unit] ?? null,
    inventoryTracker: variant.tracked ? 'shopify' : null,
    inventoryQuantity: variant.inventoryQuantity,
    inventoryPolicy: variant.inventoryPolicy === 'DENY' ? ('deny' as const) : ('continue' as const),
    fulfillmentService: product.isGiftCard ? 'gift_card' : (variant.fulfillmentService ?? 'manual'),
    requiresShipping: variant.requiresShipping,
    taxable: variant.taxable,
    taxCode: variant.taxCode,
    marketPrices: new Map(),
    unitPrice: variant.unitPrice && {
      ...variant.unitPrice,
      totalUnit: variant.unitPrice.totalUnit.toLowerCase(),
      baseUnit: variant.unitPrice.baseUnit.toLowerCase(),
    },
    image: image ? { id: image.id, url: image.url } : null,
  }
}

/** A time as Shopify tells it. */
const inSeconds = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '')

function exported(product: CatalogueProduct, { collections }: Parameters<Subject['exported']>[1]): ExportProduct {
  const titles = new Map(collections.map(({ id, title }) => [id, title]))
  return {
    id: product.id,
    createdAt: inSeconds(product.createdAt),
    updatedAt: inSeconds(product.updatedAt),
    title: product.title,
    handle: product.handle,
    bodyHtml: product.bodyHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    category: product.category?.fullName ?? null,
    published: product.publishedAt !== null,
    status: product.status.toLowerCase(),
    giftCard: product.isGiftCard,
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    templateSuffix: product.templateSuffix,
    customOption: null,
    collections: product.collectionIds.map((id) => titles.get(id) ?? ''),
    options: product.options.map(({ name, linkedMetafield: link }) => ({
      name,
      linkedTo: link && `product.metafields.${link.namespace}.${link.key}`,
    })),
    images: product.media.filter(({ kind }) => kind === 'IMAGE').map(({ id, url, alt }) => ({ id, url, alt })),
    variants: product.variants.map((variant) => exportedVariant(variant, product)),
    metafields: {},
    inMarkets: new Map(),
  }
}

/** Words as Shopify's index splits them: letters and digits of any script. */
const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const texts = ({ title, vendor, productType, handle, tags, variants }: CatalogueProduct) => [
  title,
  vendor,
  productType,
  handle,
  ...tags,
  ...variants.flatMap((variant) => [variant.sku ?? '', variant.barcode ?? '', variant.title]),
]

const TOKEN = 'shpat_test_not_a_secret'
const connection: Connection<'shopify'> = {
  platform: 'shopify',
  name: 'Battery',
  domain: 'battery.myshopify.com',
  secrets: { kind: 'accessToken', token: TOKEN },
}

export const shopify: Subject = {
  settings: {
    platform: 'shopify',
    host: 'battery.myshopify.com',
    name: 'Battery',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    products: 600,
    fulfillmentServices: ['parcelhub', 'printworks'],
    scopes: [
      'read_products',
      'read_inventory',
      'read_locations',
      'read_orders',
      'read_customers',
      'read_all_orders',
      'read_payment_terms',
      'read_markets',
    ],
    credentials: { accessToken: TOKEN },
  },
  connection,
  stranger: { ...connection, secrets: { kind: 'accessToken', token: 'shpat_wrong' } },
  status: ({ status }) => (status === 'ACTIVE' ? 'active' : status === 'DRAFT' ? 'draft' : 'archived'),
  exported,
  search: {
    text: 'bamboo m',
    finds: (product) =>
      texts(product).some((text) => words(text).includes('bamboo')) &&
      texts(product).some((text) => words(text).some((word) => word.startsWith('m'))),
  },
}
