import { writeParquet } from '#server/export/formats/parquet.ts'
import { writeXlsx } from '#server/export/formats/xlsx.ts'
import type { FormatWriter } from '#server/export/formats/format.ts'
import { csvWriter } from '#server/rows/csv.ts'
import type { Files } from './compare.ts'
import type { FormatTable } from './tables.ts'

const csv = { bom: false, protectFormulas: false, delimiter: ',' as const }

/** The files of a table, from our own writers. `rowsOfCsv`: other rows for the CSV alone. */
export async function filesOf({ rows, ...table }: FormatTable, rowsOfCsv = rows): Promise<Files> {
  const writer = csvWriter(csv)
  async function* given() {
    yield* rows
  }
  const written = async (write: FormatWriter) =>
    Buffer.concat(await Array.fromAsync(write({ ...table, name: 'Proof', csv, bytes: 0, rows: given }, () => {})))
  return {
    kinds: table.kinds,
    csv: Buffer.from(writer.start(table.columns) + rowsOfCsv.map(writer.row).join('')),
    xlsx: await written(writeXlsx),
    parquet: await written(writeParquet),
  }
}
