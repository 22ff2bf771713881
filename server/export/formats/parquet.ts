import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { Cell } from '#server/rows/csv.ts'
import { distinctNames } from '#server/rows/distinct-names.ts'
import type { FormatWriter, Table } from './format.ts'
import { parquetTypes, textType, type ParquetType } from './parquet-columns.ts'

/** A row group ends after so many rows, or so many characters of text. */
const groupRows = 10_000
const groupLength = 8 * 1024 * 1024

const isMissing = (cell: Cell | undefined): cell is null | undefined => cell === null || cell === undefined

/** The types of the columns by their kinds. A column with a value that does not fit its type exactly is text. */
async function typesOf(table: Table): Promise<ParquetType[]> {
  const types = table.kinds.map((kind) => parquetTypes[kind])
  for await (const row of table.rows())
    types.forEach((type, at) => {
      const cell = row[at]
      if (type !== textType && !isMissing(cell) && type.read(cell) === undefined) types[at] = textType
    })
  return types
}

/** The bytes since the last call. Positions in the file are counted by the writer itself. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice()
  writer.index = 0
  return bytes
}

/** A Parquet file with typed columns, which all allow nulls. Texts keep the exact values of the shop, also where they look like numbers. */
export const writeParquet: FormatWriter = async function* (table) {
  const types = await typesOf(table)
  const names = distinctNames(table.columns)
  const schema: SchemaElement[] = [
    { name: 'root', num_children: names.length },
    ...names.map((name, at) => ({ ...(types[at] ?? textType).element, name, repetition_type: 'OPTIONAL' as const })),
  ]
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema, createdBy: 'backcounter' })
  let columns = names.map((): unknown[] => [])
  let rows = 0
  let length = 0
  async function writeGroup() {
    await file.write({
      columnData: names.map((name, at) => ({ name, data: columns[at] ?? [], offsetIndex: false })),
      rowGroupSize: groupRows,
    })
    columns = names.map(() => [])
    rows = 0
    length = 0
  }
  for await (const row of table.rows()) {
    columns.forEach((column, at) => {
      const cell = row[at]
      column.push(isMissing(cell) ? null : (types[at] ?? textType).read(cell))
      if (typeof cell === 'string') length += cell.length
    })
    rows += 1
    if (rows < groupRows && length < groupLength) continue
    await writeGroup()
    yield taken(writer)
  }
  if (rows > 0) await writeGroup()
  await file.finish()
  yield taken(writer)
}
