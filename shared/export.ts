import { z } from 'zod'
import { deliveryFields } from '#shared/delivery.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { formatMessages } from '#shared/format-messages.ts'
import { limits } from '#shared/limits.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { hasRoomForMarkets } from '#shared/market-columns.ts'
import { messages } from '#shared/messages.ts'
import { hasRoomForMetafields } from '#shared/metafields.ts'
import { ProductColumn, ProductHeaders } from '#shared/product-fields.ts'
import { ProductId } from '#shared/product-id.ts'
import { ProductFilters } from '#shared/products.ts'
import { spreadsheetId } from '#shared/sheets.ts'
import { StoreId } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'

const { maxItems, rowsPerProduct } = limits

/** The format of a CSV file. Files with the defaults open correctly in spreadsheet programs. */
export const CsvOptions = z.strictObject({
  bom: z.boolean().default(true),
  protectFormulas: z.boolean().default(true),
  delimiter: z.enum([',', ';', '\t']).default(','),
})
export type CsvOptions = z.infer<typeof CsvOptions>

export const ProductExportConfig = z
  .strictObject({
    exportFormat: z.enum(['csv', 'sheet']).optional(),
    /** The URL of a spreadsheet. Empty: a CSV file. */
    sheetExport: z
      .string()
      .trim()
      .max(limits.urlLength)
      .refine((url) => url === '' || spreadsheetId(url) !== null, messages.sheets.urlInvalid)
      .default(''),
    fields: z
      .array(ProductColumn)
      .min(1, messages.export.fieldsNeeded)
      .refine(isUnique, messages.export.fieldsRepeated)
      .refine(hasRoomForMetafields, messages.export.metafieldsTooMany(limits.metafieldColumns))
      .refine(hasRoomForMarkets, marketMessages.tooMany(limits.exportMarkets)),
    headers: ProductHeaders.default('fields'),
    /** Counts products, not rows. */
    maxItemsPerFile: z.int().min(maxItems.min).max(maxItems.max).default(maxItems.default),
    /** 0: the layout of Shopify's own product CSV. N: at most N rows for each product. */
    rowsPerProduct: z.int().min(rowsPerProduct.min).max(rowsPerProduct.max).default(rowsPerProduct.default),
    filter: ProductFilters.prefault({}),
  })
  .superRefine(({ exportFormat, sheetExport }, issues) => {
    const message = exportFormat === 'sheet' && sheetExport === '' ? messages.sheets.urlNeeded : messages.sheets.urlOfCsv
    const isAtOdds = exportFormat !== undefined && (exportFormat === 'sheet') !== (sheetExport !== '')
    if (isAtOdds) issues.addIssue({ code: 'custom', path: ['sheetExport'], message })
  })

export const ProductExportRequest = z.strictObject({
  storeId: StoreId,
  config: ProductExportConfig,
  /** Exports only these products and ignores the filter. */
  productIds: z
    .array(ProductId)
    .min(1, messages.export.productsNeeded)
    .max(limits.selectedProducts, messages.export.productsTooMany(limits.selectedProducts))
    .refine(isUnique, messages.export.productsRepeated)
    .optional(),
  csv: CsvOptions.prefault({}),
  /** The format of the file; without effect on a spreadsheet. */
  format: ExportFormat.default('csv'),
  ...deliveryFields,
})
export type ProductExportRequest = z.infer<typeof ProductExportRequest>

/** The header and the first rows of the file for the same request. */
export const ExportPreview = z.object({
  header: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
})
export type ExportPreview = z.infer<typeof ExportPreview>

/** Only jobs make files of other formats: some of them cannot be written before all rows are there. */
export const isCsv = ({ format }: { format: ExportFormat }): boolean => format === 'csv'
export const csvOnly = { path: ['format'], error: formatMessages.csvOnly }

/** A file that is sent at once. A spreadsheet is not possible here. */
export const ProductCsvRequest = ProductExportRequest.refine(({ config }) => config.sheetExport === '', {
  path: ['config', 'sheetExport'],
  error: messages.sheets.urlOfCsv,
}).refine(isCsv, csvOnly)

/** Reads a number field of the export dialog. Returns the default unless it has a whole number in range. */
export function boundedInteger(typed: string, { min, max, default: fallback }: { min: number; max: number; default: number }): number {
  const number = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN
  return number >= min && number <= max ? number : fallback
}
