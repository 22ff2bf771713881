import type { ExportFormat } from '#shared/export-format.ts'
import type { FormatWriter } from './format.ts'

/** Loads the writer of each format. Their libraries take memory, so they are loaded with the first file of the format. */
export const formatWriters: Record<Exclude<ExportFormat, 'csv'>, () => Promise<FormatWriter>> = {
  'csv.gz': async () => (await import('./csv-gz.ts')).writeCsvGz,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
  jsonl: async () => (await import('./jsonl.ts')).writeJsonl,
  parquet: async () => (await import('./parquet.ts')).writeParquet,
}
