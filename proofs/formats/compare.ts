// Files of other formats, read by programs of others, against the CSV of the same rows.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ColumnKind } from '#server/export/column-kinds.ts'
import { comparable, type Times } from '../format-cells.ts'
import { readParquet } from '../format-readers.ts'
import { convertInLibreOffice } from '../libre-office.ts'

/** The files of one table, and the kinds of its columns. */
export type Files = { kinds: readonly ColumnKind[]; csv: Buffer; xlsx: Buffer; parquet: Buffer }
export type Difference = { file: number; row: number; column: number; csv: string | undefined; read: string | undefined }
/** The number of compared cells, and those that differ. */
export type Comparison = { files: number; cells: number; differences: Difference[] }

/** A CSV in UTF-8 with quoted texts, the exact values of numbers, and no formulas. */
const exactCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false'

/** LibreOffice writes flags in capitals. */
const flagOf = (text: string) => (text === 'TRUE' || text === 'FALSE' ? text.toLowerCase() : text)

async function readByLibreOffice(files: readonly Files[]): Promise<string[][][]> {
  const folder = await mkdtemp(join(tmpdir(), 'formats-'))
  try {
    const names = files.map((_, index) => `${index}.xlsx`)
    for (const [index, { xlsx }] of files.entries()) await writeFile(join(folder, `${index}.xlsx`), xlsx)
    convertInLibreOffice(folder, names, { to: exactCsv })
    return await Promise.all(
      files.map(async ({ kinds }, index) => {
        const text = await readFile(join(folder, `${index}.csv`), 'utf8')
        const rows: string[][] = parse(text, { record_delimiter: '\n', relax_column_count: true, skip_empty_lines: false })
        return rows.map((row, at) => (at === 0 ? row : row.map((cell, across) => (kinds[across] === 'flag' ? flagOf(cell) : cell))))
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readByDuckDb(files: readonly Files[]): Promise<string[][][]> {
  const tables: string[][][] = []
  for (const { parquet } of files) tables.push((await readParquet(parquet)).rows)
  return tables
}

/** `keeps`: what the program keeps of a cell, undefined where it has none. */
type Reader = {
  name: string
  times: Times
  keeps: (text: string | undefined) => string | undefined
  read: (files: readonly Files[]) => Promise<string[][][]>
}
export const formatReaders: readonly Reader[] = [
  // It knows only one kind of line break within a cell, and ends a sheet before rows without any value.
  { name: 'XLSX in LibreOffice', times: 'wall', keeps: (text = '') => text.replace(/\r\n|\n\r|\r/g, '\n'), read: readByLibreOffice },
  { name: 'Parquet in DuckDB', times: 'instant', keeps: (text) => text, read: readByDuckDb },
]

/** Compares what a program reads from the files with their CSVs, cell by cell. */
export async function compared({ times, keeps, read }: Reader, files: readonly Files[]): Promise<Comparison> {
  const tables = await read(files)
  let cells = 0
  const differences = files.flatMap(({ kinds, csv }, file) => {
    const wanted = comparable(parse(csv), kinds, times)
    const found = comparable(tables[file] ?? [], kinds, times)
    cells += wanted.length * kinds.length
    return Array.from({ length: Math.max(wanted.length, found.length) }, (_, row) => kinds.map((_kind, column) => ({ file, row, column })))
      .flat()
      .map((place) => ({ ...place, csv: wanted[place.row]?.[place.column], read: found[place.row]?.[place.column] }))
      .filter(({ csv: one, read: other }) => one === undefined || keeps(one) !== keeps(other))
  })
  return { files: files.length, cells, differences }
}
