// Every reader gets each written cell back unchanged.
import type { z } from 'zod'
import { csvWriter } from '#server/rows/csv.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Reader, Written } from './csv-readers.ts'
import type { Table } from './csv-tables.ts'

const delimiters = [',', ';', '\t'] as const
const header = ['a', 'b', 'c', 'd', 'e', 'f']

/** Tables as one file, from our own writer. */
export function written(tables: readonly Table[], options: z.input<typeof CsvOptions> = {}): Written {
  const parsed = CsvOptions.parse(options)
  const writer = csvWriter(parsed)
  const rows = tables.flat().map(writer.row)
  return { text: writer.start(header) + rows.join(''), delimiter: parsed.delimiter }
}

/** One file per table. The files alternate among all formats. */
const filesOf = (tables: readonly Table[]): Written[] =>
  tables.map((table, index) => written([table], { delimiter: delimiters[index % 3], bom: index % 2 === 0, protectFormulas: true }))

/** Restores a value: the inverse of the writer's protection, for the file's delimiter. */
export function unprotected(cell: string, delimiter: string): string {
  const separators = delimiter === ',' ? ';\t|' : ',;\t|'
  return cell.replace(/^'/, '').replace(new RegExp(`([${separators}])'(?='*[^\\S\t]*[=+@＝＋＠])`, 'g'), '$1')
}

/** The number of cells that differ. */
function differing(table: Table, read: Table | undefined, delimiter: string): number {
  const rows = read?.slice(1) ?? []
  const cells = table.flatMap((row, down) => row.filter((cell, across) => unprotected(rows[down]?.[across] ?? '\0', delimiter) !== cell))
  return cells.length + Math.abs(rows.length - table.length)
}

export type Fidelity = { cells: number; different: number }

/** Counts the cells that a reader returns changed. */
export function fidelityOf(reader: Reader, tables: readonly Table[]): Fidelity {
  const files = filesOf(tables)
  const read = reader.read(files)
  return {
    cells: tables.reduce((sum, table) => sum + table.length * header.length, 0),
    different: tables.reduce((sum, table, at) => sum + differing(table, read[at], files[at]?.delimiter ?? ''), 0),
  }
}
