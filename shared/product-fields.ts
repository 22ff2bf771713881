import { z } from 'zod'

/** The 52 exportable product fields in their default order. The names are the header of the CSV file. */
export const productFields = [
  'Title',
  'Seller Code',
  'SKU',
  'Image link',
  'Tags',
  'Vendor',
  'Color',
  'Price',
  'Product Type',
  'Product Id',
  'Handle',
  'Variant Id',
  'Body (HTML)',
  'Product Category',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option1 Linked To',
  'Option2 Name',
  'Option2 Value',
  'Option2 Linked To',
  'Option3 Name',
  'Option3 Value',
  'Option3 Linked To',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  'Variant Image',
  'Variant Weight Unit',
  'Variant Tax Code',
  'Cost per item',
  'Status',
  'Image Ids',
  'Image Id',
  'Images',
  'Categories',
  'templateSuffix',
  'Custom Option',
] as const

/** Fields of Shopify's own product CSV beyond the 52. They are chosen one by one: no button and no default chooses them. */
export const furtherProductFields = [
  'Unit Price Total Measure',
  'Unit Price Total Measure Unit',
  'Unit Price Base Measure',
  'Unit Price Base Measure Unit',
] as const
export const everyProductField = [...productFields, ...furtherProductFields]
export const ProductField = z.enum(everyProductField)
export type ProductField = z.infer<typeof ProductField>

/** How the header names the columns: by the names of the fields, or by those of Shopify's own product CSV, which its importer reads. */
export const ProductHeaders = z.enum(['fields', 'shopify-import'])
export type ProductHeaders = z.infer<typeof ProductHeaders>

/** The fields that Shopify's CSV names otherwise. */
const inShopify: Partial<Record<ProductField, string>> = { 'Product Type': 'Type' }

export const productHeader = (fields: readonly ProductField[], headers: ProductHeaders): string[] =>
  fields.map((field) => (headers === 'shopify-import' ? (inShopify[field] ?? field) : field))
