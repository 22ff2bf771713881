import type { ExportFormat } from '#shared/export-format.ts'

/** The formats in words. */
export const formatLabels: Record<ExportFormat, string> = {
  csv: 'CSV',
  'csv.gz': 'Compressed CSV (gzip)',
  xlsx: 'Excel (XLSX)',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
}

/** The result that is no file. */
export const sheetLabel = 'Google Sheet'

/** What each format is good for. */
export const formatHints: Record<ExportFormat, string> = {
  csv: 'Opens in every program.',
  'csv.gz': 'The same CSV in a much smaller file.',
  xlsx: 'A workbook with real numbers and dates.',
  jsonl: 'One JSON object in each line, for programs.',
  parquet: 'Columns with types, for DuckDB, pandas and data warehouses.',
}

/** Messages about the formats of exports. They are not part of `messages`, because only exports need them. */
export const formatMessages = {
  csvOnly: 'Only CSV files can be downloaded at once: other formats are made by a job',
  inBackground: 'Made in the background: find the file under My exports.',
  cellsCut: (count: number) =>
    `${count} ${count === 1 ? 'cell was' : 'cells were'} cut to the 32,767 characters that an Excel cell can have; other formats have the whole text`,
}
