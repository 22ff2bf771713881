import type { Deps } from '#server/deps.ts'
import { csvFileSink } from '#server/export/csv-file-sink.ts'
import type { Sink } from '#server/rows/sink.ts'
import type { ExportOutput } from '#server/export/task.ts'
import { createSheetSink } from '#server/sheets/sink.ts'

/** The sink of a destination. */
export function sinkFor(deps: Deps, { sheet, csv, fileName }: ExportOutput, createdAt: Date): Sink {
  return sheet ? createSheetSink(deps.sheets, sheet) : csvFileSink(deps.files, fileName(createdAt), csv)
}
