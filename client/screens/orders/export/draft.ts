import { z } from 'zod'
import { defaultCsv, fileIn } from '#client/export/csv-choice.ts'
import { deliveryIn, deliveryMistake, noDelivery, type DeliveryDraft } from '#client/export/delivery.ts'
import { dayMistake, daysOf, withDays } from '#client/export/export-days.ts'
import type { ExportTo } from '#client/export/export-dialog.ts'
import type { ExportMode } from '#client/export/mode-field.tsx'
import type { SheetAccess } from '#client/export/sheet-check.ts'
import { allFields } from '#client/export/template-list.tsx'
import type { DayRange } from '#client/ui/day-range.tsx'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { defaultOrderColumns, OrderColumn, OrderLayout } from '#shared/order-columns.ts'
import { CsvOptions, isCsv } from '#shared/export.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { OrderCountRequest, type OrderFilters } from '#shared/orders.ts'

/** What the dialog was opened over. The selected ones are `storeId:orderId`. */
export type OrderExportScope = {
  storeIds: readonly string[]
  filters: OrderFilters
  selectedIds: readonly string[]
  /** Where the dialog begins to export to; where the last export went if it is left out. */
  to?: ExportTo
  /** What an earlier export adds: its choice in words, and what the dialog does not ask for. */
  earlier?: { choice: string; timezone: OrderExportRequest['timezone'] }
}

/** What the dialog remembers of the last export. */
export const OrderExportChoices = z.object({
  /** `csv` is a file, of any format. */
  destination: z.enum(['csv', 'sheet']),
  sheetUrl: z.string(),
  /** Made while one goes on working, to be fetched later. */
  inBackground: z.boolean(),
  /** The id of the template that the columns come from. */
  template: z.string(),
  columns: z.array(OrderColumn).readonly(),
  layout: OrderLayout,
  /** In a spreadsheet. */
  sheetDates: z.enum(['text', 'date']),
  /** Of a file. Exports of earlier versions were CSV files. */
  format: ExportFormat.default('csv'),
  /** Of a CSV file. */
  csv: CsvOptions,
})

/** The state of the dialog. */
export type OrderExportDraft = z.infer<typeof OrderExportChoices> & {
  mode: ExportMode
  /** The days of the orders, if they are not selected ones. They take the place of the days among the filters. */
  days: DayRange
  storeIds: readonly string[]
  /** Of a file. */
  delivery: DeliveryDraft
}

export const newOrderExport = ({ storeIds, selectedIds, filters }: OrderExportScope): OrderExportDraft => ({
  mode: selectedIds.length > 0 ? 'selected' : 'all',
  days: daysOf(filters),
  storeIds,
  destination: 'csv',
  sheetUrl: '',
  inBackground: false,
  template: allFields,
  columns: defaultOrderColumns,
  layout: 'first-row',
  sheetDates: 'text',
  format: 'csv',
  csv: defaultCsv,
  delivery: noDelivery,
})

const beginsAs = { csv: { destination: 'csv', format: 'csv' }, sheet: { destination: 'sheet' } } as const

/** What the dialog begins with: the choices of the last export, but where it was opened for another destination, that one. */
export function begunWith(scope: OrderExportScope, last: z.infer<typeof OrderExportChoices> | undefined): OrderExportDraft {
  const { to = 'last' } = scope
  return { ...newOrderExport(scope), ...last, ...(to !== 'last' && beginsAs[to]) }
}

/** The selected orders that belong to the chosen stores. */
export const selectedWithin = ({ storeIds }: Pick<OrderExportDraft, 'storeIds'>, { selectedIds }: OrderExportScope): string[] =>
  selectedIds.filter((id) => storeIds.some((storeId) => id.startsWith(`${storeId}:`)))

/** Which orders: those selected, or those that the filters and the days let through. One store's orders go by their numbers alone. */
export function wanted(draft: OrderExportDraft, scope: OrderExportScope) {
  const storeIds = [...draft.storeIds]
  if (draft.mode === 'all') return { storeIds, filters: withDays(scope.filters, draft.days) }
  const ids = selectedWithin(draft, scope)
  return { storeIds, orderIds: storeIds.length === 1 ? ids.map((id) => id.slice(id.indexOf(':') + 1)) : ids }
}

/** A sentence that says what the draft lacks; undefined if it is complete. */
function lackOf(draft: OrderExportDraft, scope: OrderExportScope, access: SheetAccess): string | undefined {
  if (draft.storeIds.length === 0) return messages.orders.storeNeeded
  if (draft.columns.length === 0) return messages.orderExport.columnsNeeded
  if (draft.mode === 'selected' && selectedWithin(draft, scope).length === 0) return messages.orderExport.ordersNeeded
  const mistake = dayMistake(draft) ?? (draft.destination === 'csv' ? deliveryMistake(draft.delivery) : undefined)
  if (mistake !== undefined || draft.destination === 'csv') return mistake
  if (draft.sheetUrl.trim() === '') return messages.sheets.urlNeeded
  return access.state === 'accessible' ? undefined : messages.orderExport.urlUnchecked
}

/** The call that the draft makes. Throws the first thing that the draft lacks, in a sentence. */
export function orderExportRequest(
  draft: OrderExportDraft,
  scope: OrderExportScope,
  access: SheetAccess,
): z.input<typeof OrderExportRequest> {
  const request = {
    ...wanted(draft, scope),
    columns: [...draft.columns],
    layout: draft.layout,
    ...(scope.earlier?.timezone !== undefined && { timezone: scope.earlier.timezone }),
    ...(draft.destination === 'csv'
      ? { ...fileIn(draft), ...deliveryIn(draft.delivery) }
      : { url: draft.sheetUrl.trim(), sheetDates: draft.sheetDates }),
  }
  const lack = lackOf(draft, scope, access) ?? OrderExportRequest.safeParse(request).error?.issues[0]?.message
  if (lack !== undefined) throw new AppError('INVALID_INPUT', lack)
  return request
}

/** Whether a job makes the result, so that nobody waits for it. Only CSV files that stay here are downloaded at once. */
export const isOrderJob = ({ destination, format, inBackground, delivery }: OrderExportDraft): boolean =>
  inBackground || (destination === 'csv' && (!isCsv({ format }) || delivery.destinationId !== ''))

/** The call that tells how long the draft would take while one waits; null where nobody does, or the draft cannot be carried out. */
export function orderEstimateRequest(draft: OrderExportDraft, scope: OrderExportScope): z.input<typeof OrderExportRequest> | null {
  const request = { ...wanted(draft, scope), columns: [...draft.columns] }
  return !isOrderJob(draft) && dayMistake(draft) === undefined && OrderExportRequest.safeParse(request).success ? request : null
}

/** The call that counts the orders of the filters and the days; null while it cannot be made. */
export function orderCountRequest(
  { storeIds, days }: Pick<OrderExportDraft, 'storeIds' | 'days'>,
  { filters }: OrderExportScope,
): OrderCountRequest | null {
  const request = OrderCountRequest.safeParse({ storeIds, ...withDays(filters, days) }).data
  return request === undefined || dayMistake({ mode: 'all', days }) !== undefined ? null : request
}

/** A template's columns, without those that no order has any more. */
export const chosenColumns = ({ columns }: { columns: readonly string[] }): OrderColumn[] =>
  columns.flatMap((column) => OrderColumn.safeParse(column).data ?? [])
