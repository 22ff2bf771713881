// The estimated duration of an export before its start, from the shop's count, the selected columns and the shop's rate limit.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { estimateMessages } from '#shared/estimate-messages.ts'
import type { ExportEstimate } from '#shared/export-estimate.ts'
import { defaultOrderColumns } from '#shared/order-columns.ts'
import { productFields } from '#shared/product-fields.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const { north, print } = testShops
const products = 600
const orders = 700

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north: { ...north, products, orders }, print: { ...print, products, orders } } })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.tune({ costBucket: false, callBucket: false }))
afterAll(() => world[Symbol.asyncDispose]())

const estimateOf = ({ body }: { body: unknown }) => (body as { data: ExportEstimate }).data
const ofProducts = async (store: 'north' | 'print', config: object, more: object = {}) =>
  estimateOf(await owner.rest('POST', '/products/export/estimate', { storeId: world.stores[store], config, ...more }))
const ofOrders = async (storeIds: string[], more: object) =>
  estimateOf(await owner.rest('POST', '/orders/export/estimate', { storeIds, ...more }))

test('pages take their time, whatever the rate limit', async () => {
  const threePages = { seconds: 2 }
  expect(await ofProducts('north', { fields: ['Title'] })).toEqual({ items: products, ...threePages })
  expect(await ofProducts('print', { fields: productFields })).toEqual({ items: products, ...threePages })
  expect(await ofProducts('north', { fields: ['Title'], maxItemsPerFile: 250 })).toEqual({ items: 250, seconds: 1 })
  expect(await ofOrders([world.stores.north, world.stores.print], { columns: ['orderName'] })).toEqual({ items: 2 * orders, seconds: 3 })
})

test('chosen ones are not asked for', async () => {
  world.sandbox.requests.length = 0
  expect(await ofProducts('north', { fields: ['Title'] }, { productIds: ['1', '2'] })).toEqual({ items: 2, seconds: 1 })
  expect(await ofOrders([world.stores.north], { columns: ['total'], orderIds: ['1'] })).toEqual({ items: 1, seconds: 1 })
  expect(world.sandbox.requests).toEqual([])
})

test('what a shop cannot count is not guessed', async () => {
  expect(await ofProducts('print', { fields: ['Title'], filter: { search: 'mug' } })).toEqual({ items: null, seconds: null })
  const [both, filters] = [[world.stores.north, world.stores.print], { fulfillmentStatus: ['unfulfilled'] }]
  expect(await ofOrders(both, { columns: ['orderName'], filters })).toEqual({ items: null, seconds: null })
})

test('the columns decide: what they cost, by the shop’s own rate limit', async () => {
  world.sandbox.tune({ costBucket: { maximumAvailable: 2_000, restoreRate: 10 } })
  // Three pages cost 39 points with titles and about 2,400 with all columns. The bucket begins with 2,000.
  expect((await ofProducts('north', { fields: ['Title'] })).seconds).toBe(2)
  expect((await ofProducts('north', { fields: productFields })).seconds).toBeGreaterThan(40)
  world.sandbox.tune({ costBucket: { maximumAvailable: 2_000, restoreRate: 10, available: 500 } })
  expect((await ofOrders([world.stores.north], { columns: ['orderName'] })).seconds).toBe(2)
  expect((await ofOrders([world.stores.north], { columns: defaultOrderColumns })).seconds).toBeGreaterThan(20)
  world.sandbox.tune({ callBucket: { size: 2, leakRate: 2 } })
  expect((await ofProducts('print', { fields: ['Title'] })).seconds).toBeLessThan(5)
})

test('REST and tRPC say the same', async () => {
  const request = { storeId: world.stores.north, config: { fields: ['Title'] } }
  expect((await owner.trpc('export.productsEstimate', request)).data).toEqual(await ofProducts('north', request.config))
  const wanted = { storeIds: [world.stores.north], columns: ['orderName'] }
  expect((await owner.trpc('export.orders.estimate', wanted)).data).toEqual(await ofOrders(wanted.storeIds, wanted))
})

test.for([
  [60, '1 minute'],
  [89, '1 minute'],
  [720, '12 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
] as const)('%i seconds are said as people say them', ([seconds, words]) => {
  expect(estimateMessages.takesLong(seconds)).toBe(`This will take about ${words}. Run it in the background?`)
})
