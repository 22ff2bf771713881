import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Order, OrderDetail } from '#shared/orders.ts'
import { ordersOf, uglyOrder } from '#sandbox/catalogue/orders.ts'
import { createWorld, testShops, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const zones: Record<TestShop, string> = { north: 'America/New_York', harbor: 'Europe/Berlin', print: 'Asia/Ho_Chi_Minh' }
const names = ['north', 'harbor', 'print'] as const
const withZone = (name: TestShop) => ({ ...testShops[name], timezone: zones[name], orders: 120 })
const shops = { north: withZone('north'), harbor: withZone('harbor'), print: withZone('print') }
const ordersIn = (name: TestShop) => ordersOf(shops[name])

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
  for (const name of names) await owner.rest('PUT', `/stores/${world.stores[name]}`, { timezone: zones[name] })
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

type Listed = { success: boolean; orders: Order[]; pageInfo: { hasNextPage: boolean; endCursor: string | null }; warnings: string[] }
const stores = (...wanted: TestShop[]) => wanted.map((name) => world.stores[name])

async function list(request: object, caller = owner): Promise<Listed> {
  const answer = await caller.rest('POST', '/orders/fetch', request)
  expect(answer.text).toContain('"success":true')
  return answer.body as Listed
}
const idsOf = (orders: readonly { platformOrderId: string }[]) => orders.map(({ platformOrderId }) => platformOrderId)

test('orders, pageInfo and warnings stand at the top level alone', async () => {
  const answer = await list({ storeIds: stores('north'), limit: 3 })
  expect(Object.keys(answer).toSorted()).toEqual(['missing', 'nextCursor', 'orders', 'pageInfo', 'success', 'warnings'])
  expect(answer.orders).toHaveLength(3)
  expect(answer.orders[0]).toMatchObject({ storeId: world.stores.north, storeName: 'North' })
  expect(answer.pageInfo.hasNextPage).toBe(true)
})

test('50 orders a page, newest first, unless it is said otherwise', async () => {
  const { orders } = await list({ storeIds: stores('harbor', 'print') })
  expect(orders).toHaveLength(50)
  const times = orders.map(({ createdAt }) => Date.parse(createdAt))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(new Set(orders.map(({ storeName }) => storeName))).toEqual(new Set(['Harbor', 'Print']))
})

test.each(names)('the orders of %s that changed since an instant can be listed, counted and exported', async (name) => {
  const changed = ordersIn(name).map(({ id, updatedAt }) => ({ id, at: Math.floor(updatedAt / 1_000) * 1_000 }))
  const middle = changed.map(({ at }) => at).toSorted((one, other) => one - other)[changed.length - 12] ?? 0
  const updatedAfter = new Date(middle + 500).toISOString()
  const expected = changed.filter(({ at }) => at >= middle).map(({ id }) => id)
  const { orders } = await list({ storeIds: stores(name), updatedAfter, limit: 250 })
  expect(idsOf(orders).toSorted()).toEqual(expected.toSorted())
  expect(orders.every((order) => Date.parse(order.updatedAt ?? '') >= middle)).toBe(true)
  const count = await owner.rest('POST', '/orders/count', { storeIds: stores(name), updatedAfter })
  expect(count).toMatchObject({ body: { data: { count: expected.length } } })
  const { text } = await owner.rest('POST', '/export/csv', {
    storeIds: stores(name),
    columns: ['orderName'],
    filters: { updatedAfter },
  })
  expect(text.trim().split('\r\n')).toHaveLength(1 + expected.length)
})

describe.each(names)('a day of %s is a day in its own zone', (name) => {
  const find = (ugly: Parameters<typeof uglyOrder>[1]) => uglyOrder(ordersIn(name), ugly)

  test('up to its last second', async () => {
    const day = { storeIds: stores(name), createdAfter: '2026-10-14', createdBefore: '2026-10-14', limit: 250 }
    const listed = new Set(idsOf((await list(day)).orders))
    for (const ugly of ['lateEvening', 'tiedLateEvening', 'beforeMidnight', 'tiedBeforeMidnight'] as const)
      expect(listed).toContain(find(ugly).id)
    for (const ugly of ['midnight', 'tiedMidnight'] as const) expect(listed).not.toContain(find(ugly).id)
  })

  test('also when the clock changes', async () => {
    const { createdAt, id } = find('clockChange')
    const day = new Intl.DateTimeFormat('sv', { timeZone: zones[name] }).format(createdAt)
    const request = { storeIds: stores(name), createdAfter: day, createdBefore: day, limit: 250 }
    expect(idsOf((await list(request)).orders)).toContain(id)
  })
})

describe('a store that fails', () => {
  test('is named with its reason, and the others still come', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 402, shop: shops.harbor.host })
    const { orders, warnings } = await list({ storeIds: stores('north', 'harbor', 'print') })
    expect(warnings).toEqual([messages.platform.unavailable('Harbor')])
    expect(new Set(orders.map(({ storeName }) => storeName))).toEqual(new Set(['North', 'Print']))
  })

  test('is the answer where it was the only one', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 402, shop: shops.harbor.host })
    const answer = await owner.rest('POST', '/orders/fetch', { storeIds: stores('harbor') })
    expect(answer).toMatchObject({ status: 422, body: { message: messages.platform.unavailable('Harbor') } })
  })
})

describe('what cannot be done is refused', () => {
  test.each([
    [{ sortBy: 'total' }, messages.orders.sortUnsupported('ShopBase', 'Total')],
    [{ createdAfter: '2026-02-02', createdBefore: '2026-02-01' }, messages.orders.datesReversed],
    [{ storeIds: [] }, messages.orders.storeNeeded],
  ])('%j', async (change, message) => {
    const answer = await owner.rest('POST', '/orders/fetch', { storeIds: stores('north', 'print'), ...change })
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('a cursor of another list, and a damaged one', async () => {
    const { pageInfo } = await list({ storeIds: stores('north'), limit: 5 })
    for (const [cursor, sortOrder] of [
      [pageInfo.endCursor, 'asc'],
      ['AAAA', 'desc'],
      ['!', 'desc'],
    ]) {
      const answer = await owner.rest('POST', '/orders/fetch', { storeIds: stores('north'), limit: 5, cursor, sortOrder })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CURSOR' } } })
    }
  })
})

test('ShopBase finds by whole e-mail only, which is said', async () => {
  const request = { storeIds: stores('north', 'print'), limit: 250 }
  const typed = await list({ ...request, search: 'hopper' })
  expect(typed.warnings).toEqual([messages.orders.emailOnly('ShopBase')])
  expect(new Set(typed.orders.map(({ storeName }) => storeName))).toEqual(new Set(['North']))
  const { orders, warnings } = await list({ ...request, search: 'guest@example.com' })
  expect(warnings).toEqual([])
  expect(orders.map(({ storeName }) => storeName).toSorted()).toEqual(['North', 'Print'])
})

test('a shop that shows the last 60 days only says so', async () => {
  world.sandbox.tune({ scopes: shops.north.scopes.filter((scope) => scope !== 'read_all_orders') }, shops.north.host)
  const { warnings, orders } = await list({ storeIds: stores('north'), limit: 250 })
  world.sandbox.tune({ scopes: shops.north.scopes }, shops.north.host)
  expect(warnings).toEqual([messages.orders.onlyRecent('North')])
  expect(orders.length).toBeLessThan(ordersIn('north').length)
})

test('everybody sees the orders of their own stores only', async () => {
  const staff = await world.signedIn('staff', 'north')
  expect((await staff.rest('POST', '/orders/fetch', { storeIds: stores('north', 'harbor') })).status).toBe(404)
  expect((await list({ storeIds: stores('north'), limit: 1 }, staff)).orders).toHaveLength(1)
})

test.each(['desc', 'asc'] as const)('orders that come in between two pages push none twice or out of the list (%s)', async (sortOrder) => {
  const request = { storeIds: stores(...names), sortOrder, limit: 40 }
  const before = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const page: Listed = await list({ ...request, limit: 250, ...(cursor === null ? {} : { cursor }) })
    for (const { storeId, platformOrderId } of page.orders) before.add(`${storeId} ${platformOrderId}`)
    cursor = page.pageInfo.endCursor
    if (cursor === null) break
  }
  const seen: string[] = []
  for (let cursor: string | null = null, pages = 0; ; pages++) {
    const page: Listed = await list({ ...request, ...(cursor === null ? {} : { cursor }) })
    seen.push(...page.orders.map(({ storeId, platformOrderId }) => `${storeId} ${platformOrderId}`))
    cursor = page.pageInfo.endCursor
    if (cursor === null) break
    if (pages < 3) for (const name of names) world.sandbox.trade(shops[name].host).placeOrder()
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect([...before].filter((key) => !seen.includes(key))).toEqual([])
  // The new orders are before the first page or after the last one.
  expect(seen.length - before.size).toBe(sortOrder === 'desc' ? 0 : 9)
})

describe('one order', () => {
  test.each(names)('of %s comes whole', async (name) => {
    const order = uglyOrder(ordersIn(name), 'manyLines')
    const answer = await owner.rest('GET', `/orders/${world.stores[name]}/${order.id}`)
    const { order: found } = (answer.body as { data: { order: OrderDetail } }).data
    expect(found.lineItems.map((line) => line.quantity)).toEqual(order.lines.map((line) => line.quantity))
    expect(found).toMatchObject({ platformOrderId: order.id, storeId: world.stores[name], total: order.total })
    expect(found.payments).toHaveLength(order.transactions.length)
  })

  test.each(names)('that %s does not have is not found', async (name) => {
    const answer = await owner.rest('GET', `/orders/${world.stores[name]}/7`)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Order not found' } })
  })
})

test('orders are counted over stores and filters, and a count is kept for a minute', async () => {
  await using own = await createWorld({ shops })
  let caller = await own.signedIn('owner')
  const of = (...wanted: TestShop[]) => ({ storeIds: wanted.map((name) => own.stores[name]) })
  const ask = async (request: object) => {
    const answer = await caller.rest('POST', '/orders/count', request)
    expect(answer.status).toBe(200)
    return (answer.body as { data: { count: number } }).data.count
  }
  const calls = () => own.sandbox.requests.filter(({ shop }) => shop === shops.north.host).length
  expect(await ask(of('north', 'harbor'))).toBe(ordersIn('north').length + ordersIn('harbor').length)
  const before = calls()
  expect(await ask(of('north'))).toBe(ordersIn('north').length)
  expect(calls()).toBe(before)
  own.clock.now += limits.keptCounts.ttlMs + 1
  caller = await own.signedIn('owner')
  await ask(of('north'))
  expect(calls()).toBe(before + 1)
  const day = { ...of('north'), createdAfter: '2026-10-14', createdBefore: '2026-10-14' }
  expect(await ask(day)).toBe((await list({ ...day, limit: 250 }, caller)).orders.length)
  // A ShopBase shop searches by e-mail only, so it has no matching orders, as in the list.
  expect(await ask({ ...of('print'), search: 'jacket' })).toBe(0)
  expect((await caller.rest('POST', '/orders/count', { ...of('north'), sortBy: 'createdAt' })).status).toBe(400)
})
