import type { Socket } from 'node:net'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { roleAssignments } from '#drizzle/schema.ts'
import type { ExportPreview } from '#shared/export.ts'
import type { JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { patience } from '#server/platforms/retry.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { exchangeWith } from '#tests/support/exchange.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let url: string
let exchange: ReturnType<typeof exchangeWith>
const shops = {
  ...testShops,
  north: { ...testShops.north, products: 1_200 },
  harbor: { ...testShops.harbor, hidesCosts: true },
}
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  exchange = exchangeWith(url, owner)
})
afterEach(() => {
  world.sandbox.faults.clear()
  world.sandbox.tune({ latencyMs: 0 })
})
afterAll(() => world[Symbol.asyncDispose]())

type Change = { config?: object; productIds?: string[]; csv?: object }
const request = (storeId: string, { config = {}, ...rest }: Change = {}) => ({
  storeId,
  config: { fields: ['Product Id', 'Title'], ...config },
  ...rest,
})
async function rowsOf(storeId: string, change: Change = {}) {
  const answer = await owner.rest('POST', '/products/export/csv', request(storeId, change))
  expect(answer.status).toBe(200)
  const rows: string[][] = parse(answer.text, { bom: true, relax_column_count: false })
  return { rows, warning: answer.headers['x-export-warning'], disposition: answer.headers['content-disposition'] }
}
const ids = (rows: string[][]) => rows.slice(1).flatMap((row) => row[0] || [])

test('all 52 columns, every product exactly once, in ascending order of ids', async () => {
  const { rows, disposition } = await rowsOf(world.stores.north, { config: { fields: productFields } })
  expect(rows[0]).toEqual([...productFields])
  const at = productFields.indexOf('Product Id')
  const exported = rows.slice(1).flatMap((row) => row[at] || [])
  expect(exported).toHaveLength(1_200)
  expect(exported).toEqual([...new Set(exported)].toSorted((a, b) => Number(BigInt(a) - BigInt(b))))
  expect(disposition).toMatch(/^attachment; filename="products_export_\d{4}-\d\d-\d\d\.csv"$/)
})

test('the fields come in the chosen order, with a byte order mark and CRLF, or as asked', async () => {
  const fields = ['Vendor', 'Title', 'Product Id']
  const plain = await owner.rest('POST', '/products/export/csv', request(world.stores.print, { config: { fields } }))
  expect(plain.text.startsWith('\uFEFFVendor,Title,Product Id\r\n')).toBe(true)
  const csv = { bom: false, delimiter: ';' }
  const other = await owner.rest('POST', '/products/export/csv', request(world.stores.print, { config: { fields }, csv }))
  expect(other.text.startsWith('Vendor;Title;Product Id\r\n')).toBe(true)
})

test('the header has the names of Shopify, if asked for', async () => {
  const fields = ['Handle', 'Product Type', 'Title']
  const { rows } = await rowsOf(world.stores.print, { config: { fields, headers: 'shopify-import' } })
  expect(rows[0]).toEqual(['Handle', 'Type', 'Title'])
  const preview = await owner.rest(
    'POST',
    '/products/export/preview',
    request(world.stores.print, { config: { fields, headers: 'shopify-import' } }),
  )
  expect(preview.body).toMatchObject({ data: { header: ['Handle', 'Type', 'Title'] } })
  const wrong = await owner.rest('POST', '/products/export/csv', request(world.stores.print, { config: { fields, headers: 'magento' } }))
  expect(wrong.status).toBe(400)
})

test('more matched than exported is said, and Max Items counts products, not rows', async () => {
  const { rows, warning } = await rowsOf(world.stores.north, { config: { maxItemsPerFile: 10 } })
  expect(ids(rows)).toHaveLength(10)
  expect(warning).toBe('Only the first 10 of 1200 products are exported (Max Items)')
})

test('where the shop cannot count, it is said that there may be more', async () => {
  const some = { fields: ['Product Id'], filter: { search: 'a' } }
  world.clock.now += 1_000
  const { rows, warning } = await rowsOf(world.stores.print, { config: { ...some, maxItemsPerFile: 3 } })
  expect(ids(rows)).toHaveLength(3)
  expect(warning).toBe('The shop cannot count these products: no more than 3 are exported (Max Items)')
  const jobs = async () => (await owner.rest('GET', '/jobs?mine=true&limit=1')).body
  const reached = 'Only the first 3 products are exported (Max Items): there may be more'
  expect(await jobs()).toMatchObject({ data: { jobs: [{ warning: reached, counts: { expected: null }, receipt: { isLimitHit: true } }] } })
  world.clock.now += 1_000
  await rowsOf(world.stores.print, { config: some })
  expect(await jobs()).toMatchObject({ data: { jobs: [{ warning: null, receipt: { isLimitHit: false } }] } })
})

test('who loses the right while a file is made loses the rest of it', async () => {
  const staff = await world.signedIn('staff', 'north')
  const all = request(world.stores.north, { config: { fields: productFields } })
  world.sandbox.tune({ latencyMs: 100 }, 'north-test.myshopify.com')
  world.clock.now += 1_000
  const file = exchangeWith(url, staff)('/api/v1/products/export/csv', all)
  const newest = async () => ((await owner.rest('GET', '/jobs?limit=1')).body as { data: JobListResponse }).data.jobs[0]
  await expect.poll(async () => (await newest())?.status).toBe('running')
  await world.deps.database.db.delete(roleAssignments).where(eq(roleAssignments.userId, staff.userId))
  expect((await file).isWhole).toBe(false)
  world.sandbox.tune({ latencyMs: 0 }, 'north-test.myshopify.com')
  const lost = { code: 'JOB_CANCELLED', message: messages.jobs.rightLost }
  await expect.poll(newest).toMatchObject({ status: 'failed', error: lost, receipt: null })
})

test('selected products come alone, and those that the shop does not have are named', async () => {
  const all = ids((await rowsOf(world.stores.north)).rows)
  const chosen = [all[7], all[3]].map(String)
  const { rows, warning } = await rowsOf(world.stores.north, { productIds: [...chosen, '123'] })
  expect(ids(rows)).toEqual(chosen.toReversed())
  expect(warning).toBe('Not found in this store: 123')
})

test('the filter is the list’s', async () => {
  const filter = { status: 'draft' }
  const listed = await owner.rest('POST', '/products/fetch', { storeId: world.stores.north, filters: filter, limit: 250 })
  const { rows } = await rowsOf(world.stores.north, { config: { filter } })
  const expected = (listed.body as { data: { products: { id: string }[] } }).data.products.map((product) => product.id)
  expect(ids(rows).toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(0)
})

test('Rows Per Product keeps at most so many lines of each', async () => {
  const { rows } = await rowsOf(world.stores.north, { config: { fields: ['Handle', 'Variant Id'], rowsPerProduct: 1 } })
  const handles = rows.slice(1).map((row) => row[0])
  expect(new Set(handles).size).toBe(handles.length)
})

test('what the platform lacks is empty, and said', async () => {
  const { rows, warning } = await rowsOf(world.stores.print, { config: { fields: ['Product Id', 'Product Category'] } })
  expect(rows.slice(1).every((row) => row[1] === '')).toBe(true)
  expect(warning).toBe('Not available from ShopBase: Product Category')
})

test('what the platform lacks is not said of columns that nobody chose', async () => {
  expect((await rowsOf(world.stores.print, { config: { fields: productFields, maxItemsPerFile: 100_000 } })).warning).toBeUndefined()
})

test('what the shop keeps from us is empty, and said', async () => {
  const { rows, warning } = await rowsOf(world.stores.harbor, { config: { fields: ['Title', 'Cost per item'] } })
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.slice(1).every((row) => row[0] !== undefined && row[1] === '')).toBe(true)
  expect(warning).toBe('Hidden by the shop: Cost per item')
})

test.each([
  [{ config: { fields: [] } }, 'Please select at least one field to export'],
  [{ config: { fields: ['Title', 'Title'] } }, 'A field can be exported only once'],
  [{ productIds: [] }, 'No products selected'],
  [{ config: { maxItemsPerFile: 100_001 } }, 'config.maxItemsPerFile: Too big: expected number to be <=100000'],
  [{ config: { rowsPerProduct: 101 } }, 'config.rowsPerProduct: Too big: expected number to be <=100'],
  [{ config: { maxItemsPerFile: 1.5 } }, 'config.maxItemsPerFile: Invalid input: expected int, received number'],
])('%o is refused', async (change, message) => {
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.north, change))
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ message })
})

test('a shop that refuses from the start is an error, not a file', async () => {
  world.sandbox.faults.add({ shop: 'north-test.myshopify.com', kind: 'status', status: 401 })
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.north))
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'STORE_REJECTED' } } })
})

test('a shop that fails on the way breaks the transfer instead of ending it short', async () => {
  const before = world.sandbox.requests.length
  const whole = await exchange('/api/v1/products/export/csv', request(world.stores.north, { config: { fields: productFields } }))
  expect(whole.isWhole).toBe(true)
  const after = world.sandbox.requests.length - before - 1
  world.sandbox.faults.add({ shop: 'north-test.myshopify.com', kind: 'status', status: 403, after })
  const broken = await exchange('/api/v1/products/export/csv', request(world.stores.north, { config: { fields: productFields } }))
  expect(broken.text).toContain('HTTP/1.1 200 OK')
  expect(broken.isWhole).toBe(false)
})

test('hanging up stops the calls to the shop', async () => {
  const all = request(world.stores.north, { config: { fields: productFields } })
  const callsOf = async (during?: (socket: Socket) => void) => {
    const before = world.sandbox.requests.length
    await exchange('/api/v1/products/export/csv', all, during)
    return world.sandbox.requests.length - before
  }
  const whole = await callsOf()
  world.sandbox.tune({ latencyMs: 30 })
  const cut = await callsOf((socket) => socket.destroy())
  expect(cut).toBeLessThan(whole)
})

test.each(['north', 'print'] as const)('a preview has the first rows of the file, and asks %s for no more than they need', async (name) => {
  const storeId = world.stores[name]
  for (const change of [
    { config: { fields: productFields } },
    { config: { rowsPerProduct: 2, maxItemsPerFile: 2, filter: { search: 'a' } } },
    { config: { fields: ['SKU', 'Title'] }, productIds: ids((await rowsOf(storeId, { config: { maxItemsPerFile: 3 } })).rows).slice(1) },
    { config: { filter: { search: 'zzzzqqqq' } } },
  ]) {
    const [header, ...rows] = (await rowsOf(storeId, { ...change, csv: { protectFormulas: false } })).rows
    const calls = world.sandbox.requests.length
    const answer = await owner.rest('POST', '/products/export/preview', request(storeId, change))
    const preview = (answer.body as { data: ExportPreview }).data
    expect(preview.header).toEqual(header)
    expect(preview.rows.map((row) => row.map((cell) => String(cell ?? '')))).toEqual(rows.slice(0, 5))
    expect(world.sandbox.requests.length - calls).toBeLessThanOrEqual(4)
  }
})

test('a preview of a shop that is down gives up as soon as a list would', async () => {
  await using own = await createWorld({ shops, waiting: fakeClock() })
  const caller = await own.signedIn('owner')
  for (const [name, path, body] of [
    ['print', '/orders/export/preview', { storeIds: [own.stores.print], columns: ['orderName'] }],
    ['north', '/products/export/preview', request(own.stores.north)],
  ] as const) {
    own.sandbox.faults.add({ shop: testShops[name].host, kind: 'status', status: 503 })
    const before = own.sandbox.requests.length
    expect((await caller.rest('POST', path, body)).status).toBe(502)
    expect(own.sandbox.requests.length - before).toBe(patience.interactive.attempts)
  }
})

test('a preview says why it cannot be shown', async () => {
  world.sandbox.faults.add({ shop: 'north-test.myshopify.com', kind: 'status', status: 401 })
  const answer = await owner.rest('POST', '/products/export/preview', request(world.stores.north))
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('North') } })
  expect((await owner.rest('POST', '/products/export/preview', request(world.stores.north, { config: { fields: [] } }))).status).toBe(400)
})
