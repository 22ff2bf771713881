import { z } from 'zod'

/** The formats of an export's file. */
export const ExportFormat = z.enum(['csv', 'csv.gz', 'xlsx', 'jsonl', 'parquet'])
export type ExportFormat = z.infer<typeof ExportFormat>
