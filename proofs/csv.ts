// What is written comes back, cell for cell, whoever reads it.
import type { z } from 'zod'
import { csvWriter } from '#server/rows/csv.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Reader, Written } from './csv-readers.ts'
import type { Table } from './csv-tables.ts'

const delimiters = [',', ';', '\t'] as const
const header = ['a', 'b', 'c', 'd', 'e', 'f']

/** Tables as one file, by our own writer. */
export function written(tables: readonly Table[], options: z.input<typeof CsvOptions> = {}): Written {
  const parsed = CsvOptions.parse(options)
  const writer = csvWriter(parsed)
  const rows = tables.flat().map(writer.row)
  return { text: writer.start(header) + rows.join(''), delimiter: parsed.delimiter }
}

/** A file for each table, in all the forms that there are, by turns. */
const filesOf = (tables: readonly Table[]): Written[] =>
  tables.map((table, at) => written([table], { delimiter: delimiters[at % 3], bom: at % 2 === 0, protectFormulas: true }))

/** What a reader does to have the value back: the writer's rule the other way round, with the delimiter of the file. */
export function unprotected(cell: string, delimiter: string): string {
  const separators = delimiter === ',' ? ';\t|' : ',;\t|'
  return cell.replace(/^'/, '').replace(new RegExp(`([${separators}])'(?='*[^\\S\t]*[=+@＝＋＠])`, 'g'), '$1')
}

/** How many of the cells came back as others. */
function differing(table: Table, read: Table | undefined, delimiter: string): number {
  const rows = read?.slice(1) ?? []
  const cells = table.flatMap((row, down) => row.filter((cell, across) => unprotected(rows[down]?.[across] ?? '\0', delimiter) !== cell))
  return cells.length + Math.abs(rows.length - table.length)
}

export type Fidelity = { cells: number; different: number }

/** How many cells a reader gives back as others than they were. */
export function fidelityOf(reader: Reader, tables: readonly Table[]): Fidelity {
  const files = filesOf(tables)
  const read = reader.read(files)
  return {
    cells: tables.reduce((sum, table) => sum + table.length * header.length, 0),
    different: tables.reduce((sum, table, at) => sum + differing(table, read[at], files[at]?.delimiter ?? ''), 0),
  }
}
