import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { csvWriter } from '#server/rows/csv.ts'
import type { FormatWriter, Table } from './format.ts'

const chunkLength = 64 * 1024
/** The byte of a gzip header that names the system, and its value for an unknown one. zlib writes the system that it was built for. */
const systemAt = 9
const unknownSystem = 255

async function* csvText(table: Table): AsyncGenerator<string> {
  const { columns, csv } = table
  const writer = csvWriter(csv, columns)
  let text = writer.start(columns)
  for await (const row of table.rows()) {
    text += writer.row(row)
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield text
}

/** The CSV file, compressed. The header of the gzip file has no time and no system, so that equal tables make equal files. */
export const writeCsvGz: FormatWriter = async function* (table) {
  const zipped = Readable.from(csvText(table), { objectMode: false }).compose(createGzip())
  let isFirst = true
  for await (const chunk of zipped) {
    if (isFirst) chunk[systemAt] = unknownSystem
    isFirst = false
    yield chunk
  }
}
