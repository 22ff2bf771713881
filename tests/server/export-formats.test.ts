// Files of jobs in every format, read by independent readers.
import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ExportFormat } from '#shared/export-format.ts'
import type { Job } from '#shared/jobs.ts'
import { orderColumns } from '#shared/order-columns.ts'
import { productFields } from '#shared/product-fields.ts'
import { formatMessages } from '#shared/format-messages.ts'
import { orderKinds, productKinds, type ColumnKind } from '#server/export/column-kinds.ts'
import { fileTypes } from '#server/http/file-types.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'
import { comparable, type Times } from '../../proofs/format-cells.ts'
import { readJsonl, readParquet, readXlsx } from '../../proofs/format-readers.ts'

let world: World
let owner: Caller
const shops = { ...testShops, north: { ...testShops.north, products: 60, orders: 60 } }
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const duckTypes: Record<ColumnKind, string> = {
  text: 'VARCHAR',
  flag: 'BOOLEAN',
  money: 'DECIMAL(18,4)',
  count: 'BIGINT',
  weight: 'DOUBLE',
  number: 'DOUBLE',
  moment: 'TIMESTAMP WITH TIME ZONE',
}
const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const csv = { bom: false, protectFormulas: false }
const kinds = { products: productFields.map((field) => productKinds[field]), orders: orderColumns.map((column) => orderKinds[column]) }
const requests = {
  products: () => ({ storeId: world.stores.north, config: { fields: productFields }, csv }),
  orders: () => ({ storeIds: [world.stores.north], columns: orderColumns, csv }),
}
type Kind = keyof typeof requests

async function made(kind: Kind, format: ExportFormat) {
  const answer = await owner.rest('POST', `/${kind}/export`, { ...requests[kind](), format })
  expect(answer.status).toBe(201)
  await world.work()
  const job = jobIn((await owner.rest('GET', `/jobs/${jobIn(answer.body).id}`)).body)
  expect(job).toMatchObject({ status: 'completed', warning: null, request: { format }, destination: { kind: 'csv', format } })
  const { headers, bytes } = await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
  expect(job.files).toMatchObject([{ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }])
  return { job, headers, bytes }
}
async function rowsOf(kind: Kind, times: Times): Promise<string[][]> {
  return comparable(parse((await made(kind, 'csv')).bytes), kinds[kind], times)
}

describe.each(['products', 'orders'] as const)('an export of %s', (kind) => {
  test.each(ExportFormat.options)('as %s has the name and the type of its format', async (format) => {
    const { job, headers } = await made(kind, format)
    expect(job.files[0]?.name).toMatch(new RegExp(`^[\\w-]+\\.${format}$`))
    expect(headers['content-type']).toBe(fileTypes[format].contentType)
    expect(headers['content-disposition']).toBe(`attachment; filename="${job.files[0]?.name}"`)
  })

  test('compressed, is the CSV', async () => {
    const [plain, { bytes }] = [await made(kind, 'csv'), await made(kind, 'csv.gz')]
    expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true)
  })

  test('as a workbook, has the cells of the CSV', async () => {
    const rows = await readXlsx((await made(kind, 'xlsx')).bytes)
    expect(comparable(rows, kinds[kind], 'wall')).toEqual(await rowsOf(kind, 'wall'))
  })

  test('as JSON Lines, has the cells of the CSV', async () => {
    const rows = readJsonl((await made(kind, 'jsonl')).bytes)
    expect(comparable(rows, kinds[kind], 'instant')).toEqual(await rowsOf(kind, 'instant'))
  })

  test('as Parquet, has the cells of the CSV', async () => {
    const { types, rows } = await readParquet((await made(kind, 'parquet')).bytes)
    expect(comparable(rows, kinds[kind], 'instant')).toEqual(await rowsOf(kind, 'instant'))
    expect(types).toEqual(kinds[kind].map((one) => duckTypes[one]))
  })
})

test('a download is only possible as CSV', async () => {
  for (const [path, request] of [
    ['/products/export/csv', requests.products()],
    ['/export/csv', requests.orders()],
  ] as const) {
    const { status, body } = await owner.rest('POST', path, { ...request, format: 'xlsx' })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(formatMessages.csvOnly) } } })
  }
})
