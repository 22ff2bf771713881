import { limits } from '#shared/limits.ts'
import { marketHandles } from '#shared/market-columns.ts'
import { isMetafieldColumn } from '#shared/metafields.ts'
import { plainFields, type ProductColumn, type ProductField } from '#shared/product-fields.ts'

/** The parts of a product that cost points or are large. They are requested only for fields that need them. */
export type ProductPart =
  | 'body'
  | 'category'
  | 'seo'
  | 'options'
  | 'collections'
  | 'media'
  | 'variants'
  | 'variantImages'
  | 'inventory'
  | 'cost'
  | 'taxCode'
  | 'unitPrice'
  | 'metafields'
export type Parts = Record<ProductPart, boolean>

const firstImage: readonly ProductPart[] = ['media']
const variant: readonly ProductPart[] = ['variants']
const item: readonly ProductPart[] = ['variants', 'inventory']
const option: readonly ProductPart[] = ['options']
const optionValue: readonly ProductPart[] = ['options', 'variants']
const measures: readonly ProductPart[] = ['variants', 'unitPrice']
const variantImage: readonly ProductPart[] = ['variants', 'variantImages']

/** The parts that each exportable field needs. Empty where the plain values of the product are enough. */
const needs: Record<ProductField, readonly ProductPart[]> = {
  Title: [],
  'Seller Code': [],
  SKU: variant,
  'Image link': firstImage,
  Tags: [],
  Vendor: [],
  Color: optionValue,
  Price: variant,
  'Product Type': [],
  'Product Id': [],
  Handle: [],
  'Variant Id': variant,
  'Body (HTML)': ['body'],
  'Product Category': ['category'],
  Published: [],
  'Option1 Name': option,
  'Option1 Value': optionValue,
  'Option1 Linked To': option,
  'Option2 Name': option,
  'Option2 Value': optionValue,
  'Option2 Linked To': option,
  'Option3 Name': option,
  'Option3 Value': optionValue,
  'Option3 Linked To': option,
  'Variant SKU': variant,
  'Variant Grams': item,
  'Variant Inventory Tracker': item,
  'Variant Inventory Qty': variant,
  'Variant Inventory Policy': variant,
  'Variant Fulfillment Service': item,
  'Variant Price': variant,
  'Variant Compare At Price': variant,
  'Variant Requires Shipping': item,
  'Variant Taxable': variant,
  'Variant Barcode': variant,
  'Image Src': firstImage,
  'Image Position': firstImage,
  'Image Alt Text': firstImage,
  'Gift Card': [],
  'SEO Title': ['seo'],
  'SEO Description': ['seo'],
  'Variant Image': variantImage,
  'Variant Weight Unit': item,
  // Deprecated by Shopify. As a separate part, its removal does not break exports without it.
  'Variant Tax Code': [...variant, 'taxCode'],
  'Cost per item': [...item, 'cost'],
  Status: [],
  'Image Ids': firstImage,
  'Image Id': firstImage,
  Images: firstImage,
  Categories: ['collections'],
  templateSuffix: [],
  'Custom Option': [],
  'Unit Price Total Measure': measures,
  'Unit Price Total Measure Unit': measures,
  'Unit Price Base Measure': measures,
  'Unit Price Base Measure Unit': measures,
}

export function partsFor(columns: readonly ProductColumn[]): Parts {
  const needed = new Set(plainFields(columns).flatMap((field) => needs[field]))
  return {
    body: needed.has('body'),
    category: needed.has('category'),
    seo: needed.has('seo'),
    options: needed.has('options'),
    collections: needed.has('collections'),
    media: needed.has('media'),
    variants: needed.has('variants') || marketHandles(columns, 'price', 'compareAtPrice').length > 0,
    variantImages: needed.has('variantImages'),
    inventory: needed.has('inventory'),
    cost: needed.has('cost'),
    taxCode: needed.has('taxCode'),
    unitPrice: needed.has('unitPrice'),
    metafields: columns.some(isMetafieldColumn),
  }
}

/** The numbers of rows per request. The requested cost grows with their logarithm, so large pages are the cheapest. */
export type ProductPageSizes = { first: number; variantsFirst: number; mediaFirst: number; collectionsFirst: number }

/** `wide` is for most shops. `deep` is for shops whose products have more variants than fit: pages with fewer, but complete products. */
export const wide: ProductPageSizes = { first: 250, variantsFirst: 50, mediaFirst: 20, collectionsFirst: 10 }
export const deep: ProductPageSizes = { first: 50, variantsFirst: 250, mediaFirst: 50, collectionsFirst: 20 }
/**
 * The size of the list of a product's metafields, however few are requested. A list of 50 costs as much as nine metafields that are requested
 * one by one.
 */
export const metafieldsFirst = limits.metafieldColumns

/** The number of rows that Shopify charges: a page of n rows costs as much as 2 ln n rows. */
const rowsCharged = (rows: number): number => Math.max(1, Math.floor(2 * Math.log(rows)))

/** The points of a part, or 0 where it is not requested. */
export const points = (isAsked: boolean, cost: number): number => (isAsked ? cost : 0)
/** The points of a connection. `each`: the cost of a row. */
export const connection = (rows: number, each: number): number => 2 + rowsCharged(rows) * each

/**
 * How often a document has the fields that each shop needs another number of: the fulfilment services whose stock is requested, the markets
 * whose prices are, and the markets that are asked for products.
 */
export type Repeats = { services?: number; prices?: number; publications?: number }

/**
 * The requested cost of a page of products with these parts, by rules that were fitted to Shopify's answers: an object costs 1 point, a
 * connection 2 and its rows; texts, money, weights and flags are free. A test compares the result with the schema.
 */
export function pageCost(
  parts: Parts,
  { services = 0, prices = 0 }: Repeats,
  { first, variantsFirst, mediaFirst, collectionsFirst }: ProductPageSizes,
): number {
  const { category, seo, options, collections, media, variants, variantImages, inventory, unitPrice, metafields } = parts
  const stocked = points(variantImages, connection(1, 2)) + points(inventory, 1 + services)
  const variantCost = 1 + points(options, 1) + points(unitPrice, 1) + prices + stocked
  return connection(
    first,
    1 +
      points(category, 1) +
      points(seo, 1) +
      points(options, 2) +
      points(metafields, connection(metafieldsFirst, 1)) +
      points(collections, connection(collectionsFirst, 1)) +
      points(media, connection(mediaFirst, 2)) +
      points(variants, connection(variantsFirst, variantCost)),
  )
}

/** The page sizes for the rest of one product. */
export const rest = { variantsFirst: 250, mediaFirst: 250, collectionsFirst: 250 } as const
