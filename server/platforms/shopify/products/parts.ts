import type { ProductField } from '#shared/product-fields.ts'

/** The parts of a product that cost points or weight, and are asked for only where a field needs them. */
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
export type Parts = Record<ProductPart, boolean>

const firstImage: readonly ProductPart[] = ['media']
const variant: readonly ProductPart[] = ['variants']
const item: readonly ProductPart[] = ['variants', 'inventory']
const option: readonly ProductPart[] = ['options']
const optionValue: readonly ProductPart[] = ['options', 'variants']
const variantImage: readonly ProductPart[] = ['variants', 'variantImages']

/** What each exportable field is made of; nothing, where plain values of the product are enough. */
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
  // Deprecated: without it, other exports outlive its end.
  'Variant Tax Code': [...variant, 'taxCode'],
  'Cost per item': [...item, 'cost'],
  Status: [],
  'Image Ids': firstImage,
  'Image Id': firstImage,
  Images: firstImage,
  Categories: ['collections'],
  templateSuffix: [],
  'Custom Option': [],
}

export function partsFor(fields: readonly ProductField[]): Parts {
  const needed = new Set(fields.flatMap((field) => needs[field]))
  return {
    body: needed.has('body'),
    category: needed.has('category'),
    seo: needed.has('seo'),
    options: needed.has('options'),
    collections: needed.has('collections'),
    media: needed.has('media'),
    variants: needed.has('variants'),
    variantImages: needed.has('variantImages'),
    inventory: needed.has('inventory'),
    cost: needed.has('cost'),
    taxCode: needed.has('taxCode'),
  }
}

/** How many of each are asked for at once. Requested cost grows with the logarithm of these, so wide pages are the cheapest. */
export type ProductPageSizes = { first: number; variantsFirst: number; mediaFirst: number; collectionsFirst: number }

/** For shops as most are, and for shops whose products have more variants than fit: fewer products, but whole ones. */
export const wide: ProductPageSizes = { first: 250, variantsFirst: 50, mediaFirst: 20, collectionsFirst: 10 }
export const deep: ProductPageSizes = { first: 50, variantsFirst: 250, mediaFirst: 50, collectionsFirst: 20 }
/** How often a connection's row is charged: a page of n rows costs as much as 2 ln n of them. */
const rowsCharged = (rows: number): number => Math.max(1, Math.floor(2 * Math.log(rows)))

/** The points of a part, where it is asked for. */
export const points = (isAsked: boolean, cost: number): number => (isAsked ? cost : 0)
/** The points of a connection whose rows cost so much each. */
export const connection = (rows: number, each: number): number => 2 + rowsCharged(rows) * each

/**
 * What Shopify asks in advance for a page of products with these parts, by the rules that were fitted to its answers: an object is 1 point, a
 * connection 2 and its rows; texts, money and weights are free. `services`: whose stock is asked for. A test holds it against the schema.
 */
export function pageCost(parts: Parts, services: number, { first, variantsFirst, mediaFirst, collectionsFirst }: ProductPageSizes): number {
  const { category, seo, options, collections, media, variants, variantImages, inventory } = parts
  const variantCost = 1 + points(options, 1) + points(variantImages, connection(1, 2)) + points(inventory, 1 + services)
  return connection(
    first,
    1 +
      points(category, 1) +
      points(seo, 1) +
      points(options, 2) +
      points(collections, connection(collectionsFirst, 1)) +
      points(media, connection(mediaFirst, 2)) +
      points(variants, connection(variantsFirst, variantCost)),
  )
}

/** For the rest of one product. */
export const rest = { variantsFirst: 250, mediaFirst: 250, collectionsFirst: 250 } as const
