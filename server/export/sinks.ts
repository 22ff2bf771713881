import type { ProductExportRequest } from '#shared/export.ts'
import type { Deps } from '#server/deps.ts'
import { csvFileSink } from '#server/export/csv-file-sink.ts'
import type { Sink } from '#server/export/sink.ts'
import { documentId, sheetsOf } from '#server/sheets/service.ts'
import { createSheetSink } from '#server/sheets/sink.ts'

/** How the tabs of product exports begin. */
const tabPrefix = 'Products'

/** Where the rows of a job go: into a new tab of the spreadsheet that is named, or a file. Throws SHEETS_OFF. */
export function sinkFor(deps: Deps, { config, csv }: ProductExportRequest, fileName: string): Sink {
  if (config.sheetExport === '') return csvFileSink(deps.files, fileName, csv)
  return createSheetSink(sheetsOf(deps), { documentId: documentId(config.sheetExport), prefix: tabPrefix })
}
