import type { Deps } from '#server/deps.ts'
import { convertedFileSink } from '#server/export/converted-file-sink.ts'
import { csvFileSink } from '#server/export/csv-file-sink.ts'
import { formatWriters } from '#server/export/formats/formats.ts'
import type { Sink } from '#server/rows/sink.ts'
import type { ExportOutput } from '#server/export/task.ts'
import { createSheetSink } from '#server/sheets/sink.ts'

/** The name of the file, with the extension of its format. */
export const fileNameOf = ({ fileName, format }: ExportOutput, createdAt: Date): string => `${fileName(createdAt)}.${format}`

/** The sink of a destination. */
export function sinkFor(deps: Deps, destination: ExportOutput, createdAt: Date): Sink {
  const { sheet, csv, format, title } = destination
  if (sheet) return createSheetSink(deps.sheets, sheet)
  const fileName = fileNameOf(destination, createdAt)
  if (format === 'csv') return csvFileSink(deps.files, fileName, csv)
  return convertedFileSink(deps.files, { fileName, name: title, csv, loadWriter: formatWriters[format] })
}
