import { excelCsv, programCsv } from '#client/export/csv-choice.ts'
import type { Preset } from '#client/export/preset.ts'
import { limits } from '#shared/limits.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import type { ProductExportDraft } from './export-request.ts'

/** The columns of Shopify's product CSV in its order. Without the stock: a later import would set it back. */
const shopifyFields: readonly ProductField[] = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Product Type',
  'Tags',
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
]

type Patch = Pick<ProductExportDraft, 'fields' | 'headers' | 'format' | 'csv' | 'rowsPerProduct'>

const rowsPerProduct = String(limits.rowsPerProduct.default)

export const productPresets: Readonly<Record<'shopifyImport' | 'excel', Preset<Patch>>> = {
  shopifyImport: {
    label: 'Shopify import',
    description:
      "A file that Shopify's importer reads: its columns and names, exact values. Stock is left out, so that an import does not change it.",
    patch: () => ({ fields: shopifyFields, headers: 'shopify-import', format: 'csv', csv: programCsv, rowsPerProduct }),
  },
  excel: {
    label: 'Excel',
    description: "All columns in a CSV file, with the separator that Excel expects in this computer's language.",
    patch: () => ({ fields: productFields, headers: 'fields', format: 'csv', csv: excelCsv(), rowsPerProduct }),
  },
}
