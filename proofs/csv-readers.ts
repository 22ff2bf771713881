// Two CSV readers that are independent of our writer, and a common spreadsheet program.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { installDebianPackage } from '../scripts/debian-packages.ts'
import { convertInLibreOffice, ensureLibreOffice } from './libre-office.ts'
import type { Table } from './csv-tables.ts'

/** The text of a file and its delimiter. */
export type Written = { text: string; delimiter: string }

function byCsvParse({ text, delimiter }: Written): Table {
  return parse(text, { bom: true, delimiter, record_delimiter: '\r\n', relax_column_count: true })
}

// One process for all files, with lines of JSON as input and output. Python's manual requires newline=''.
const PYTHON = `
import csv, io, json, sys
csv.field_size_limit(2**31 - 1)
for line in sys.stdin:
    file = json.loads(line)
    rows = csv.reader(io.StringIO(file['text'].lstrip('\\ufeff'), newline=''), delimiter=file['delimiter'], strict=True)
    print(json.dumps(list(rows)))
`
const Tables = z.array(z.array(z.array(z.string())))
const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

function byPython(files: readonly Written[]): Table[] {
  const input = files.map((file) => `${JSON.stringify(file)}\n`).join('')
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PYTHON], { input, maxBuffer: 2 ** 30, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Python could not read the files: ${stderr}`)
  return Tables.parse(
    stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  )
}

/** A CSV reader. `see` installs a missing dependency where possible. */
export type Reader = { name: string; isHere(): boolean; see(): void; read(files: readonly Written[]): Table[] }
const hasPython = () => isThere('python3')
/** Installs Python where it is missing. Throws where that is not possible. */
export function ensurePython() {
  if (!hasPython()) installDebianPackage('python3', 'The proof needs Python 3. Please install python3.')
}
export const readers: readonly Reader[] = [
  { name: 'csv-parse', isHere: () => true, see: () => {}, read: (files) => files.map(byCsvParse) },
  {
    name: 'Python’s csv',
    isHere: hasPython,
    see: ensurePython,
    read: byPython,
  },
]

/** LibreOffice's text filter: the delimiter's code, the quote's, UTF-8, from the first line, with no special cell formats. */
const filterFor = (delimiter: string) => `csv:${delimiter.charCodeAt(0)},34,76,1,,0,false,true,false`

/** Opens the files in LibreOffice, and counts the cells and the formulas among them. */
export function openInLibreOffice(files: readonly Written[]): { formulas: number; cells: number } {
  ensureLibreOffice()
  const folder = mkdtempSync(join(tmpdir(), 'csv-'))
  try {
    const names = files.map(({ text }, index) => {
      const name = `${index}.csv`
      writeFileSync(join(folder, name), text)
      return name
    })
    const delimiters = new Set(files.map(({ delimiter }) => delimiter))
    for (const delimiter of delimiters) {
      const mine = names.filter((_, index) => files[index]?.delimiter === delimiter)
      convertInLibreOffice(folder, mine, { to: 'fods', from: filterFor(delimiter) })
    }
    const opened = readdirSync(folder).filter((name) => name.endsWith('.fods'))
    const sheets = opened.map((name) => readFileSync(join(folder, name), 'utf8'))
    const count = (pattern: RegExp) => sheets.reduce((sum, sheet) => sum + (sheet.match(pattern)?.length ?? 0), 0)
    return { formulas: count(/ table:formula="/g), cells: count(/ office:value-type="/g) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
