// Shops that withhold customers' data: visible data is shown, and missing data is reported once.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job, JobListResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { shopifyMessages } from '#shared/shopify-messages.ts'
import type { OrderColumn } from '#shared/order-columns.ts'
import type { Order, OrderDetail } from '#shared/orders.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import type { ShopifySettings } from '#sandbox/settings.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const north: ShopifySettings = { ...testShops.north, orders: 120 }
const withoutCustomers = { ...north, scopes: north.scopes.filter((scope) => scope !== 'read_customers') }
const { personsHidden, customersHidden, ordersHidden, ordersRefused, termsHidden } = shopifyMessages

const plain: OrderColumn[] = ['orderName', 'total', 'lineItem.name']
const personal: OrderColumn[] = [
  'orderName',
  'customer.name',
  'customer.email',
  'customer.phone',
  'billingAddress.name',
  'shippingAddress.zip',
]

async function openWorld(shop: ShopifySettings, bulkAfterMs?: number) {
  const world = await createWorld({
    shops: { ...testShops, north: shop, harbor: { ...testShops.harbor, orders: 60 } },
    ...(bulkAfterMs === undefined ? {} : { bulkAfterMs }),
  })
  return { world, owner: await world.signedIn('owner') }
}

describe.each([
  ['fields without a code', { ...north, hidesPersons: 'fields' as const }, personsHidden],
  ['fields with a code', { ...north, hidesPersons: 'fieldsWithCode' as const }, personsHidden],
  ['whole objects', { ...north, hidesPersons: 'objects' as const }, personsHidden],
  ['customers, for want of a scope', withoutCustomers, customersHidden],
])('a shop that keeps %s', (_what, shop, notice) => {
  const orders = ordersOf(shop)
  let world: World
  let owner: Caller
  beforeAll(async () => {
    const opened = await openWorld(shop)
    world = opened.world
    owner = opened.owner
  })
  afterAll(() => world[Symbol.asyncDispose]())

  async function file(columns: readonly OrderColumn[]) {
    // Makes this export's job the newest.
    world.clock.now += 1_000
    const answer = await owner.rest('POST', '/export/csv', { storeIds: [world.stores.north], columns })
    expect(answer.status).toBe(200)
    const [, ...rows]: string[][] = parse(answer.text, { bom: true })
    return { rows, warning: answer.headers['x-export-warning'] }
  }

  test('lists its orders, and says once what is missing', async () => {
    const answer = await owner.rest('POST', '/orders/fetch', { storeIds: [world.stores.north, world.stores.harbor], limit: 250 })
    expect(answer.status).toBe(200)
    const { orders: listed, warnings } = answer.body as { orders: Order[]; warnings: string[] }
    const own = listed.filter(({ storeId }) => storeId === world.stores.north)
    expect(own).toHaveLength(orders.length)
    expect(own.every(({ customer }) => customer === null)).toBe(true)
    expect(warnings).toEqual([`North: ${notice}`])
  })

  test('shows each order', async () => {
    for (const { id, name } of orders.slice(0, 10)) {
      const answer = await owner.rest('GET', `/orders/${world.stores.north}/${id}`)
      expect(answer.status).toBe(200)
      expect((answer.body as { data: { order: OrderDetail } }).data.order).toMatchObject({ orderName: name, customer: null })
    }
  })

  test('exports columns about nobody as if nothing were, without asking for anybody', async () => {
    world.sandbox.requests.length = 0
    const { rows, warning } = await file(plain)
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(orders.map(({ name }) => name)))
    expect(warning).toBeUndefined()
    expect(world.sandbox.requests.map(({ operation }) => operation)).not.toContain('PersonProbe')
    for (const { variables } of world.sandbox.requests.filter(({ operation }) => operation === 'OrderExportPage'))
      expect(variables).toMatchObject({ customer: false, email: false, phone: false, billing: false, shipping: false })
  })

  test('exports columns about people with what there is, and says it before the first byte and in the receipt', async () => {
    const { rows, warning } = await file(personal)
    expect(rows.map(([name]) => name)).toEqual(orders.map(({ name }) => name))
    expect(rows.every(([, name]) => name === '')).toBe(true)
    expect(warning).toBe(notice)
    const [job] = ((await owner.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs
    expect(job).toMatchObject({ status: 'completed', warning: notice, receipt: { stores: [{ scopeGaps: [notice] }] } })
  })

  test('says it when the connection is tested, for which one order is read', async () => {
    world.sandbox.requests.length = 0
    const answer = await owner.rest('POST', `/stores/${world.stores.north}/test-connection`)
    expect(answer.status).toBe(200)
    const { limits } = (answer.body as { data: { limits: string[] } }).data
    expect(limits).toEqual([notice === customersHidden ? messages.stores.missingScopes(['read_customers']) : notice])
    expect(world.sandbox.requests.map(({ operation }) => operation)).toEqual(['ShopCheck', 'PersonProbe'])
  })
})

test('an export that would be worth a bulk operation reads pages, because the operation would fail', async () => {
  const { world, owner } = await openWorld({ ...north, hidesPersons: 'fields' as const }, 0)
  const made = await owner.rest('POST', '/orders/export', { storeIds: [world.stores.north], columns: personal })
  const { id } = (made.body as { data: { job: Job } }).data.job
  await world.work()
  const { job } = ((await owner.rest('GET', `/jobs/${id}`)).body as { data: { job: Job } }).data
  expect(job).toMatchObject({ status: 'completed', warning: personsHidden, counts: { fetched: 120, expected: 120 } })
  expect(world.sandbox.requests.map(({ operation }) => operation)).not.toContain('StartBulk')
  await world[Symbol.asyncDispose]()
})

describe('a shop whose token lacks the scope for payment terms', () => {
  const shop = { ...north, scopes: north.scopes.filter((scope) => scope !== 'read_payment_terms') }
  const columns: OrderColumn[] = ['orderName', 'paymentTermsName', 'nextPaymentDueAt', 'total']
  const orders = ordersOf(shop)
  let world: World
  let owner: Caller
  beforeAll(async () => {
    const opened = await openWorld(shop, 0)
    world = opened.world
    owner = opened.owner
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('passes a test of the connection, and exports other columns without a word', async () => {
    const tested = await owner.rest('POST', `/stores/${world.stores.north}/test-connection`)
    expect(tested.body).toMatchObject({ data: { limits: [] } })
    const answer = await owner.rest('POST', '/export/csv', { storeIds: [world.stores.north], columns: plain })
    expect(answer.headers['x-export-warning']).toBeUndefined()
  })

  test('exports the rest by pages, and says before the first byte which columns are empty', async () => {
    const answer = await owner.rest('POST', '/export/csv', { storeIds: [world.stores.north], columns })
    expect(answer.headers['x-export-warning']).toBe(termsHidden)
    const [, ...rows]: string[][] = parse(answer.text, { bom: true })
    expect(rows).toEqual(orders.map(({ name }) => [name, '', '', expect.stringMatching(/^\d/)]))
  })

  test('exports the rest by a bulk operation, and says so in the job', async () => {
    world.sandbox.requests.length = 0
    const made = await owner.rest('POST', '/orders/export', { storeIds: [world.stores.north], columns })
    await world.work()
    const { job } = ((await owner.rest('GET', `/jobs/${(made.body as { data: { job: Job } }).data.job.id}`)).body as { data: { job: Job } })
      .data
    expect(job).toMatchObject({ status: 'completed', warning: termsHidden, counts: { fetched: 120, expected: 120 } })
    const operations = world.sandbox.requests.map(({ operation }) => operation)
    expect(operations).toContain('StartBulk')
    expect(operations).not.toContain('OrderExportPage')
  })
})

test('a shop that keeps its orders says so, in a test of the connection and wherever orders are asked for', async () => {
  const { world, owner } = await openWorld({ ...north, hidesPersons: 'orders' as const })
  const storeId = world.stores.north
  const tested = await owner.rest('POST', `/stores/${storeId}/test-connection`)
  expect(tested.body).toMatchObject({ message: 'Connection successful!', data: { limits: [ordersHidden] } })
  const refused = { status: 422, body: { message: ordersRefused('North'), error: { code: 'STORE_LACKS_SCOPE' } } }
  expect(await owner.rest('POST', '/orders/fetch', { storeIds: [storeId] })).toMatchObject(refused)
  expect(await owner.rest('POST', '/export/csv', { storeIds: [storeId], columns: plain })).toMatchObject(refused)
  const products = await owner.rest('POST', '/products/fetch', { storeId })
  expect(products.status).toBe(200)
  await world[Symbol.asyncDispose]()
})
