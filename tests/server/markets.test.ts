// Market prices as columns of product exports, over real HTTP: the list of markets, and their values in every kind of file.
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ExportPreview } from '#shared/export.ts'
import type { Job } from '#shared/jobs.ts'
import { marketMessages } from '#shared/market-messages.ts'
import { messages } from '#shared/messages.ts'
import type { MarketsResponse } from '#shared/markets.ts'
import type { Template } from '#shared/templates.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { isIncludedIn, marketPriceOf, markets } from '#sandbox/catalogue/markets.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'
const named = { japan: 'Japan', 'gulf-2': 'Gulf, "duty paid"' }
const handles = ['japan', 'gulf-2'] as const
const columns = handles.flatMap((handle) => ['included', 'price', 'compareAtPrice'].map((value) => `market:${handle}.${value}`))
const fields = ['Product Id', 'Variant Id', ...columns]
const header = [
  'Product Id',
  'Variant Id',
  ...handles.flatMap((handle) => ['Included', 'Price', 'Compare At Price'].map((value) => `${value} / ${named[handle]}`)),
]
const { products } = catalogueOf(testShops.north)
type Product = (typeof products)[number]

function valuesOf(product: Product, at: number, handle: string): string[] {
  const market = markets.find((one) => one.handle === handle)
  const variant = product.variants[at]
  if (!market) throw new Error(`no market ${handle}`)
  const { price, compareAtPrice } = variant ? marketPriceOf(variant, market) : { price: '', compareAtPrice: null }
  return [at === 0 ? String(isIncludedIn(product, market)) : '', price, compareAtPrice ?? '']
}
/** One row for each variant. */
const expected = products.flatMap((product) =>
  product.variants.map(({ id }, at) => [at === 0 ? product.id : '', id, ...handles.flatMap((handle) => valuesOf(product, at, handle))]),
)

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ bulkAfterMs: 0 })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.tune({ scopes: testShops.north.scopes }, testShops.north.host))
afterAll(() => world[Symbol.asyncDispose]())

const withoutMarkets = () =>
  world.sandbox.tune({ scopes: testShops.north.scopes.filter((scope) => scope !== 'read_markets') }, testShops.north.host)
const plain = { bom: false, protectFormulas: false }
const request = (storeId: string, config: object = {}, rest: object = {}) => ({ storeId, config: { fields, ...config }, ...rest })

async function exported(storeId: string, config: object = {}) {
  const answer = await owner.rest('POST', '/products/export/csv', request(storeId, config, { csv: plain }))
  expect(answer.status).toBe(200)
  const rows: string[][] = parse(answer.text)
  const warning = answer.headers['x-export-warning']
  return { text: answer.text, rows, warning: typeof warning === 'string' ? decodeURIComponent(warning) : warning }
}

async function jobDone(config: object = {}): Promise<Job> {
  const made = await owner.rest('POST', '/products/export', request(world.stores.north, config, { csv: plain }))
  expect(made.status).toBe(201)
  await world.work()
  const { id } = (made.body as { data: { job: Job } }).data.job
  return ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
}

describe('the list', () => {
  const listOf = async (storeId: string, caller = owner) => caller.rest('GET', `/stores/${storeId}/markets`)
  const found = async (storeId: string) => ((await listOf(storeId)).body as { data: MarketsResponse }).data

  test('tells the markets of each store of one’s own, with their columns', async () => {
    const { markets: listed, isHidden } = await found(world.stores.north)
    expect(isHidden).toBe(false)
    expect(listed.map(({ handle }) => handle)).toEqual(['europe', 'gulf-2', 'japan'])
    expect(listed[2]).toMatchObject({ country: 'JP', currency: 'JPY', columns: [{ header: 'Included / Japan' }, {}, {}] })
    expect(await found(world.stores.print)).toEqual({ markets: [], isHidden: false })
    expect((await listOf(world.stores.north, await world.signedIn('viewer', 'harbor'))).status).toBe(404)
  })

  test('is empty where the shop hides its markets, and says so', async () => {
    withoutMarkets()
    expect(await found(world.stores.north)).toEqual({ markets: [], isHidden: true })
  })
})

test('a file has the headers of Shopify’s own CSV, and what each market’s buyers see in its currency’s decimals', async () => {
  const { rows, warning } = await exported(world.stores.north)
  const [first, ...rest] = rows
  expect(first).toEqual(header)
  expect(rest.filter(([, variant]) => variant !== '')).toEqual(expected)
  expect(rest.filter(([, variant]) => variant === '').every((row) => row.slice(2).every((cell) => cell === ''))).toBe(true)
  expect(warning).toBeUndefined()
  expect(expected.some(([, , included]) => included === 'false')).toBe(true)
  expect(expected.every(([, , , yen, , , dinars]) => /^\d+$/.test(yen ?? '') && /^\d+\.\d{3}$/.test(dinars ?? ''))).toBe(true)
})

test('a preview has the first rows of the file', async () => {
  const answer = await owner.rest('POST', '/products/export/preview', request(world.stores.north))
  const { header: shown, rows } = (answer.body as { data: ExportPreview }).data
  const file = await exported(world.stores.north)
  expect(shown).toEqual(header)
  expect(rows.map((row) => row.map((cell) => String(cell ?? '')))).toEqual(file.rows.slice(1, 6))
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

test('a spreadsheet has the prices as numbers', async () => {
  expect(await jobDone({ exportFormat: 'sheet', sheetExport: url, rowsPerProduct: 1 })).toMatchObject({ status: 'completed' })
  const cells = world.sandbox.sheets.documents.get('demo-exports')?.tabs.at(-1)?.cells ?? []
  expect(cells.slice(1).map((row) => [row?.[2], row?.[3], row?.[6]])).toEqual(
    expected.filter(([id]) => id !== '').map(([, , included, yen, , , dinars]) => [included, Number(yen), Number(dinars)]),
  )
})

describe('a market that the shop does not have', () => {
  test('is an empty column with its handle in the header, and a warning', async () => {
    const { rows, warning } = await exported(world.stores.harbor, {
      fields: ['Product Id', 'market:none.price', 'market:constructor.included'],
    })
    expect(rows[0]).toEqual(['Product Id', 'Price / none', 'Included / constructor'])
    expect(rows.slice(1).every(([, ...cells]) => cells.every((cell) => cell === ''))).toBe(true)
    expect(warning).toBe(marketMessages.unknown(['none', 'constructor']))
  })

  test.each(['brazil', 'california', 'wholesale'])('or that has no prices to ask for is one too: %s', async (handle) => {
    const job = await jobDone({ fields: ['Product Id', `market:${handle}.price`] })
    expect(job).toMatchObject({ status: 'completed', warning: marketMessages.unknown([handle]) })
  })

  test('on ShopBase is named as what the platform lacks', async () => {
    const { rows, warning } = await exported(world.stores.print, { fields: ['Product Id', 'market:europe.price'] })
    expect(rows[0]?.[1]).toBe('Price / europe')
    expect(warning).toBe('Not available from ShopBase: market:europe.price')
  })
})

describe('a shop whose token lacks the scope for markets', () => {
  test('passes a test of the connection, and exports other columns without a word', async () => {
    withoutMarkets()
    const tested = await owner.rest('POST', `/stores/${world.stores.north}/test-connection`)
    expect(tested.body).toMatchObject({ data: { limits: [] } })
    expect((await exported(world.stores.north, { fields: ['Title', 'Price'] })).warning).toBeUndefined()
  })

  const mixed = ['Product Id', 'market:japan.price', 'Price', 'market:japan.included']
  const sentence = marketMessages.hidden(['Price / japan', 'Included / japan'])

  test('exports the rest, and says before the first byte which columns are empty', async () => {
    withoutMarkets()
    const { rows, warning } = await exported(world.stores.north, { fields: mixed, rowsPerProduct: 1 })
    expect(warning).toBe(sentence)
    expect(rows.slice(1)).toEqual(products.map(({ id }) => [id, '', expect.stringMatching(/^\d/), '']))
  })

  test('exports the rest by a bulk operation, and says so in the job', async () => {
    withoutMarkets()
    expect(await jobDone({ fields: mixed })).toMatchObject({ status: 'completed', warning: sentence, counts: { fetched: products.length } })
  })
})

test.each([
  'market:europe',
  'market:europe.',
  'market:.price',
  'market:europe.cost',
  'market:Europe.price',
  'market:europe.price.more',
  'market:eu rope.price',
  `market:${'x'.repeat(256)}.price`,
])('the column %s is refused', async (column) => {
  const answer = await owner.rest('POST', '/products/export/csv', request(world.stores.north, { fields: ['Title', column] }))
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_INPUT', issues: [{ message: messages.export.columnUnknown }] } },
  })
})

test('the eleventh market is refused, in an export and in a template', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => [`market:m-${index}.price`, `market:m-${index}.included`]).flat()
  const refused = { status: 400, body: { error: { issues: [{ message: marketMessages.tooMany(10) }] } } }
  expect(await owner.rest('POST', '/products/export', request(world.stores.north, { fields: many(11) }))).toMatchObject(refused)
  expect(await owner.rest('POST', '/templates', { name: 'Many', type: 'product', columns: many(11) })).toMatchObject(refused)
  expect((await owner.rest('POST', '/products/export/preview', request(world.stores.north, { fields: many(10) }))).status).toBe(200)
})

test('a template keeps market prices, and says on which platform they are empty', async () => {
  const made = await owner.rest('POST', '/templates', { name: 'With markets', type: 'product', columns: fields })
  const { template } = (made.body as { data: { template: Template } }).data
  expect(template.columns).toEqual(fields)
  expect(template.lacking).toEqual([{ platform: 'ShopBase', columns }])
  const wrong = await owner.rest('POST', '/templates', { name: 'Wrong', type: 'order', columns: ['total', 'market:europe.price'] })
  expect(wrong.status).toBe(400)
})
