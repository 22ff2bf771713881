// Exports of orders: the content and order of the file, and the messages for missing data.
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JobListResponse } from '#shared/jobs.ts'
import { textOfHeader } from '#shared/header-text.ts'
import { messages } from '#shared/messages.ts'
import { defaultOrderColumns, orderColumn, orderColumns } from '#shared/order-columns.ts'
import type { CatalogueOrder } from '#sandbox/catalogue/order-record.ts'
import { ordersOf, uglyOrder } from '#sandbox/catalogue/orders.ts'
import { createWorld, testShops, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const change: Record<TestShop, { timezone: string; currency: string }> = {
  north: { timezone: 'America/New_York', currency: 'USD' },
  harbor: { timezone: 'Europe/Berlin', currency: 'EUR' },
  print: { timezone: 'Asia/Ho_Chi_Minh', currency: 'VND' },
}
const names = ['north', 'harbor', 'print'] as const
const shopWith = (name: TestShop) => ({ ...testShops[name], ...change[name], orders: 300 })
const shops = { north: shopWith('north'), harbor: shopWith('harbor'), print: shopWith('print') }
const ordersIn = (name: TestShop) => ordersOf(shops[name])

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
  for (const name of names) await owner.rest('PUT', `/stores/${world.stores[name]}`, { timezone: change[name].timezone })
})
afterEach(() => {
  world.sandbox.faults.clear()
  world.sandbox.tune({ scopes: testShops.north.scopes })
})
afterAll(() => world[Symbol.asyncDispose]())

const stores = (...wanted: TestShop[]) => wanted.map((name) => world.stores[name])

async function file(request: object) {
  const answer = await owner.rest('POST', '/export/csv', { columns: ['orderId'], ...request })
  expect(answer.status).toBe(200)
  const [header = [], ...rows]: string[][] = parse(answer.text, { bom: true, relax_column_count: false })
  const column = (label: string) => rows.map((row) => row[header.indexOf(label)] ?? '')
  return { header, rows, column, warning: answer.headers['x-export-warning'], disposition: answer.headers['content-disposition'] }
}

/** Exact sums of decimal texts by currency, in thousandths. */
function sums(amounts: readonly (readonly [currency: string, amount: string])[]): Record<string, bigint> {
  const totals: Record<string, bigint> = {}
  for (const [currency, amount] of amounts) {
    const [whole = '0', part = ''] = amount.split('.')
    totals[currency] = (totals[currency] ?? 0n) + BigInt(whole + part.padEnd(3, '0').slice(0, 3))
  }
  return totals
}
const idsOf = (orders: readonly CatalogueOrder[]) => orders.map(({ id }) => id)

describe('several stores in one file', () => {
  test('store after store as asked, each order once in ascending order of ids, each line item once', async () => {
    const { column, rows } = await file({
      storeIds: stores('print', 'north', 'harbor'),
      columns: ['storeName', 'orderId', 'lineItem.name'],
    })
    const all = [...ordersIn('print'), ...ordersIn('north'), ...ordersIn('harbor')]
    expect(column('Id').filter((id) => id !== '')).toEqual(idsOf(all))
    expect([...new Set(column('Store'))]).toEqual(['Print', 'North', 'Harbor'])
    expect(rows).toHaveLength(all.reduce((sum, { lines }) => sum + lines.length, 0))
  })

  test('the Total column sums to the orders’ total in every currency, on both platforms', async () => {
    const columns = ['storeName', 'currency', 'total', 'lineItem.sku', 'lineItem.quantity']
    const { column } = await file({ storeIds: stores(...names), columns })
    const currencies = column('Currency')
    const written = column('Total').flatMap((amount, index) => (amount === '' ? [] : [[currencies[index] ?? '', amount] as const]))
    const expected = names.flatMap(ordersIn).map(({ currency, total }) => [currency, total] as const)
    expect(written).toHaveLength(expected.length)
    expect(sums(written)).toEqual(sums(expected))
    expect(Object.keys(sums(written)).length).toBeGreaterThan(3)
  })

  test('repeated on each row, when that is asked for', async () => {
    const { column } = await file({ storeIds: stores('north'), columns: ['total', 'orderId', 'lineItem.sku'], layout: 'repeat' })
    expect(column('Id')).toEqual(ordersIn('north').flatMap(({ id, lines }) => lines.map(() => id)))
    expect(column('Total')).not.toContain('')
  })

  test('a row an order without a line-item column, with the chosen columns in the chosen order', async () => {
    const { header, rows } = await file({ storeIds: stores('print', 'north'), columns: ['total', 'storePlatform', 'orderName'] })
    expect(header).toEqual(['Total', 'Platform', 'Name'])
    expect(rows).toHaveLength(ordersIn('print').length + ordersIn('north').length)
    expect(new Set(rows.map(([, platform]) => platform))).toEqual(new Set(['ShopBase', 'Shopify']))
  })

  test('each in its own time, or all in the one that is asked for', async () => {
    const late = names.map((name) => ({ name, order: uglyOrder(ordersIn(name), 'lateEvening') }))
    const request = {
      storeIds: stores(...names),
      columns: ['createdAt'],
      orderIds: late.map(({ name, order }) => `${world.stores[name]}:${order.id}`),
    }
    const own = ['2026-10-14 23:30:00 -0400', '2026-10-14 23:30:00 +0200', '2026-10-14 23:30:00 +0700']
    expect((await file(request)).column('Created at')).toEqual(own)
    const inUtc = (await file({ ...request, timezone: 'UTC' })).column('Created at')
    expect(inUtc).toEqual(['2026-10-15 03:30:00 +0000', '2026-10-14 21:30:00 +0000', '2026-10-14 16:30:00 +0000'])
  })
})

test('the file is named by the moment, and begins with the default columns of Shopify’s own file', async () => {
  const { header, disposition } = await file({ storeIds: stores('harbor'), columns: defaultOrderColumns })
  expect(disposition).toBe(`attachment; filename="orders-export-${world.clock.now}.csv"`)
  expect(header).toEqual(defaultOrderColumns.map((key) => orderColumn[key].label))
})

describe.each(names)('list, filter and file agree on the day of an order of %s', (name) => {
  const dayOf = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: change[name].timezone }).format(at)

  test.each(['lateEvening', 'beforeMidnight', 'midnight', 'clockChange', 'repeatedHour'] as const)('%s', async (ugly) => {
    const order = uglyOrder(ordersIn(name), ugly)
    const day = dayOf(order.createdAt)
    const filters = { createdAfter: day, createdBefore: day }
    const listed = await owner.rest('POST', '/orders/fetch', { storeIds: stores(name), ...filters, limit: 250 })
    const { column } = await file({ storeIds: stores(name), columns: ['orderId', 'createdAt'], filters })
    expect(column('Id')).toContain(order.id)
    const ofList = (listed.body as { orders: { platformOrderId: string }[] }).orders.map(({ platformOrderId }) => platformOrderId)
    expect(column('Id').toSorted()).toEqual(ofList.toSorted())
    expect(column('Id')).toEqual(idsOf(ordersIn(name).filter(({ createdAt }) => dayOf(createdAt) === day)))
    expect(new Set(column('Created at').map((time) => time.slice(0, 10)))).toEqual(new Set([day]))
  })
})

describe('chosen orders', () => {
  test('of one store are named by their numbers', async () => {
    const [third, first] = [ordersIn('north')[3], ordersIn('north')[1]].map((order) => order?.id ?? '')
    const { column, warning } = await file({ storeIds: stores('north'), orderIds: [third, first, '12'] })
    expect(column('Id')).toEqual([first, third])
    expect(warning).toBe('Not found in this store: 12')
  })

  test('of several stores are matched within the chosen stores only', async () => {
    const { id } = uglyOrder(ordersIn('north'), 'guest')
    const named = (name: TestShop) => `${world.stores[name]}:${id}`
    // The two Shopify shops have the same order ids.
    const { rows, warning } = await file({
      storeIds: stores('harbor', 'print'),
      columns: ['storeName', 'orderId'],
      orderIds: [named('harbor'), named('north')],
    })
    expect(rows).toEqual([['Harbor', id]])
    expect(warning).toBe(`Not in the chosen stores: ${named('north')}`)
  })
})

describe('what is missing is said', () => {
  test('columns that a platform lacks', async () => {
    const { warning } = await file({ storeIds: stores('north', 'print'), columns: ['orderName', 'lineItem.id'] })
    expect(warning).toBe('Not available from ShopBase: Lineitem id')
  })

  test('orders older than 60 days where a shop does not show them, in the header and in the receipt', async () => {
    world.sandbox.tune({ scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers'] }, shops.north.host)
    world.clock.now += 1_000
    const { warning, column } = await file({ storeIds: stores('north', 'harbor'), columns: ['orderId'] })
    expect(warning).toBe(`North: ${messages.stores.onlyRecentOrders}`)
    // Harbor has an order with the same id.
    const { id } = uglyOrder(ordersIn('north'), 'outsideWindow')
    expect(column('Id').filter((one) => one === id)).toHaveLength(1)
    const [job] = ((await owner.rest('GET', '/jobs?mine=true&limit=1')).body as { data: JobListResponse }).data.jobs
    expect(job).toMatchObject({ type: 'order_export', status: 'completed', files: [] })
    expect(job?.storeIds.toSorted()).toEqual(stores('north', 'harbor').toSorted())
    expect(job?.warning).toBe(warning)
    expect(job?.receipt).toMatchObject({
      limit: null,
      stores: [
        { storeName: 'North', scopeGaps: [messages.stores.onlyRecentOrders] },
        { storeName: 'Harbor', expected: 300, fetched: 300, distinct: 300, scopeGaps: [] },
      ],
    })
  })

  test('in all the letters of a store’s name', async () => {
    world.sandbox.tune({ scopes: ['read_orders', 'read_customers'] }, shops.north.host)
    world.clock.now += 1_000
    const rename = (name: string) => owner.rest('PUT', `/stores/${world.stores.north}`, { name })
    await rename('Miền Nam')
    const { warning } = await file({ storeIds: stores('north', 'harbor'), columns: ['orderId'] })
    await rename('North')
    expect(warning).toMatch(/^UTF-8''Mi%E1%BB%81n%20Nam%3A%20[\w%.-]+$/)
    expect(textOfHeader(String(warning))).toBe(`Miền Nam: ${messages.stores.onlyRecentOrders}`)
  })

  test('stores that cannot be searched for such a text: the list shows none of theirs either', async () => {
    const { column, warning } = await file({ storeIds: stores('print', 'north'), columns: ['storeName'], filters: { search: 'guest' } })
    expect(warning).toBe(messages.orders.emailOnly('ShopBase'))
    expect(new Set(column('Store'))).toEqual(new Set(['North']))
  })
})

test('the filters are the list’s; how it was sorted may come along', async () => {
  const filters = { financialStatus: ['paid'], fulfillmentStatus: ['unfulfilled', 'partial'], sortBy: 'total', sortOrder: 'desc' }
  const { financialStatus, fulfillmentStatus } = filters
  for (const name of names) {
    const request = { storeIds: stores(name), financialStatus, fulfillmentStatus, limit: 250 }
    const listed = (await owner.rest('POST', '/orders/fetch', request)).body as { orders: { platformOrderId: string }[] }
    const { column } = await file({ storeIds: stores(name), filters })
    expect(column('Id').toSorted()).toEqual(listed.orders.map(({ platformOrderId }) => platformOrderId).toSorted())
    expect(column('Id').length).toBeGreaterThan(0)
  }
})

describe('refused', () => {
  const { orderExport, orders, sheets } = messages
  const request = () => ({ storeIds: stores('north', 'harbor'), columns: ['orderName'] })
  test.each([
    [{ storeIds: [] }, orders.storeNeeded],
    [{ columns: [] }, orderExport.columnsNeeded],
    [{ columns: ['total', 'total'] }, orderExport.columnsRepeated],
    [{ orderIds: [] }, orderExport.ordersNeeded],
    [{ orderIds: ['12'] }, orderExport.storeUnnamed],
    [{ orderIds: ['a:1'], filters: { search: 'x' } }, orderExport.ordersOrFilters],
    [{ filters: { createdAfter: '2026-02-02', createdBefore: '2026-02-01' } }, orders.datesReversed],
    [{ timezone: 'Mars/Olympus' }, messages.stores.timezoneInvalid],
    [{ url: 'https://docs.google.com/spreadsheets/d/abc' }, sheets.urlOfCsv],
  ])('%o', async (wrong, message) => {
    const answer = await owner.rest('POST', '/export/csv', { ...request(), ...wrong })
    expect(answer.status).toBe(400)
    expect((answer.body as { message: string }).message).toContain(message)
  })

  test('a column that is none, and a field that is unknown', async () => {
    for (const wrong of [{ columns: ['nothing'] }, { colums: ['total'] }])
      expect((await owner.rest('POST', '/export/csv', { ...request(), ...wrong })).status).toBe(400)
  })

  test('a shop that refuses from the start is an error, not a file', async () => {
    world.sandbox.faults.add({ shop: shops.harbor.host, kind: 'status', status: 401 })
    const answer = await owner.rest('POST', '/export/csv', request())
    expect(answer).toMatchObject({ status: 422, body: { message: messages.platform.rejected('Harbor') } })
  })

  test('a right that is missing in one of the stores', async () => {
    const staff = await world.signedIn('staff', 'north')
    const viewer = await world.signedIn('viewer')
    for (const path of ['/export/csv', '/orders/export', '/orders/export/preview']) {
      expect((await staff.rest('POST', path, request())).status).toBe(404)
      const denied = await viewer.rest('POST', path, request())
      expect(denied).toMatchObject({ status: 403, body: { message: expect.stringContaining('orders:read and orders:export') } })
    }
  })
})

test('a preview is the first five rows of the file', async () => {
  for (const request of [
    { storeIds: stores('print', 'north'), columns: orderColumns },
    { storeIds: stores('north'), columns: ['total', 'lineItem.name'], layout: 'repeat', filters: { fulfillmentStatus: ['partial'] } },
    {
      storeIds: stores('north', 'print'),
      columns: ['storeName', 'orderName'],
      orderIds: [`${world.stores.print}:${ordersIn('print')[0]?.id}`, `${world.stores.north}:${ordersIn('north')[0]?.id}`],
    },
  ]) {
    const { header, rows } = await file({ ...request, csv: { protectFormulas: false } })
    const { body } = await owner.rest('POST', '/orders/export/preview', request)
    const preview = (body as { data: { header: string[]; rows: (string | number | null)[][] } }).data
    expect(preview.header).toEqual(header)
    expect(preview.rows.map((row) => row.map((cell) => String(cell ?? '')))).toEqual(rows.slice(0, 5))
  }
})
