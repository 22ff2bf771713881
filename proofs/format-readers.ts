// Independent readers of the export formats. All of them return rows of texts, with the header first.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import readWorkbook from 'read-excel-file/node'
import { z } from 'zod'

/** A time without its zone, as in a spreadsheet, to the second: its number of days is not exact. */
const wallTime = (date: Date) => new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')

const Value = z.union([z.date().transform(wallTime), z.coerce.string()])
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : Value.parse(value))

/** The rows of each sheet of a workbook. */
export async function sheetsOf(bytes: Buffer): Promise<string[][][]> {
  const sheets = await readWorkbook(bytes, { trim: false })
  return sheets.map(({ data }) => data.map((row) => row.map(textOf)))
}

export const readXlsx = async (bytes: Buffer): Promise<string[][]> => (await sheetsOf(bytes))[0] ?? []

const JsonRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export function readJsonl(bytes: Buffer): string[][] {
  const rows = bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JsonRow.parse(JSON.parse(line)))
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(textOf))]
}

/** The names and the types of the columns of a Parquet file, and its rows, as DuckDB reads them. Times are in UTC. */
export async function readParquet(bytes: Buffer): Promise<{ types: string[]; rows: string[][] }> {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  try {
    const file = join(folder, 'table.parquet')
    await writeFile(file, bytes)
    await connection.run("SET TimeZone = 'UTC'")
    const types = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${file}')`)
    const table = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM read_parquet('${file}')`)
    const described = types.getRows().map((row) => row.map(String))
    return {
      types: described.map((row) => row[1] ?? ''),
      rows: [described.map((row) => row[0] ?? ''), ...table.getRows().map((row) => row.map(textOf))],
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}
