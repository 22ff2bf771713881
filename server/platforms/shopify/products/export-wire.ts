import { z } from 'zod'
import { PageInfo } from '#server/platforms/shopify/wire.ts'
import { priceAlias, publicationAlias } from './markets.ts'

/** The parts of a product that an export reads. Parts that were not requested are missing. */

const Weight = z.object({ value: z.number(), unit: z.enum(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']) })
/** Videos and models are empty objects. An image without a picture is still being processed by Shopify. */
const Image = z.object({ id: z.string().optional(), image: z.object({ url: z.string() }).nullish(), alt: z.string().nullish() })

/** Loose, because it also has one inventory level per fulfilment service of the shop. */
const InventoryItem = z.looseObject({
  tracked: z.boolean(),
  requiresShipping: z.boolean(),
  unitCost: z.object({ amount: z.string() }).nullish(),
  measurement: z.object({ weight: Weight.nullable() }),
})

const UnitPrice = z.object({
  quantityValue: z.number(),
  quantityUnit: z.string().nullable(),
  referenceValue: z.int(),
  referenceUnit: z.string().nullable(),
})

/** Collects the answers for the markets, `alias0` and so on, into one list under the alias. */
const listUnder = (alias: string) => (row: unknown) => {
  if (typeof row !== 'object' || row === null || !(`${alias}0` in row)) return row
  const answers: unknown[] = []
  while (`${alias}${answers.length}` in row) answers.push(Reflect.get(row, `${alias}${answers.length}`))
  return { ...row, [alias]: answers }
}

const Money = z.object({ amount: z.string(), currencyCode: z.string() })
const MarketPrice = z.object({ price: Money, compareAtPrice: Money.nullable() })

const PlainVariant = z.object({
  legacyResourceId: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  taxable: z.boolean(),
  taxCode: z.string().nullish(),
  inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
  inventoryQuantity: z.int().nullable(),
  selectedOptions: z.array(z.object({ value: z.string() })).optional(),
  media: z.object({ nodes: z.array(Image) }).optional(),
  inventoryItem: InventoryItem.optional(),
  unitPriceMeasurement: UnitPrice.nullish(),
  [priceAlias]: z.array(MarketPrice).optional(),
})
const Variant = z.preprocess(listUnder(priceAlias), PlainVariant)

const Metafield = z.object({ namespace: z.string(), key: z.string(), value: z.string() })
export type WireMetafield = z.infer<typeof Metafield>

const connections = {
  collections: z.object({ nodes: z.array(z.object({ title: z.string() })), pageInfo: PageInfo }).optional(),
  media: z.object({ nodes: z.array(Image), pageInfo: PageInfo }).optional(),
  variants: z.object({ nodes: z.array(Variant), pageInfo: PageInfo }).optional(),
}

const ShopifyProduct = z.object({
  legacyResourceId: z.string().regex(/^\d+$/),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  title: z.string(),
  handle: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: z.string(),
  publishedAt: z.string().nullable(),
  isGiftCard: z.boolean(),
  templateSuffix: z.string().nullable(),
  descriptionHtml: z.string().optional(),
  category: z.object({ fullName: z.string() }).nullish(),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }).optional(),
  options: z
    .array(z.object({ name: z.string(), linkedMetafield: z.object({ namespace: z.string(), key: z.string() }).nullable() }))
    .optional(),
  metafields: z.object({ nodes: z.array(Metafield) }).optional(),
  [publicationAlias]: z.array(z.boolean()).optional(),
  ...connections,
})
export type ShopifyProduct = z.infer<typeof ShopifyProduct>
export type ShopifyVariant = z.infer<typeof Variant>
export type WireImage = z.infer<typeof Image>

export const shopifyProduct = { noun: 'product', shape: z.preprocess(listUnder(publicationAlias), ShopifyProduct) }

export const OutlineNode = ShopifyProduct.pick({ legacyResourceId: true })

export const RestData = z.object({ product: z.object(connections).nullable() })
