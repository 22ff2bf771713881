import type { ProductField } from '#shared/product-fields.ts'

/** The parts of a product that cost points or weight, and are asked for only where a field needs them. */
export type Part = 'body' | 'category' | 'seo' | 'options' | 'collections' | 'media' | 'variants' | 'variantImages' | 'inventory' | 'cost'
export type Parts = Record<Part, boolean>

const firstImage: readonly Part[] = ['media']
const variant: readonly Part[] = ['variants']
const item: readonly Part[] = ['variants', 'inventory']
const option: readonly Part[] = ['options']
const optionValue: readonly Part[] = ['options', 'variants']
const variantImage: readonly Part[] = ['variants', 'variantImages']

/** What each exportable field is made of; nothing, where plain values of the product are enough. */
const needs: Record<ProductField, readonly Part[]> = {
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
  'Variant Tax Code': variant,
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
  }
}

/** How many of each are asked for at once. Requested cost grows with the logarithm of these, so wide pages are the cheapest. */
export type PageSize = { first: number; variantsFirst: number; mediaFirst: number; collectionsFirst: number }

/** For shops as most are, and for shops whose products have more variants than fit: fewer products, but whole ones. */
export const wide: PageSize = { first: 250, variantsFirst: 50, mediaFirst: 20, collectionsFirst: 10 }
export const deep: PageSize = { first: 50, variantsFirst: 250, mediaFirst: 50, collectionsFirst: 20 }
/** For the rest of one product. */
export const rest = { variantsFirst: 250, mediaFirst: 250, collectionsFirst: 250 } as const
