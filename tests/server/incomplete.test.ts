// Shops with short pages, and exports that stay incomplete: a partial export never looks complete.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { jobs } from '#drizzle/job-tables.ts'
import { SHEETS_HOST } from '#sandbox/sheets/serve.ts'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { exchangeWith } from '#tests/support/exchange.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const print = { ...testShops.print, products: 600, orders: 900 }
const north = { ...testShops.north, products: 300, orders: 10 }
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north, print } })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const jobIn = (body: unknown) => (body as { data: { job: Job } }).data.job
const get = async (id: string) => jobIn((await owner.rest('GET', `/jobs/${id}`)).body)
const newest = async () => ((await owner.rest('GET', '/jobs?limit=1')).body as { data: JobListResponse }).data.jobs[0]
const fileOf = (job: Job) => owner.rest('GET', String(job.files[0]?.url).replace('/api/v1', ''))
const idsIn = (text: string) => parse(text, { bom: true, from_line: 2 }).flatMap(([id]: string[]) => id || [])

const products = (config: object = {}, storeId = world.stores.print) => ({ storeId, config: { fields: ['Product Id'], ...config } })
const orders = (filters: object = {}) => ({ storeIds: [world.stores.print], columns: ['orderId'], filters })
async function exported(path: '/products/export' | '/orders/export', body: object): Promise<Job> {
  world.clock.now += 60_000
  const { id } = jobIn((await owner.rest('POST', path, body)).body)
  await world.work()
  return get(id)
}
async function idsOf(job: Job) {
  expect(job).toMatchObject({ status: 'completed', warning: null, error: null })
  return idsIn((await fileOf(job)).text)
}
const printPages = { shop: print.host, operation: '/admin/products.json' }

describe('a full page that comes short', () => {
  const shortPage = { kind: 'shortPage', shop: print.host, times: 1 } as const
  const pages = { '/products/export': '/admin/products.json', '/orders/export': '/admin/orders.json' }

  test.each([
    { what: 'all products', path: '/products/export', body: () => products() },
    { what: 'products by title, which ShopBase cannot count', path: '/products/export', body: () => products({ filter: { search: 'e' } }) },
    { what: 'all orders', path: '/orders/export', body: () => orders() },
    {
      what: 'unfulfilled orders, which we cannot count',
      path: '/orders/export',
      body: () => orders({ fulfillmentStatus: ['unfulfilled'] }),
    },
  ] as const)('ends no export: $what', async ({ path, body }) => {
    const whole = await idsOf(await exported(path, body()))
    expect(whole.length).toBeGreaterThan(250)
    world.sandbox.faults.add({ ...shortPage, operation: pages[path] })
    expect(await idsOf(await exported(path, body()))).toEqual(whole)
  })

  test('ends no list of products', async () => {
    world.sandbox.faults.add({ ...shortPage, times: 3 })
    const seen: string[] = []
    for (let sinceId: string | undefined; ;) {
      const { body } = await owner.rest('POST', '/products/fetch', { storeId: world.stores.print, limit: 100, sinceId })
      const page = (body as { data: { products: { id: string }[]; pageInfo: { hasNextPage: boolean; lastProductId: string } } }).data
      seen.push(...page.products.map(({ id }) => id))
      if (!page.pageInfo.hasNextPage) break
      sinceId = page.pageInfo.lastProductId
    }
    expect(new Set(seen).size).toBe(600)
  })

  test.each(['asc', 'desc'])('ends no list of orders, %s', async (sortOrder) => {
    world.sandbox.faults.add({ ...shortPage, rows: 100, times: 4 })
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const request = { storeIds: [world.stores.print], limit: 225, sortOrder, ...(cursor === undefined ? {} : { cursor }) }
      const { body } = await owner.rest('POST', '/orders/fetch', request)
      const page = body as { orders: { platformOrderId: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
      seen.push(...page.orders.map(({ platformOrderId }) => platformOrderId))
      if (!page.pageInfo.hasNextPage) break
      cursor = page.pageInfo.endCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([900, 900])
  })
})

test('an empty page before the end is asked for once more', async () => {
  world.sandbox.faults.add({ ...printPages, kind: 'emptyPage', after: 1, times: 1 })
  expect(await idsOf(await exported('/products/export', products()))).toHaveLength(600)
})

test('what is sold or deleted in the meantime makes no export short', async () => {
  world.sandbox.faults.add({ shop: print.host, operation: '/admin/products/count.json', kind: 'countTooHigh', by: 5, times: 1 })
  const job = await exported('/products/export', products())
  expect(job).toMatchObject({ status: 'completed', warning: messages.export.countsDiffer(600, 605, 600, 'products') })
})

describe('an export that stays short', () => {
  const tooHigh = (count: { shop: string; operation: string }) => world.sandbox.faults.add({ ...count, kind: 'countTooHigh', by: 5 })
  const counts = {
    shopbase: { shop: print.host, operation: '/admin/products/count.json' },
    shopify: { shop: north.host, operation: 'ProductCount' },
  }

  test.each([
    ['shopbase', () => world.stores.print, 600],
    ['shopify', () => world.stores.north, 300],
  ] as const)('is incomplete and keeps what came as a part: %s', async (platform, store, size) => {
    tooHigh(counts[platform])
    const job = await exported('/products/export', products({}, store()))
    const message = messages.export.incomplete(size, size + 5, size + 5, 'products')
    expect(message).toContain('5 products are missing')
    expect(job).toMatchObject({ status: 'failed', error: { code: 'INCOMPLETE', message }, canRetry: true })
    expect(job.counts).toMatchObject({ expected: size + 5, fetched: size })
    expect(job.progress).toBeLessThan(100)
    expect(job.files).toMatchObject([{ name: expect.stringMatching(/^products_export_[\d-]+\.csv\.partial$/) }])
    const file = await fileOf(job)
    expect(idsIn(file.text)).toHaveLength(size)
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringContaining('.csv.partial"'),
      'x-export-warning': message,
    })
  })

  test('where one row of a page is lost, too', async () => {
    world.sandbox.faults.add({ ...printPages, kind: 'shortPage', from: 'middle', times: 1 })
    expect(await exported('/products/export', products())).toMatchObject({
      error: { code: 'INCOMPLETE', message: messages.export.incomplete(599, 600, 600, 'products') },
    })
  })

  test('is whole after a retry, which leaves no part behind', async () => {
    tooHigh(counts.shopbase)
    const { id } = await exported('/products/export', products())
    world.sandbox.faults.clear()
    const [part] = (await get(id)).files
    expect(jobIn((await owner.rest('POST', `/jobs/${id}/retry`)).body).files).toEqual([])
    await world.work()
    const job = await get(id)
    expect(await idsOf(job)).toHaveLength(600)
    expect(job.files).toMatchObject([{ name: expect.stringMatching(/\.csv$/) }])
    expect((await owner.rest('GET', String(part?.url).replace('/api/v1', ''))).status).toBe(404)
  })

  test('loses its part when its time is over, and is whole with a file after a retry', async () => {
    tooHigh(counts.shopbase)
    const job = await exported('/products/export', products())
    const longAgo = new Date(world.clock.now - 31 * 24 * 3_600_000)
    await world.deps.database.db.update(jobs).set({ finishedAt: longAgo }).where(eq(jobs.id, job.id))
    await removeExpiredFiles(world.deps, 30)
    expect(await fileOf(job)).toMatchObject({ status: 410, body: { error: { code: 'FILE_EXPIRED' } } })
    world.sandbox.faults.clear()
    expect((await owner.rest('POST', `/jobs/${job.id}/retry`)).status).toBe(200)
    await world.work()
    const whole = await get(job.id)
    expect(await idsOf(whole)).toHaveLength(600)
    expect(whole.filesExpireAt).toBe(new Date(Date.parse(String(whole.finishedAt)) + 30 * 24 * 3_600_000).toISOString())
  })

  test('breaks a download', async () => {
    world.clock.now += 60_000
    const somebody = await world.signedIn('owner')
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
    tooHigh(counts.shopbase)
    expect((await exchangeWith(url, somebody)('/api/v1/products/export/csv', products())).isWhole).toBe(false)
    await expect.poll(newest).toMatchObject({ status: 'failed', error: { code: 'INCOMPLETE' }, files: [] })
  })

  test('leaves no tab in a spreadsheet', async () => {
    const id = 'incomplete-sheet'
    world.sandbox.sheets.share({ id, title: 'Sheet', access: 'editor' })
    world.sandbox.sheets.tune({ quota: false })
    const url = `https://docs.google.com/spreadsheets/d/${id}/edit`
    const tabs = () => world.sandbox.sheets.documents.get(id)?.tabs.map(({ title }) => title)
    tooHigh(counts.shopbase)
    const job = await exported('/products/export', products({ exportFormat: 'sheet', sheetExport: url }))
    expect(job).toMatchObject({ status: 'failed', error: { code: 'INCOMPLETE' }, sheet: null, files: [] })
    expect(tabs()).toEqual(['Sheet1'])
    tooHigh({ shop: print.host, operation: '/admin/orders/count.json' })
    expect(await owner.rest('POST', '/export/sheets', { ...orders(), url })).toMatchObject({
      status: 502,
      body: { error: { code: 'INCOMPLETE', message: messages.export.incomplete(900, 905, 905, 'orders') } },
    })
    expect(tabs()).toEqual(['Sheet1'])
    expect(world.sandbox.requests.some(({ shop }) => shop === SHEETS_HOST)).toBe(true)
  })
})
