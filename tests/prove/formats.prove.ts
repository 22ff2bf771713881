// Exports of shops like those of the demo with all columns, as files of jobs: LibreOffice and DuckDB read the cells of the CSV from them.
// Only `npm run prove:formats` runs this, because it needs LibreOffice.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoShops } from '#sandbox/demo-shops.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import type { Job } from '#shared/jobs.ts'
import { furtherProductFields, productFields } from '#shared/product-fields.ts'
import { OrderColumn } from '#shared/order-columns.ts'
import { orderKinds, productKinds } from '#server/export/column-kinds.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'
import { compared, formatReaders, type Files } from '../../proofs/formats/compare.ts'

/** A test shop with the size, the currency and the zone of one of the demo. */
function like(name: string) {
  const { currency, timezone, products, orders = 0 } = demoShops.find((shop) => shop.name === name) ?? {}
  if (currency === undefined || timezone === undefined || products === undefined) throw new Error(`the demo has no shop ${name}`)
  return { currency, timezone, products, orders }
}
const shops = {
  north: { ...testShops.north, ...like('Lotus Sài Gòn') },
  harbor: { ...testShops.harbor, ...like('Harbor & Pine') },
  print: { ...testShops.print, ...like('Gift Barn') },
}
const fields = [...productFields, ...furtherProductFields]
const columns = OrderColumn.options

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
/** A busy machine refuses calls for a while. */
async function asked(method: 'GET' | 'POST', path: string, body?: object) {
  for (;;) {
    const answer = await owner.rest(method, path, body)
    if (answer.status === 503) await pause(200)
    else {
      expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200])
      return answer
    }
  }
}

async function fileOf(path: string, request: object, format: ExportFormat): Promise<Buffer> {
  const csv = { bom: false, protectFormulas: false }
  const { id } = jobIn((await asked('POST', path, { ...request, csv, format })).body)
  await world.work()
  const job = jobIn((await asked('GET', `/jobs/${id}`)).body)
  expect(job.status).toBe('completed')
  return (await asked('GET', String(job.files[0]?.url).replace('/api/v1', ''))).bytes
}

async function filesOf(path: string, request: object, kinds: Files['kinds']): Promise<Files> {
  const made = (format: ExportFormat) => fileOf(path, request, format)
  return { kinds, csv: await made('csv'), xlsx: await made('xlsx'), parquet: await made('parquet') }
}

test('exports with all columns are the same in every format', async () => {
  const { north, harbor, print } = world.stores
  const files: Files[] = []
  for (const storeId of [north, harbor, print])
    files.push(
      await filesOf(
        '/products/export',
        { storeId, config: { fields } },
        fields.map((field) => productKinds[field]),
      ),
    )
  for (const storeIds of [[north], [harbor], [print], [north, harbor, print]])
    files.push(
      await filesOf(
        '/orders/export',
        { storeIds, columns },
        columns.map((column) => orderKinds[column]),
      ),
    )
  for (const reader of formatReaders) {
    const { cells, differences } = await compared(reader, files)
    console.log(
      `${reader.name}: ${files.length} exports of ${fields.length} and ${columns.length} columns, ${cells} cells, ${differences.length} differ`,
    )
    expect(cells).toBeGreaterThan(100_000)
    expect(differences).toEqual([])
  }
})
