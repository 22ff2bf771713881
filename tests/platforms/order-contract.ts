import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { everyOrderColumn } from '#shared/order-columns.ts'
import type { FinancialStatus, FulfillmentStatus } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'
import type { ExportOrder, OrderPageQuery, OrderQuery, OrderWithCursor, Shop } from '#server/platforms/port.ts'
import type { CatalogueOrder } from '#sandbox/catalogue/order-record.ts'
import { ordersOf, uglyOrder } from '#sandbox/catalogue/orders.ts'
import { openBench, type Bench, type Subject } from '#tests/platforms/contract.ts'
import { sentFilter } from '#tests/platforms/order-subject.ts'

/** The platform's data for the order tests. */
export type OrderSubject = Pick<Subject, 'settings' | 'connection'> & {
  exported: (order: CatalogueOrder) => ExportOrder
  /** A search with results, and whether it finds an order. */
  search: { text: string; finds: (order: CatalogueOrder) => boolean }
}

/** All items of a list, read page by page. Each page continues after the `step`th row of the page before. */
async function all(shop: Shop, query: OrderPageQuery, step = query.limit): Promise<OrderWithCursor[]> {
  const items: OrderWithCursor[] = []
  let after: string | undefined
  for (;;) {
    const page = await shop.orders({ ...query, ...(after === undefined ? {} : { after }) })
    const used = page.hasNextPage ? page.items.slice(0, step) : page.items
    items.push(...used)
    if (!page.hasNextPage) return items
    expect(page.items).toHaveLength(query.limit)
    after = used.at(-1)?.cursor
  }
}

async function walked(found: AsyncIterable<ExportOrder>): Promise<ExportOrder[]> {
  const orders: ExportOrder[] = []
  for await (const order of found) orders.push(order)
  return orders
}

/** No file has the pictures, so that a walk may leave them out. */
const withoutPictures = (order: ExportOrder) => ({ ...order, lineItems: order.lineItems.map((line) => ({ ...line, image: null })) })

const ids = (orders: readonly { platformOrderId: string }[]) => orders.map(({ platformOrderId }) => platformOrderId)
const newest = { sortBy: 'createdAt', sortOrder: 'desc' } as const

/** The order tests that every platform has to pass. */
export function orderBattery(subject: OrderSubject) {
  const orders = ordersOf(subject.settings)
  const platformTraits = traits[subject.connection.platform]
  const expected = (wanted: readonly CatalogueOrder[]) => wanted.map(({ id }) => id)
  let bench: Bench

  beforeEach(async () => {
    bench = await openBench(subject)
  })
  afterEach(async () => {
    await bench.platforms.close()
    await bench.sandbox.close()
  })

  describe('the list of orders', () => {
    test.each([7, 50, 250])('ends, and shows each order once, newest first (%i a page)', async (limit) => {
      const items = await all(bench.shop, { ...newest, limit })
      const byTime = orders.toReversed().toSorted((a, b) => b.createdAt - a.createdAt)
      expect(items.map(({ order }) => order.platformOrderId)).toEqual(expected(byTime))
    })

    test('goes on behind any of its rows', async () => {
      const whole = await all(bench.shop, { ...newest, limit: 250 })
      expect(await all(bench.shop, { ...newest, limit: 40 }, 23)).toEqual(whole)
    })

    const directions = platformTraits.orders.sorts.flatMap((sortBy) =>
      (['asc', 'desc'] as const).map((sortOrder) => ({ sortBy, sortOrder })),
    )
    test.each(directions)('is sorted by $sortBy $sortOrder, and the ranks say so', async (sort) => {
      const items = await all(bench.shop, { ...sort, limit: 100 })
      expect(new Set(items.map(({ order }) => order.platformOrderId))).toEqual(new Set(expected(orders)))
      expect(items).toHaveLength(orders.length)
      const sign = sort.sortOrder === 'asc' ? 1 : -1
      for (const [index, { rank }] of items.entries()) {
        const before = items[index - 1]?.rank ?? rank
        expect(sign * (rank < before ? -1 : rank > before ? 1 : 0)).toBeGreaterThanOrEqual(0)
      }
    })

    test('shows what the catalogue holds', async () => {
      const items = await all(bench.shop, { ...newest, limit: 250 })
      const shown = new Map(items.map(({ order }) => [order.platformOrderId, order]))
      for (const order of orders) {
        const { lineItems, ...known } = subject.exported(order)
        const shownLines = lineItems.map(({ name, quantity, sku }) => ({ name, quantity, sku }))
        const one = shown.get(order.id)
        expect({ ...known, ...one }).toEqual({ ...known, lineItems: shownLines })
        expect(Object.keys(one ?? {})).toHaveLength(13)
      }
    })

    const paid = (...statuses: FinancialStatus[]) => ({
      query: { financialStatus: statuses },
      finds: (order: CatalogueOrder) => statuses.some((status) => status === order.financialStatus.toLowerCase()),
    })
    const sent = (...statuses: FulfillmentStatus[]) => ({
      query: { fulfillmentStatus: statuses },
      finds: (order: CatalogueOrder) => statuses.some((status) => status === sentFilter(order)),
    })
    const { createdAt: late } = uglyOrder(orders, 'lateEvening')
    const filters: { name: string; query: OrderQuery; finds: (order: CatalogueOrder) => boolean }[] = [
      { name: 'paid', ...paid('paid') },
      { name: 'unpaid', ...paid('pending', 'refunded', 'voided') },
      { name: 'unfulfilled', ...sent('unfulfilled') },
      { name: 'unfulfilled or partial', ...sent('unfulfilled', 'partial') },
      { name: 'partial', ...sent('partial') },
      { name: 'fulfilled', ...sent('fulfilled') },
      {
        name: 'a day and the minutes around midnight',
        query: { createdFrom: new Date(late - 3_600_000), createdUntil: new Date(late + 1_800_000) },
        finds: ({ createdAt }) => createdAt >= late - 3_600_000 && createdAt < late + 1_800_000,
      },
      { name: 'a search', query: { search: subject.search.text }, finds: subject.search.finds },
    ]
    test.each(filters)('filters: $name', async ({ query, finds }) => {
      const items = await all(bench.shop, { ...newest, ...query, limit: 30 })
      const wanted = expected(orders.filter(finds))
      expect(new Set(items.map(({ order }) => order.platformOrderId))).toEqual(new Set(wanted))
      expect(items).toHaveLength(wanted.length)
      expect(wanted.length).toBeGreaterThan(0)
      const count = await bench.shop.countOrders(query)
      expect([null, wanted.length]).toContain(count)
    })

    test('figures: many counts at once, and the oldest order', async () => {
      const found = await bench.shop.orderCounts(filters.map(({ query }) => query))
      const singly = await Promise.all(filters.map(({ query }) => bench.shop.countOrders(query)))
      expect(found).toEqual(singly)
      const unsent = filters.find(({ name }) => name === 'unfulfilled or partial')
      const [oldest] = orders.filter((order) => unsent?.finds(order)).toSorted((one, other) => one.createdAt - other.createdAt)
      const answer = await bench.shop.oldestOrder({ fulfillmentStatus: ['unfulfilled', 'partial'] })
      expect(answer).toEqual({
        platformOrderId: oldest?.id,
        orderName: oldest?.name,
        createdAt: expect.toSatisfy((text: string) => Math.abs(Date.parse(text) - Number(oldest?.createdAt)) < 1000),
      })
      expect(await bench.shop.oldestOrder({ createdUntil: new Date('2001-01-01') })).toBeNull()
    })

    test('a place that is none is refused', async () => {
      await expect(bench.shop.orders({ ...newest, limit: 5, after: 'nowhere' })).rejects.toMatchObject({ code: 'INVALID_CURSOR' })
    })

    test('a missing scope is named', async () => {
      bench.sandbox.tune({ scopes: ['read_products', 'read_inventory', 'read_customers'] })
      await expect(bench.shop.orders({ ...newest, limit: 5 })).rejects.toMatchObject({ code: 'STORE_LACKS_SCOPE' })
      expect((await bench.shop.check()).missingScopes).toContain('read_orders')
    })
  })

  describe('one order', () => {
    test.each(['guest', 'manyLines', 'mostLines', 'partialRefund', 'yen', 'dinar', 'formulaNote', 'nobody'] as const)(
      '%s',
      async (name) => {
        const order = uglyOrder(orders, name)
        const found = await bench.shop.order(order.id)
        expect({ ...found, payments: [] }).toEqual({ ...subject.exported(order), payments: [] })
        expect(found?.payments).toHaveLength(order.transactions.length)
      },
    )

    test('that is not there is none', async () => {
      expect(await bench.shop.order('7')).toBeNull()
    })
  })

  describe('a walk over orders', () => {
    test('gives every value of every order, in ascending order of id', async () => {
      const found = await walked(bench.shop.walkOrders({ query: {} }, everyOrderColumn))
      expect(found.map(withoutPictures)).toEqual(orders.map(subject.exported).map(withoutPictures))
    })

    test('of chosen ids gives those that there are', async () => {
      const chosen = orders.filter((_order, index) => index % 3 === 0)
      const wanted = [...expected(chosen).toReversed(), '7']
      expect(ids(await walked(bench.shop.walkOrders({ ids: wanted }, ['orderName'])))).toEqual(expected(chosen))
    })

    test('knows which of chosen ids there are, and that it sees all orders', async () => {
      const chosen = expected(orders.slice(3, 9))
      expect(await bench.shop.existingOrders([...chosen, '7'])).toEqual(new Set(chosen))
      expect(await bench.shop.seesAllOrders()).toBe(true)
    })

    test('goes on behind any order', async () => {
      const [before, behind] = [expected(orders.slice(0, 61)), expected(orders.slice(61))]
      const after = before.at(-1) ?? ''
      expect(ids(await walked(bench.shop.walkOrders({ query: {} }, ['orderName'], { after })))).toEqual(behind)
      const chosen = bench.shop.walkOrders({ ids: expected(orders) }, ['orderName'], { after, atMost: 5 })
      expect(ids(await walked(chosen))).toEqual(behind.slice(0, 5))
    })

    test('filters as the list does', async () => {
      const found = await walked(bench.shop.walkOrders({ query: { fulfillmentStatus: ['unfulfilled'] } }, ['orderName']))
      expect(ids(found)).toEqual(expected(orders.filter((order) => sentFilter(order) === 'unfulfilled')))
    })

    test('survives a shop that fails now and then', async () => {
      bench.sandbox.faults.add({ kind: 'status', status: 503, probability: 0.3 })
      expect(ids(await walked(bench.shop.walkOrders({ query: {} }, ['orderName'])))).toEqual(expected(orders))
    })
  })
}
