// Metafields as columns of product exports, over real HTTP: their list, and their values in every kind of file.
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ExportPreview } from '#shared/export.ts'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { MetafieldsResponse } from '#shared/metafields.ts'
import type { Template } from '#shared/templates.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { metafieldsOf } from '#sandbox/catalogue/metafields.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'
const columns = ['custom.material', 'custom.care', 'custom.story', 'custom.features', 'specs.thread-count', 'specs.ratio']
const fields = ['Product Id', ...columns.map((name) => `metafield:${name}`)]
const header = [
  'Product Id',
  'Material (product.metafields.custom.material)',
  'Care "instructions" (product.metafields.custom.care)',
  'Story (product.metafields.custom.story)',
  'Features (product.metafields.custom.features)',
  'Thread count (product.metafields.specs.thread-count)',
  'Ratio (product.metafields.specs.ratio)',
]
const { products } = catalogueOf(testShops.north)
const valueOf = (product: (typeof products)[number], name: string) =>
  metafieldsOf(product).find(({ namespace, key }) => `${namespace}.${key}` === name)?.value ?? ''
const expected = products.map((product) => [product.id, ...columns.map((name) => valueOf(product, name))])

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ bulkAfterMs: 0 })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const plain = { bom: false, protectFormulas: false }
const request = (storeId: string, config: object = {}, rest: object = {}) => ({ storeId, config: { fields, ...config }, ...rest })
const rowsIn = (text: string): string[][] => parse(text, { bom: true })

async function exported(storeId: string, config: object = {}, csv: object = plain) {
  const answer = await owner.rest('POST', '/products/export/csv', request(storeId, { rowsPerProduct: 1, ...config }, { csv }))
  expect(answer.status).toBe(200)
  return { text: answer.text, rows: rowsIn(answer.text), warning: answer.headers['x-export-warning'] }
}

async function jobDone(config: object = {}): Promise<Job> {
  const made = await owner.rest('POST', '/products/export', request(world.stores.north, { rowsPerProduct: 1, ...config }, { csv: plain }))
  expect(made.status).toBe(201)
  await world.work()
  const { id } = (made.body as { data: { job: Job } }).data.job
  return ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
}

test('the list tells what each store of one’s own defines', async () => {
  const listOf = async (storeId: string, caller = owner) => caller.rest('GET', `/stores/${storeId}/metafields`)
  const names = async (storeId: string) =>
    ((await listOf(storeId)).body as { data: MetafieldsResponse }).data.metafields.map(({ column }) => column)
  expect(await names(world.stores.north)).toContain('metafield:custom.care')
  expect(await names(world.stores.north)).not.toContain('metafield:custom.season')
  expect(await names(world.stores.harbor)).not.toContain('metafield:custom.care')
  expect(await names(world.stores.print)).toEqual([])
  expect((await listOf(world.stores.north, await world.signedIn('viewer', 'harbor'))).status).toBe(404)
})

test('a file has the headers of Shopify’s own CSV, and the values as the shop stores them', async () => {
  const { rows, warning } = await exported(world.stores.north)
  expect(rows).toEqual([header, ...expected])
  expect(warning).toBeUndefined()
  expect(expected.some(([, , , story]) => story?.length === 5_000)).toBe(true)
  expect(expected.some(([, , , , features]) => features?.startsWith('["'))).toBe(true)
})

test('values that begin like a formula are protected, numbers stay exact', async () => {
  const { rows } = await exported(world.stores.north, {}, {})
  for (const [line, [, material, , , , threads, ratio]] of expected.entries()) {
    const row = rows[line + 1]
    expect(row?.[1]).toBe(material?.startsWith('=') ? `'${material}` : material)
    expect([row?.[5], row?.[6]]).toEqual([threads, ratio])
  }
  expect(expected.some(([, material]) => material?.startsWith('='))).toBe(true)
})

test('product values stand on the first row of each product', async () => {
  const { rows } = await exported(world.stores.north, { fields: ['Handle', 'Variant Id', 'metafield:specs.ratio'], rowsPerProduct: 0 })
  const seen = new Set<string>()
  for (const [handle = '', , ratio] of rows.slice(1)) {
    expect(ratio === '').toBe(seen.has(handle))
    seen.add(handle)
  }
})

test('a preview has the first rows of the file', async () => {
  const answer = await owner.rest('POST', '/products/export/preview', request(world.stores.north, { rowsPerProduct: 1 }))
  const { header: shown, rows } = (answer.body as { data: ExportPreview }).data
  expect(shown).toEqual(header)
  expect(rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(expected.slice(0, 5))
})

test('a job by a bulk operation makes the same file as a download', async () => {
  const { text } = await exported(world.stores.north)
  world.sandbox.requests.length = 0
  const job = await jobDone()
  expect(job).toMatchObject({ status: 'completed', warning: null, receipt: { columns: header } })
  expect(world.sandbox.requests.map(({ operation }) => operation)).toContain('StartBulk')
  const file = await owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
  expect(file.text).toBe(text)
})

test('a spreadsheet has numbers where the definition says so, unless they would lose digits', async () => {
  expect(await jobDone({ exportFormat: 'sheet', sheetExport: url })).toMatchObject({ status: 'completed' })
  const cells = world.sandbox.sheets.documents.get('demo-exports')?.tabs.at(-1)?.cells ?? []
  expect(cells.length).toBe(expected.length + 1)
  for (const [line, [, , , , features, threads, ratio = '']] of expected.entries()) {
    const row = cells[line + 1]
    expect(row?.[4] ?? '').toBe(features)
    expect(row?.[5]).toBe(Number(threads))
    expect(row?.[6]).toBe(ratio.length > 16 ? ratio : Number(ratio))
  }
})

describe('a metafield without a definition', () => {
  const deleted = ['Product Id', 'metafield:custom.season']

  test('has the values from before, a header with its key, and a warning', async () => {
    const { rows, warning } = await exported(world.stores.north, { fields: deleted })
    expect(rows[0]).toEqual(['Product Id', 'custom.season (product.metafields.custom.season)'])
    expect(rows.slice(1).map(([, season]) => season)).toEqual(products.map((product) => valueOf(product, 'custom.season')))
    expect(warning).toBe(messages.export.metafieldsUnknown(['custom.season']))
  })

  test('is told of in a job too', async () => {
    expect(await jobDone({ fields: deleted })).toMatchObject({ warning: messages.export.metafieldsUnknown(['custom.season']) })
  })

  test('in a store that never had it is an empty column with a warning', async () => {
    const { rows, warning } = await exported(world.stores.harbor, { fields: ['Product Id', 'metafield:custom.care'] })
    expect(rows.slice(1).every(([, care]) => care === '')).toBe(true)
    expect(warning).toBe(messages.export.metafieldsUnknown(['custom.care']))
  })

  test('on ShopBase is named as what the platform lacks', async () => {
    const { rows, warning } = await exported(world.stores.print, { fields: ['Product Id', 'metafield:custom.care'] })
    expect(rows[0]?.[1]).toBe('custom.care (product.metafields.custom.care)')
    expect(warning).toBe('Not available from ShopBase: metafield:custom.care')
  })
})

test('a shop that denies its definitions refuses the export, and leaves a record', async () => {
  world.sandbox.tune({ scopes: ['read_orders'] }, testShops.north.host)
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.north))
  world.sandbox.tune({ scopes: testShops.north.scopes }, testShops.north.host)
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'STORE_LACKS_SCOPE' } } })
  expect((await owner.rest('GET', '/jobs?mine=true&status=failed&limit=1')).body).toMatchObject({ data: { jobs: [{ status: 'failed' }] } })
})

test.each([
  'metafield:custom',
  'metafield:custom.',
  'metafield:.care',
  'metafield:custom.care.more',
  'metafield:custom.a b',
  'metafield:custom.c"){id}',
  `metafield:custom.${'x'.repeat(65)}`,
  `metafield:${'x'.repeat(256)}.care`,
  'Metafield:custom.care',
])('the column %s is refused', async (column) => {
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.north, { fields: ['Title', column] }))
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_INPUT', issues: [{ message: messages.export.columnUnknown }] } },
  })
})

test('the 51st metafield is refused, in an export and in a template', async () => {
  const many = (count: number) => ['Title', ...Array.from({ length: count }, (_, index) => `metafield:custom.key-${index}`)]
  const message = messages.export.metafieldsTooMany(50)
  const refused = { status: 400, body: { error: { issues: [{ message }] } } }
  expect(await owner.rest('POST', '/products/export', request(world.stores.north, { fields: many(51) }))).toMatchObject(refused)
  expect(await owner.rest('POST', '/templates', { name: 'Many', type: 'product', columns: many(51) })).toMatchObject(refused)
  expect((await owner.rest('POST', '/products/export/preview', request(world.stores.north, { fields: many(50) }))).status).toBe(200)
})

test('a template keeps metafields, and says on which platform they are empty', async () => {
  const made = await owner.rest('POST', '/templates', { name: 'With care', type: 'product', columns: fields })
  const { template } = (made.body as { data: { template: Template } }).data
  expect(template.columns).toEqual(fields)
  expect(template.lacking).toEqual([{ platform: 'ShopBase', columns: fields.slice(1) }])
  const wrong = await owner.rest('POST', '/templates', { name: 'Wrong', type: 'order', columns: ['total', 'metafield:custom.care'] })
  expect(wrong.status).toBe(400)
})
