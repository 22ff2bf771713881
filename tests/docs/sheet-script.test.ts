// docs/examples/sheet.gs as it stands, against a server with shops.
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runAppsScript, type FetchAnswer, type FetchRequest, type SheetState } from '#tests/support/apps-script.ts'
import { createWorld, testShops, type World } from '#tests/support/world.ts'

const source = readFileSync('docs/examples/sheet.gs', 'utf8')
/** Three pages. */
const products = 230

let world: World
let url: string
let key: string
beforeAll(async () => {
  const { north, harbor, print } = testShops
  world = await createWorld({ shops: { north: { ...north, products }, harbor, print: { ...print, products } } })
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const owner = await world.signedIn('owner')
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Sheet', permissions: ['products:read', 'orders:read'] })
  key = (made.body as { data: { token: string } }).data.token
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

type More = {
  properties?: Record<string, string>
  sheets?: Record<string, SheetState>
  between?: (request: FetchRequest) => FetchAnswer | null
}
const run = (call: 'writeProducts' | 'writeOrders', store: string, { properties, ...more }: More = {}) =>
  runAppsScript({
    source,
    call,
    properties: { BACKCOUNTER_URL: url, BACKCOUNTER_KEY: key, BACKCOUNTER_STORE: store, ...properties },
    ...more,
  })

const old = (): SheetState => ({ values: [['id'], ['yesterday']], formats: [], note: 'old', maxRows: 100 })
/** Refuses the second page this many times. */
function refusingPage(times: number, headers: Record<string, string>) {
  let left = times
  return ({ payload }: FetchRequest) => {
    if (!payload?.includes('cursor') || left === 0) return null
    left -= 1
    return { status: 429, headers, text: '{"message": "Too many requests"}' }
  }
}

type Listed = { id: string; priceRange: { min: string } | null; stock: number | null }
/** What one page of the API says of the products: id, lowest price and stock. */
async function listed(store: 'north' | 'print') {
  const caller = await world.signedIn('owner')
  const { body } = await caller.rest('POST', '/products/fetch', { storeId: world.stores[store], limit: 250, include: ['prices'] })
  const { data } = body as { data: { products: Listed[] } }
  return data.products.map(({ id, priceRange, stock }) => [id, priceRange === null ? '' : Number(priceRange.min), stock ?? ''])
}

test.each(['north', 'print'] as const)('every product of %s is in the sheet once', async (store) => {
  const { sheets, error } = await run('writeProducts', testShops[store].name, { sheets: { Products: old() } })
  expect(error).toBe(null)
  const [header, ...rows] = sheets['Products']?.values ?? []
  expect(header).toEqual(['id', 'title', 'status', 'vendor', 'lowest price', 'stock', 'SKUs'])
  expect([rows.length, new Set(rows.map(([id]) => id)).size]).toEqual([products, products])
  expect(rows.map(([id, , , , price, stock]) => [id, price, stock])).toEqual(await listed(store))
  expect(sheets['Products']).toMatchObject({ formats: ['@', '@', '@', '@', '#,##0.00', '0', '@'], note: '', maxRows: products + 1 })
})

test.each(['north', 'print'] as const)('every order of %s is in the sheet once', async (store) => {
  const caller = await world.signedIn('owner')
  const counted = await caller.rest('POST', '/orders/count', { storeIds: [world.stores[store]] })
  const { count } = (counted.body as { data: { count: number } }).data
  const { sheets, error } = await run('writeOrders', testShops[store].name)
  const [, ...rows] = sheets['Orders']?.values ?? []
  expect([error, rows.length, new Set(rows.map(([id]) => id)).size]).toEqual([null, count, count])
})

test('a failure in the middle writes nothing', async () => {
  for (const [store, { host }] of [
    ['North', testShops.north],
    ['Print', testShops.print],
  ] as const) {
    const requests = world.sandbox.requests.length
    world.sandbox.faults.add({ kind: 'status', status: 402, shop: host, after: 2 })
    const { sheets, error } = await run('writeProducts', store, { sheets: { Products: old() } })
    expect(error).toMatch(/^\/products\/fetch: .{10,}/)
    expect([store, sheets]).toEqual([store, { Products: old() }])
    expect(requests).toBeLessThan(world.sandbox.requests.length)
  }
})

test('it waits as long as the server asks, and no longer than Google can', async () => {
  const patient = await run('writeProducts', 'North', { between: refusingPage(2, { 'Retry-After': '7' }) })
  expect([patient.error, patient.pauses, patient.sheets['Products']?.values.length]).toEqual([null, [7_000, 7_000], products + 1])
  const silent = await run('writeProducts', 'North', { between: refusingPage(1, {}) })
  expect([silent.error, silent.pauses]).toEqual([null, [1_000]])
  for (const between of [refusingPage(9, { 'Retry-After': '7' }), refusingPage(1, { 'Retry-After': '301' })])
    expect(await run('writeProducts', 'North', { between })).toMatchObject({ error: '/products/fetch: Too many requests', sheets: {} })
})

test('errors say what to do', async () => {
  const wrong = async (properties: Record<string, string>) => (await run('writeProducts', 'North', { properties })).error
  expect(await wrong({ BACKCOUNTER_KEY: '' })).toBe('Please add the script property BACKCOUNTER_KEY')
  expect(await wrong({ BACKCOUNTER_STORE: 'Nort' })).toBe('There is no store “Nort”. There are: Harbor, North, Print')
  expect(await wrong({ BACKCOUNTER_KEY: 'key_wrong' })).toBe('/stores?permission=products:read: Not authenticated. Please log in again.')
  const between = () => ({ status: 502, headers: {}, text: '<h1>Bad gateway</h1>' })
  expect((await run('writeProducts', 'North', { between })).error).toBe('/stores?permission=products:read: the server answered 502')
})

test('what the shop withholds is noted in the sheet', async () => {
  const withheld = 'Orders older than 60 days are missing'
  const between = ({ url: asked }: FetchRequest) =>
    asked.endsWith('/orders/fetch')
      ? { status: 200, headers: {}, text: JSON.stringify({ orders: [], warnings: [withheld], nextCursor: null }) }
      : null
  expect((await run('writeOrders', 'North', { between })).sheets['Orders']?.note).toBe(withheld)
})
