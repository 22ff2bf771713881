// A ShopBase shop with values of other types than documented, and shops with an unreadable row.
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { OrderListResponse } from '#shared/orders.ts'
import type { ProductListResponse } from '#shared/products.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const print = { ...testShops.print, orders: 300 }
const north = { ...testShops.north, orders: 300 }
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops: { ...testShops, north, print } })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const send = (how: 'oddScalars' | 'unreadableRow', times = 1_000, shop: { host: string } = print) =>
  world.sandbox.faults.add({ kind: 'altered', how, shop: shop.host, times })
const listed = async (store: 'north' | 'print' = 'print') =>
  (await owner.rest('POST', '/orders/fetch', { storeIds: [world.stores[store]] })).body as OrderListResponse
const listedProducts = async (store: 'north' | 'print') =>
  ((await owner.rest('POST', '/products/fetch', { storeId: world.stores[store] })).body as { data: ProductListResponse }).data
const columns = ['orderId', 'currency', 'total', 'lineItem.sku', 'shippingAddress.zip', 'noteAttributes', 'acceptsMarketing']
const asked = () => ({ storeIds: [world.stores.print], columns })
async function exported(path: '/orders/export' | '/products/export', body: object) {
  const { id } = ((await owner.rest('POST', path, body)).body as { data: { job: Job } }).data.job
  await world.work()
  return ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data.job
}
const products = () => ({ storeId: world.stores.print, config: { fields: ['Product Id', 'Variant SKU', 'Variant Taxable'] } })

test('numbers, flags, lists of one and nothing are read for what they mean', async () => {
  const whole = await listed()
  const columnsOf = async () => (await owner.rest('POST', '/export/csv', asked())).text
  const before: string[][] = parse(await columnsOf(), { bom: true })
  send('oddScalars')
  const { orders, warnings } = await listed()
  expect(warnings).toEqual([])
  expect(orders.map(({ platformOrderId, total }) => [platformOrderId, total])).toEqual(
    whole.orders.map(({ platformOrderId, total }) => [platformOrderId, total]),
  )
  expect(orders.every(({ currency }) => currency === '')).toBe(true)
  expect(orders.flatMap(({ lineItems }) => lineItems).every(({ sku }) => sku === '12345')).toBe(true)
  const after: string[][] = parse(await columnsOf(), { bom: true })
  // Amounts without a currency have two decimal places.
  const plain = ([id, , total, , , , marketing]: string[]) => [id, Number(total), marketing]
  expect(after.slice(1).map(plain)).toEqual(before.slice(1).map(plain))
  expect(after[1]).toEqual(expect.arrayContaining(['12345', 'gift: 1']))
  const { platformOrderId } = orders[0] ?? {}
  const { body } = await owner.rest('GET', `/orders/${world.stores.print}/${platformOrderId}`)
  expect(body).toMatchObject({ data: { order: { platformOrderId, noteAttributes: [{ name: 'gift', value: '1' }] } } })
})

test('products, too', async () => {
  const list = async () => (await owner.rest('POST', '/products/fetch', { storeId: world.stores.print })).body
  const whole = await list()
  send('oddScalars')
  expect(await list()).toEqual(whole)
  expect(await exported('/products/export', products())).toMatchObject({ status: 'completed', counts: { fetched: 60 } })
})

test('an order that cannot be read is left out of lists, and named with its field', async () => {
  const whole = await listed()
  send('unreadableRow', 1)
  const { orders, warnings } = await listed()
  const [, { orderName, platformOrderId }] = whole.orders as [unknown, OrderListResponse['orders'][number]]
  expect(orders.map((order) => order.orderName)).not.toContain(orderName)
  expect(orders).toHaveLength(whole.orders.length)
  const row = { row: `order ${orderName} (id ${platformOrderId})`, field: 'created_at' }
  expect(warnings).toEqual([`Print: ${messages.platform.rowsLeftOut([row], 0)}`])
})

test('an export fails, and names what cannot be read', async () => {
  const ids = async (): Promise<string[][]> => parse((await owner.rest('POST', '/export/csv', asked())).text, { bom: true })
  const second = [...new Set((await ids()).slice(1).map(([id]) => id || ''))].filter((id) => id !== '')[1]
  send('unreadableRow')
  const orders = await exported('/orders/export', asked())
  expect(orders).toMatchObject({ status: 'failed', error: { code: 'STORE_ROW_INVALID' }, files: [] })
  expect(orders.error?.message).toMatch(/^Print: order \S+ \(id \d+\) cannot be read: .+ "created_at"$/)
  expect(orders.error?.message).toContain(`(id ${second})`)
  const { error } = await exported('/products/export', products())
  expect(error?.message).toMatch(/^Print: product .+ \(id \d+\) cannot be read: .+ "variants\.0"$/)
})

test('of Shopify’s orders, too, the others come, and the next page begins where it should', async () => {
  const whole = await listed('north')
  send('unreadableRow', 1, north)
  const { orders, warnings, pageInfo } = await listed('north')
  const [, left] = whole.orders
  const row = { row: `order ${left?.orderName} (id ${left?.platformOrderId})`, field: 'currencyCode' }
  expect(warnings).toEqual([`North: ${messages.platform.rowsLeftOut([row], 0)}`])
  expect(orders).toEqual(whole.orders.filter((order) => order !== left))
  const next = async (cursor: string | null) => (await owner.rest('POST', '/orders/fetch', { storeIds: [world.stores.north], cursor })).body
  expect(await next(pageInfo.endCursor)).toMatchObject({ orders: ((await next(whole.pageInfo.endCursor)) as OrderListResponse).orders })
})

test.for([
  ['north', north, 'status'],
  ['print', print, 'title'],
] as const)('a product that cannot be read is left out of the list of %s, and named with its field', async ([store, shop, field]) => {
  const whole = await listedProducts(store)
  expect(whole.warnings).toEqual([])
  send('unreadableRow', 1, shop)
  const list = await listedProducts(store)
  const [, left] = whole.products
  const title = store === 'north' ? `${left?.title} ` : ''
  expect(list.warnings).toEqual([messages.platform.rowsLeftOut([{ row: `product ${title}(id ${left?.id})`, field }], 0)])
  expect(list.products).toEqual(whole.products.filter((product) => product !== left))
})

test('an export of Shopify’s names the order or the product', async () => {
  send('unreadableRow', 1_000, north)
  const orders = await exported('/orders/export', { ...asked(), storeIds: [world.stores.north] })
  expect(orders).toMatchObject({ status: 'failed', error: { code: 'STORE_ROW_INVALID' }, files: [] })
  expect(orders.error?.message).toMatch(/^North: order \S+ \(id \d+\) cannot be read: .+ "currencyCode"$/)
  const { error } = await exported('/products/export', { ...products(), storeId: world.stores.north })
  expect(error?.message).toMatch(/^North: product .+ \(id \d+\) cannot be read: .+ "status"$/)
})
