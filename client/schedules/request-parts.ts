import { filterWords } from '#client/format/filter-words.ts'
import { counted } from '#client/format/words.ts'
import { daysOf, withoutDays } from '#client/export/export-days.ts'
import { deliveryLike, type DeliveryDraft } from '#client/export/delivery.ts'
import type { DayRange } from '#client/ui/day-range.tsx'
import { ProductExportRequest } from '#shared/export.ts'
import type { deliveryFields } from '#shared/delivery.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import type { JobType } from '#shared/jobs.ts'
import { orderColumn } from '#shared/order-columns.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { repeatsOrderKey, repeatsProductKey } from '#shared/sheet-keys.ts'
import type { SheetWriting } from '#shared/sheet-writing.ts'

type Body = Record<string, unknown>

/** What a schedule changes in the request of an export, and what it shows of it. */
export type RequestParts = {
  storeIds: readonly string[]
  /** Fixed days among its filters. */
  days: DayRange
  /** How many chosen items it exports. null: the filter chooses. */
  selected: number | null
  columns: readonly { value: string; label: string }[]
  /** Whether rows may have no value of a column, so that they cannot be found by it. */
  lacksKey: (column: string) => boolean
  /** Of the file. */
  format: ExportFormat
  delivery: DeliveryDraft
  /** Empty: a file. */
  sheetUrl: string
  sheet: SheetWriting | undefined
  /** The filters in words, without the days. */
  filters: readonly string[]
}

/** The delivery stands in the schedule, not in its request. */
function kept<Request extends object>({
  destinationId: _destination,
  fileName: _name,
  includeReceipt: _receipt,
  sheet: _sheet,
  ...others
}: Request & { [Field in keyof typeof deliveryFields]?: unknown }) {
  return others
}

type Reader = {
  read: (body: Body) => RequestParts
  write: (body: Body, sheetUrl: string, keepsDays: boolean) => Body
  sheetUrl: (body: Body) => string
}

const product: Reader = {
  read: (body) => {
    const parsed = ProductExportRequest.parse(body)
    const { storeId, config, productIds, format } = parsed
    return {
      storeIds: [storeId],
      days: daysOf(config.filter),
      selected: productIds?.length ?? null,
      columns: config.fields.map((field) => ({ value: field, label: field })),
      lacksKey: (column) => repeatsProductKey(config.rowsPerProduct, config.fields, column),
      format,
      delivery: deliveryLike(parsed),
      sheetUrl: config.sheetExport,
      sheet: parsed.sheet,
      filters: filterWords('product_export', withoutDays(config.filter)),
    }
  },
  write: (body, sheetUrl, keepsDays) => {
    const { config, format: _format, ...others } = kept(ProductExportRequest.parse(body))
    const filter = keepsDays ? config.filter : withoutDays(config.filter)
    return { ...others, config: { ...config, filter, sheetExport: sheetUrl, exportFormat: sheetUrl === '' ? 'csv' : 'sheet' } }
  },
  sheetUrl: (body) => ProductExportRequest.safeParse(body).data?.config.sheetExport ?? '',
}

const order: Reader = {
  read: (body) => {
    const parsed = OrderExportRequest.parse(body)
    const { storeIds, filters, orderIds, columns, url, format } = parsed
    return {
      storeIds,
      days: daysOf(filters),
      selected: orderIds?.length ?? null,
      columns: columns.map((column) => ({ value: column, label: orderColumn[column].label })),
      lacksKey: (column) => repeatsOrderKey(columns, column),
      format,
      delivery: deliveryLike(parsed),
      sheetUrl: url,
      sheet: parsed.sheet,
      filters: filterWords('order_export', withoutDays(filters)),
    }
  },
  write: (body, url, keepsDays) => {
    const { filters, format: _format, ...others } = kept(OrderExportRequest.parse(body))
    return { ...others, url, filters: keepsDays ? filters : withoutDays(filters) }
  },
  sheetUrl: (body) => OrderExportRequest.safeParse(body).data?.url ?? '',
}

const readers: Record<JobType, Reader> = { product_export: product, order_export: order }
const items: Record<JobType, string> = { product_export: 'selected product', order_export: 'selected order' }

export const partsOfRequest = (type: JobType, body: Body): RequestParts => readers[type].read(body)

/** The spreadsheet that a request names; empty for a file, and for a request of an earlier version that cannot be read any more. */
export const sheetUrlOf = (type: JobType, body: Body): string => readers[type].sheetUrl(body)

/** The request with another spreadsheet (empty: a file), without its format and delivery, and without its fixed days unless it keeps them. */
export const requestWith = (type: JobType, body: Body, sheetUrl: string, keepsDays: boolean): Body =>
  readers[type].write(body, sheetUrl, keepsDays)

/** What is exported, in words: "54 columns", "Payment: Paid". */
export function partsInWords(type: JobType, { selected, columns, filters }: RequestParts): string {
  const choice = selected === null ? filters : [counted(selected, items[type])]
  return [counted(columns.length, 'column'), ...choice].join(' · ')
}
