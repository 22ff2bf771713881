// npm run prove:formats: random tables, written as CSV, XLSX and Parquet; LibreOffice and DuckDB must read the cells of the CSV from the
// others. Then the same for exports of shops like those of the demo, with all columns. Changed cells must be found: otherwise nothing is
// proved. `npm run prove:formats -- 100` tries fewer tables. LibreOffice is installed where that is possible (Debian, as root).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compared, formatReaders } from '../proofs/formats/compare.ts'
import { filesOf } from '../proofs/formats/files.ts'
import { changedCells } from '../proofs/formats/planted.ts'
import { randomFormatTables } from '../proofs/formats/tables.ts'
import { ensureLibreOffice } from '../proofs/libre-office.ts'

const count = Number(process.argv[2] ?? 1_000)
const shownDifferences = 5

ensureLibreOffice()
const tables = randomFormatTables(count)
const files = []
for (const table of tables) files.push(await filesOf(table))
const planted = await changedCells(tables)

let holds = true
console.log('| read by | tables | cells | cells that differ from the CSV | planted | found |\n| --- | --- | --- | --- | --- | --- |')
for (const reader of formatReaders) {
  const { cells, differences } = await compared(reader, files)
  const found = await compared(reader, planted)
  console.log(`| ${reader.name} | ${count} | ${cells} | ${differences.length} | ${planted.length} | ${found.differences.length} |`)
  for (const difference of differences.slice(0, shownDifferences)) console.error(JSON.stringify(difference))
  holds &&= cells > 0 && differences.length === 0 && planted.length > 0 && found.differences.length === planted.length
}
const shops = spawnSync(join('node_modules', '.bin', 'vitest'), ['run', 'tests/prove/formats.prove.ts'], { stdio: 'inherit' })
holds &&= shops.status === 0
console.log(holds ? 'every cell is that of the CSV' : 'NOT PROVED')
process.exitCode = holds ? 0 : 1
