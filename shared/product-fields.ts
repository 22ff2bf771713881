import { z } from 'zod'
import { MarketColumn, isMarketColumn, marketHeader } from '#shared/market-columns.ts'
import { metafieldMessages } from '#shared/metafield-messages.ts'
import { MetafieldColumn, metafieldHeader, isMetafieldColumn } from '#shared/metafields.ts'

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

const isField = (column: string): column is ProductField => ProductField.safeParse(column).success

/** A column of a product export: a field, or a metafield or a market's value of Shopify. */
export const ProductColumn = z.union([ProductField, MetafieldColumn, MarketColumn], { error: metafieldMessages.columnUnknown })
export type ProductColumn = z.infer<typeof ProductColumn>
export const isProductColumn = (column: string): column is ProductColumn =>
  isField(column) || isMetafieldColumn(column) || isMarketColumn(column)

/** The columns without the metafields and the markets' values. */
export const plainFields = (columns: readonly ProductColumn[]): ProductField[] => columns.filter(isField)

/** How the header names the columns: by the names of the fields, or by those of Shopify's own product CSV, which its importer reads. */
export const ProductHeaders = z.enum(['fields', 'shopify-import'])
export type ProductHeaders = z.infer<typeof ProductHeaders>

/** The fields that Shopify's CSV names otherwise. */
const inShopify: Partial<Record<ProductField, string>> = { 'Product Type': 'Type' }

/** The header of a file. `names`: those of the metafields and the markets, by column. */
export const productHeader = (
  columns: readonly ProductColumn[],
  headers: ProductHeaders,
  names: ReadonlyMap<string, string> = new Map(),
): string[] =>
  columns.map((column) => {
    if (isMetafieldColumn(column)) return metafieldHeader(column, names.get(column))
    if (isMarketColumn(column)) return marketHeader(column, names.get(column))
    return headers === 'shopify-import' ? (inShopify[column] ?? column) : column
  })
