import { z } from 'zod'
import { defaultCsv, fileIn } from '#client/export/csv-choice.ts'
import { deliveryIn, deliveryMistake, noDelivery, type DeliveryDraft } from '#client/export/delivery.ts'
import { dayMistake, daysOf, withDays } from '#client/export/export-days.ts'
import type { ExportMode } from '#client/export/mode-field.tsx'
import { allFields } from '#client/export/template-list.tsx'
import type { DayRange } from '#client/ui/day-range.tsx'
import { AppError } from '#shared/errors.ts'
import { boundedInteger, CsvOptions, isCsv, ProductExportRequest } from '#shared/export.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { limits } from '#shared/limits.ts'
import { isProductColumn, ProductColumn, productFields, ProductHeaders } from '#shared/product-fields.ts'
import { ProductCountRequest, type ProductFilters } from '#shared/products.ts'

/** What the dialog remembers of the last export. */
export const ProductExportChoices = z.object({
  rowsPerProduct: z.string(),
  fields: z.array(ProductColumn).readonly(),
  headers: ProductHeaders,
  /** The id of the template of the fields. */
  template: z.string(),
  /** Empty for a CSV file. */
  sheetUrl: z.string(),
  /** Whether a job makes the file, to be downloaded later. */
  inBackground: z.boolean(),
  /** Of a file. Exports of earlier versions were CSV files. */
  format: ExportFormat.default('csv'),
  csv: CsvOptions,
})

/** The values of the export dialog, with numbers as typed text. */
export type ProductExportDraft = z.infer<typeof ProductExportChoices> & {
  mode: ExportMode
  /** The days of the products, if they are not selected ones. They take the place of the days among the filters. */
  days: DayRange
  maxItems: string
  /** Of a file. */
  delivery: DeliveryDraft
}

/** The store, filters and selection that the dialog exports from. */
export type ProductExportScope = {
  storeId: string
  filters: ProductFilters
  selectedIds: readonly string[]
  /** The choice of an earlier export in words. */
  earlier?: { choice: string }
}

export const newProductExport = ({ filters, selectedIds }: ProductExportScope): ProductExportDraft => ({
  mode: selectedIds.length > 0 ? 'selected' : 'all',
  days: daysOf(filters),
  maxItems: String(limits.maxItems.default),
  rowsPerProduct: String(limits.rowsPerProduct.default),
  fields: productFields,
  headers: 'fields',
  template: allFields,
  sheetUrl: '',
  inBackground: false,
  format: 'csv',
  csv: defaultCsv,
  delivery: noDelivery,
})

/** Whether there are columns and products to export. */
export const isReady = ({ mode, fields }: ProductExportDraft, { selectedIds }: ProductExportScope): boolean =>
  fields.length > 0 && (mode === 'all' || selectedIds.length > 0)

/** Whether a job runs the export, rather than a download in the dialog. */
export const isJob = ({ sheetUrl, inBackground, format, delivery }: ProductExportDraft): boolean =>
  sheetUrl.trim() !== '' || inBackground || !isCsv({ format }) || delivery.destinationId !== ''

type Sent = z.input<typeof ProductExportRequest>

function requestOf(draft: ProductExportDraft, { storeId, filters, selectedIds }: ProductExportScope): Sent {
  const sheetExport = draft.sheetUrl.trim()
  return {
    storeId,
    config: {
      exportFormat: sheetExport === '' ? 'csv' : 'sheet',
      sheetExport,
      fields: [...draft.fields],
      ...(draft.headers !== 'fields' && { headers: draft.headers }),
      maxItemsPerFile: boundedInteger(draft.maxItems, limits.maxItems),
      rowsPerProduct: boundedInteger(draft.rowsPerProduct, limits.rowsPerProduct),
      filter: draft.mode === 'all' ? withDays(filters, draft.days) : {},
    },
    ...(draft.mode === 'selected' && { productIds: [...selectedIds] }),
    ...(sheetExport === '' && { ...fileIn(draft), ...deliveryIn(draft.delivery) }),
  }
}

/** The message of the draft's first mistake; undefined if it has none. */
const mistakeOf = (draft: ProductExportDraft, request: Sent): string | undefined =>
  dayMistake(draft) ??
  (request.destinationId === undefined ? undefined : deliveryMistake(draft.delivery)) ??
  ProductExportRequest.safeParse(request).error?.issues[0]?.message

/** The export request for a draft. Throws INVALID_INPUT with the message of the draft's first mistake. */
export function productExportRequest(draft: ProductExportDraft, scope: ProductExportScope): Sent {
  const request = requestOf(draft, scope)
  const mistake = mistakeOf(draft, request)
  if (mistake !== undefined) throw new AppError('INVALID_INPUT', mistake)
  return request
}

/** The request that estimates the duration of the download. Null if a job runs the export or the draft has mistakes. */
export function productEstimateRequest(draft: ProductExportDraft, scope: ProductExportScope): Sent | null {
  const request = requestOf(draft, scope)
  return !isJob(draft) && mistakeOf(draft, request) === undefined ? request : null
}

/** The request that previews the file, whatever its destination and format. Null if the draft has mistakes. */
export function productPreviewRequest(draft: ProductExportDraft, scope: ProductExportScope): Sent | null {
  const request = requestOf({ ...draft, sheetUrl: '', format: 'csv', delivery: noDelivery }, scope)
  return mistakeOf(draft, request) === undefined ? request : null
}

/** The call that counts the products of the filters and the days; null while it cannot be made. */
export function productCountRequest(
  { days }: Pick<ProductExportDraft, 'days'>,
  { storeId, filters }: ProductExportScope,
): ProductCountRequest | null {
  const request = ProductCountRequest.safeParse({ storeId, filters: withDays(filters, days) }).data
  return request === undefined || dayMistake({ mode: 'all', days }) !== undefined ? null : request
}

/** A template's columns, without those that exports no longer have. */
export const chosenFields = ({ columns }: { columns: readonly string[] }): ProductColumn[] => columns.filter(isProductColumn)
