// Writes rows of products as a file of one format, without storing it: `node bench/writer-process.ts <file of rows> <format>`. Says the
// rows a second of each round, by the time of the processor, and then waits to be ended, so that its peak memory can be read.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CsvOptions } from '#shared/export.ts'
import { ExportFormat } from '#shared/export-format.ts'
import { productFields } from '#shared/product-fields.ts'
import { productKinds } from '#server/export/column-kinds.ts'
import type { FormatWriter } from '#server/export/formats/format.ts'
import { formatWriters } from '#server/export/formats/formats.ts'
import { csvWriter, type Cell } from '#server/rows/csv.ts'

const rounds = 3
const rowsPerRound = 50_000

const [path = '', name] = process.argv.slice(2)
const Rows = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
const table = Rows.parse(JSON.parse(readFileSync(path, 'utf8')))

async function* rows(): AsyncGenerator<readonly Cell[]> {
  for (let at = 0; at < rowsPerRound; at += 1) yield table[at % table.length] ?? []
}

const writeCsv: FormatWriter = async function* (asked) {
  const { start, row } = csvWriter(asked.csv)
  yield Buffer.from(start(asked.columns))
  for await (const cells of asked.rows()) yield Buffer.from(row(cells))
}

const format = ExportFormat.parse(name)
const write = format === 'csv' ? writeCsv : await formatWriters[format]()
const kinds = productFields.map((field) => productKinds[field])
const rates: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const start = process.cpuUsage()
  const asked = { columns: productFields, kinds, name: 'Products', moneyDecimals: 2, csv: CsvOptions.parse({}), bytes: 0, rows }
  for await (const _chunk of write(asked, () => {}));
  const { user, system } = process.cpuUsage(start)
  rates.push(Math.round(rowsPerRound / ((user + system) / 1_000_000)))
}
console.log(rates.join(' '))
setInterval(() => {}, 60_000)
