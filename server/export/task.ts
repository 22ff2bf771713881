import { z } from 'zod'
import type { CsvOptions } from '#shared/export.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import type { JobType, RequestSummary } from '#shared/jobs.ts'
import type { SheetWriting } from '#shared/sheet-writing.ts'
import type { Deps } from '#server/deps.ts'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { DeliveryRequest } from '#server/destinations/deliver.ts'
import type { Naming } from '#server/export/changes/naming.ts'
import type { ExportCheckpoint, Source } from '#server/export/engine.ts'
import type { WalkOptions } from '#server/platforms/port.ts'
import type { SheetTarget } from '#server/sheets/own-tab.ts'
import type { ShopWaiting, StoreRow } from '#server/stores/service.ts'

/**
 * The forecast of a store. `matched`: the number of items, null where the platform cannot count them. `unknown`: selected ids that the
 * store does not have. `gaps`: data that the shop hides, or may hide, as sentences.
 */
export const Forecast = z.object({
  matched: z.int().nullable(),
  unknown: z.array(z.string()).readonly(),
  gaps: z.array(z.string()).readonly(),
})
export type Forecast = z.infer<typeof Forecast>

/** The number of items of a store and the estimated milliseconds by pages. null: the platform cannot count them. */
export type Estimate = { items: number | null; ms: number | null }

/** The reading options of a source; see `WalkOptions`. */
export type SourceReading = Pick<WalkOptions, 'byPages' | 'operation'>

/** One store's part of an export. */
export type StorePart = {
  store: StoreRow
  forecast(signal: AbortSignal): Promise<Forecast>
  estimate(signal: AbortSignal): Promise<Estimate>
  source(signal: AbortSignal, walking?: SourceReading): Source
  /** Notices about the shop's answers so far, as sentences. */
  notices(): readonly string[]
  /** The maximum number of items of this store. */
  max: number
  /** The given ids that the shop has no longer. null: it does not tell, because it hides items as well. */
  gone(ids: readonly string[], signal: AbortSignal): Promise<readonly string[] | null>
}

/** The columns of a file in order: their headers, their kinds of value, and the one that marks the rows of deleted items. */
export type Heading = { columns: readonly string[]; kinds: readonly ColumnKind[]; deletedColumn?: number }

/** A prepared export: its stores in order. */
export type Plan = {
  /** The columns, for which a shop may have to be asked. Throws the shop's errors. */
  heading(signal: AbortSignal): Promise<Heading>
  /** The noun for the items in messages. */
  noun: 'products' | 'orders'
  /** The request, for the receipt. */
  filter: Record<string, unknown>
  /** The requested time zone. null: that of each store. */
  timezone: string | null
  /** The requested maximum number of items. null: all. */
  limit: number | null
  parts: readonly StorePart[]
  /** Data that is missing regardless of the shops' answers, as sentences. */
  notes: readonly string[]
  /** Requested items that belong to none of the stores. */
  outside: readonly string[]
  naming: Naming
  /** The items that the stores have no longer, one source for each part. They are written last. */
  deletions?(signal: AbortSignal): readonly Source[]
  /** Called before the first row of each attempt. */
  resumeAt?(checkpoint: ExportCheckpoint): Promise<void>
  /** Called before rows are written into a sheet that a team works in. */
  beforeUpdate?(): Promise<void>
}

/** The destination: a sheet of a spreadsheet, or a file. `fileName`: without the extension of the format. */
export type ExportOutput = {
  sheet: SheetTarget | null
  format: ExportFormat
  csv: CsvOptions
  /** What the rows are, such as "Products". */
  title: string
  fileName: (createdAt: Date) => string
}

/** A request in short. `columns`: as templates name them. */
export type TaskSummary = Omit<RequestSummary, 'columns' | 'template'> & { columns: readonly string[] }

/** A requested export. `payload` is the part that a job stores. */
export type ExportTask = {
  type: JobType
  payload: object
  asked: TaskSummary
  storeIds: readonly string[]
  destination: ExportOutput
  /** Where the finished file is delivered. null: it stays with the job. */
  delivery: DeliveryRequest | null
  /** How a spreadsheet is written. null: as a new sheet. */
  sheetWriting: SheetWriting | null
  /** The same export into a spreadsheet, without a delivery. */
  toSheet: (url: string) => ExportTask
  /** The same export of all items that changed at a time or later. null: of all items. The requested maximum does not hold. */
  changedSince: (time: Date | null) => ExportTask
  /**
   * Throws INVALID_INPUT for features that a store's platform lacks. `stores` has the order of `storeIds`. `waiting`: how the shops are
   * asked.
   */
  plan(deps: Deps, stores: readonly StoreRow[], waiting?: ShopWaiting): Plan
}
