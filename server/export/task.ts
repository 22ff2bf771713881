import { z } from 'zod'
import type { CsvOptions } from '#shared/export.ts'
import type { JobType } from '#shared/jobs.ts'
import type { Deps } from '#server/deps.ts'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import type { Source } from '#server/export/engine.ts'
import type { OnWait } from '#server/platforms/http.ts'
import type { WalkOptions } from '#server/platforms/port.ts'
import type { SheetTarget } from '#server/sheets/sink.ts'
import type { StoreRow } from '#server/stores/service.ts'

/**
 * How many items a store has to give; `matched` null: the platform cannot count them. `unknown`: chosen ones that it does not have.
 * `gaps`: what the shop does not let us see, or not surely, in words.
 */
export const Forecast = z.object({
  matched: z.int().nullable(),
  unknown: z.array(z.string()).readonly(),
  gaps: z.array(z.string()).readonly(),
})
export type Forecast = z.infer<typeof Forecast>

/** How many items a store would give, and about how long that would take by pages, in milliseconds; null: the platform cannot count them. */
export type Estimate = { items: number | null; ms: number | null }

/** How a source reads its shop; see `WalkOptions`. */
export type SourceReading = Pick<WalkOptions, 'byPages' | 'operation'>

/** One store's share of an export. */
export type StorePart = {
  store: StoreRow
  forecast(signal: AbortSignal): Promise<Forecast>
  estimate(signal: AbortSignal): Promise<Estimate>
  source(signal: AbortSignal, walking?: SourceReading): Source
  /** What there is to be said of the shop's answers so far, in sentences. */
  notices(): readonly string[]
  /** The most items that are wanted of it. */
  max: number
}

/** An export that is ready to be walked: its stores one after another. */
export type Plan = {
  columns: readonly string[]
  /** What the values of the columns are, in their order. */
  kinds: readonly ColumnKind[]
  /** What messages call the items. */
  noun: 'products' | 'orders'
  /** As it was asked for, for the receipt. */
  filter: Record<string, unknown>
  /** The most items that were asked for; null: all. */
  limit: number | null
  parts: readonly StorePart[]
  /** What is known to be missing whatever the shops say, in words. */
  notes: readonly string[]
  /** Items that were asked for and belong to none of the stores. */
  outside: readonly string[]
}

/** Where the rows go: into a new tab of a spreadsheet, or a CSV file. */
export type Destination = { sheet: SheetTarget | null; csv: CsvOptions; fileName: (createdAt: Date) => string }

/** An export as it was asked for. `payload` is what a job keeps of it. */
export type ExportTask = {
  type: JobType
  payload: unknown
  storeIds: readonly string[]
  destination: Destination
  /**
   * Throws INVALID_INPUT for what a store's platform cannot do. `stores` stand as `storeIds` do; `onWait` hears why nothing moves
   * while a shop makes us wait.
   */
  plan(deps: Deps, stores: readonly StoreRow[], onWait?: OnWait): Plan
}
