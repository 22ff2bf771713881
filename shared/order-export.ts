import { z } from 'zod'
import { deliveryFields } from '#shared/delivery.ts'
import { CsvOptions, csvOnly, isCsv } from '#shared/export.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { OrderColumn, OrderLayout } from '#shared/order-columns.ts'
import { orderFilters, OrderSortKey, OrderStoreIds, SortOrder } from '#shared/orders.ts'
import { spreadsheetId } from '#shared/sheets.ts'
import { isTimezone } from '#shared/stores.ts'
import { isUnique } from '#shared/unique.ts'

/** An order of a selection: its number. With several stores, the store's id comes first: `storeId:orderId`. */
const OrderName = z.string().regex(/^(?:[\w-]{1,64}:)?\d{1,20}$/, messages.orderExport.orderUnreadable)

/** The filters of the list. Its sort is accepted but has no effect, because every export is in ascending order of ids. */
export const OrderExportFilters = z
  .strictObject({ ...orderFilters, sortBy: OrderSortKey.optional(), sortOrder: SortOrder.optional() })
  .refine(({ createdAfter, createdBefore }) => !createdAfter || !createdBefore || createdAfter <= createdBefore, {
    path: ['createdBefore'],
    message: messages.orders.datesReversed,
  })
  .transform(({ sortBy: _sortBy, sortOrder: _sortOrder, ...filters }) => filters)

const asked = {
  /** The file has these stores one after another, in this order. */
  storeIds: OrderStoreIds,
  columns: z.array(OrderColumn).min(1, messages.orderExport.columnsNeeded).refine(isUnique, messages.orderExport.columnsRepeated),
  /** Exports only these orders of the chosen stores. */
  orderIds: z
    .array(OrderName)
    .min(1, messages.orderExport.ordersNeeded)
    .max(limits.selectedOrders, messages.orderExport.ordersTooMany(limits.selectedOrders))
    .refine(isUnique, messages.orderExport.ordersRepeated)
    .optional(),
  /** Days are whole days in each store's time zone, as in the list. */
  filters: OrderExportFilters.prefault({}),
  layout: OrderLayout.default('first-row'),
  /** The time zone of the written times. Default: each store's own. */
  timezone: z.string().refine(isTimezone, messages.stores.timezoneInvalid).optional(),
}
type Asked = { storeIds: string[]; orderIds?: string[] | undefined; filters: object }

function checkOrders({ storeIds, orderIds, filters }: Asked, issues: z.RefinementCtx) {
  if (!orderIds) return
  const add = (message: string) => issues.addIssue({ code: 'custom', path: ['orderIds'], message })
  if (Object.keys(filters).length > 0) add(messages.orderExport.ordersOrFilters)
  if (storeIds.length > 1 && orderIds.some((name) => !name.includes(':'))) add(messages.orderExport.storeUnnamed)
}

/** The request for a job. `url`: the spreadsheet to write; without it, the job makes a CSV file. */
export const OrderExportRequest = z
  .strictObject({
    ...asked,
    csv: CsvOptions.prefault({}),
    /** The format of the file; without effect on a spreadsheet. */
    format: ExportFormat.default('csv'),
    /** For spreadsheets. `text`: times as in a CSV. `date`: dates that a spreadsheet can calculate with, without an offset. */
    sheetDates: z.enum(['text', 'date']).default('text'),
    url: z
      .string()
      .trim()
      .max(limits.urlLength)
      .refine((url) => url === '' || spreadsheetId(url) !== null, messages.sheets.urlInvalid)
      .default(''),
    ...deliveryFields,
  })
  .superRefine(checkOrders)
export type OrderExportRequest = z.infer<typeof OrderExportRequest>

/** A file that is sent at once. A spreadsheet is not possible here. */
export const OrderCsvRequest = OrderExportRequest.refine(({ url }) => url === '', {
  path: ['url'],
  error: messages.sheets.urlOfCsv,
}).refine(isCsv, csvOnly)

export const OrderSheetRequest = OrderExportRequest.refine(({ url }) => url !== '', { path: ['url'], error: messages.sheets.urlNeeded })
/** `sheetName` is the written tab, and `url` opens it. `rows` is without the header. */
export const OrderSheetResponse = z.object({ sheetName: z.string(), url: z.string(), rows: z.int(), warning: z.string().nullable() })
export type OrderSheetResponse = z.infer<typeof OrderSheetResponse>

export const OrderPreviewRequest = z.strictObject(asked).superRefine(checkOrders)
export type OrderPreviewRequest = z.infer<typeof OrderPreviewRequest>
