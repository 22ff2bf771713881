import { ExportFormat } from '#shared/export-format.ts'

/** The media type of a file, and whether it is worth compressing on the way. */
type FileType = { contentType: string; isText: boolean }

export const fileTypes: Record<ExportFormat, FileType> = {
  csv: { contentType: 'text/csv; charset=utf-8', isText: true },
  'csv.gz': { contentType: 'application/gzip', isText: false },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', isText: false },
  jsonl: { contentType: 'application/jsonl; charset=utf-8', isText: true },
  parquet: { contentType: 'application/vnd.apache.parquet', isText: false },
}

/** The type of a file by its name, which may end with the mark of an incomplete one. A name without a known extension is that of a CSV. */
export function fileTypeOf(name: string): FileType {
  const whole = name.replace(/\.partial$/, '')
  return fileTypes[ExportFormat.options.find((format) => whole.endsWith(`.${format}`)) ?? 'csv']
}
