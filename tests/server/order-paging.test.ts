// The pages of a list together equal the sorted union of the stores' orders, each order once: for any stores, sorts, page sizes, filters
// and failures.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { orderSorts, type OrderSort } from '#shared/order-sorts.ts'
import { OrderListRequest, type Order } from '#shared/orders.ts'
import { traits } from '#shared/platforms.ts'
import { listOrders } from '#server/orders/service.ts'
import { findStore, type StoreRow } from '#server/stores/service.ts'
import type { CatalogueOrder } from '#sandbox/catalogue/order-record.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { sentFilter, shopifyOrder } from '#tests/platforms/order-subject.ts'
import { createWorld, testShops, type TestShop, type World } from '#tests/support/world.ts'

const cases = Number(process.env['CASES'] ?? 100)
const names = ['north', 'harbor', 'print'] as const
const shops = {
  north: { ...testShops.north, orders: 110 },
  harbor: { ...testShops.harbor, orders: 70 },
  print: { ...testShops.print, orders: 90 },
}

let world: World
const rows = new Map<TestShop, StoreRow>()
beforeAll(async () => {
  world = await createWorld({ shops })
  for (const name of names) {
    const row = await findStore(world.deps, world.stores[name])
    if (row) rows.set(name, row)
  }
})
afterAll(() => world[Symbol.asyncDispose]())

const Failure = fc.record({ after: fc.nat(4), times: fc.constantFrom(1, 2, 1_000_000) })
const Case = fc.record({
  stores: fc.shuffledSubarray([...names], { minLength: 1 }),
  sortBy: fc.constantFrom(...orderSorts.map(({ key }) => key)),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.oneof(fc.integer({ min: 12, max: 60 }), fc.constantFrom(100, 250)),
  financialStatus: fc.option(fc.subarray(['paid', 'pending', 'refunded', 'voided'] as const, { minLength: 1 }), { nil: undefined }),
  fulfillmentStatus: fc.option(fc.subarray(['fulfilled', 'unfulfilled', 'partial'] as const, { minLength: 1 }), { nil: undefined }),
  createdAfter: fc.option(fc.constantFrom('2025-06-01', '2026-03-29', '2026-10-14'), { nil: undefined }),
  failure: fc.option(Failure, { nil: undefined }),
})
type Case = typeof Case extends fc.Arbitrary<infer T> ? T : never

const ranks: Record<OrderSort, (order: CatalogueOrder) => string | number> = {
  createdAt: ({ createdAt }) => createdAt,
  orderName: ({ number }) => number,
  total: ({ total }) => Number(total),
  customerName: (order) => (shopifyOrder(order).customer?.name ?? '').toLowerCase(),
  financialStatus: ({ financialStatus }) => financialStatus.toLowerCase(),
  fulfillmentStatus: ({ fulfillmentStatus }) => fulfillmentStatus.toLowerCase(),
}

function isWanted({ financialStatus, fulfillmentStatus, createdAfter }: Case, name: TestShop): (order: CatalogueOrder) => boolean {
  const day = (at: number) => new Intl.DateTimeFormat('sv', { timeZone: shops[name].timezone }).format(at)
  return (order) =>
    (!financialStatus || financialStatus.some((status) => status === order.financialStatus.toLowerCase())) &&
    (!fulfillmentStatus || fulfillmentStatus.some((status) => status === sentFilter(order))) &&
    (!createdAfter || day(order.createdAt) >= createdAfter)
}

/** One store's orders in the requested order, ties by id. Their keys include the store. */
function listOf(given: Case, name: TestShop): { key: string; rank: string | number }[] {
  const rank = ranks[given.sortBy]
  const wanted = ordersOf(shops[name]).filter(isWanted(given, name))
  const sorted = wanted.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
  const list = sorted.map((order) => ({ key: `${world.stores[name]}:${order.id}`, rank: rank(order) }))
  if (given.sortOrder === 'asc') return list
  // Descending order also reverses the ids.
  return list.toReversed()
}

/** All stores' orders by rank, ties in the order of the stores. */
function unionOf(given: Case): string[] {
  const sign = given.sortOrder === 'asc' ? 1 : -1
  const all = given.stores.flatMap((name) => listOf(given, name))
  return all.toSorted((a, b) => sign * (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ key }) => key)
}

type Glued = { keys: string[]; lastWarnings: string[] }

async function glue({ stores, failure: _failure, ...request }: Case): Promise<Glued> {
  const chosen = stores.flatMap((name) => rows.get(name) ?? [])
  const keys: string[] = []
  const parsed = OrderListRequest.parse({ ...request, storeIds: chosen.map(({ id }) => id) })
  const signal = new AbortController().signal
  const add = (orders: readonly Order[]) => keys.push(...orders.map(({ storeId, platformOrderId }) => `${storeId}:${platformOrderId}`))
  for (let cursor: string | undefined; ;) {
    try {
      const page = await listOrders(world.deps, chosen, { ...parsed, cursor }, signal)
      expect(page.orders.length).toBeLessThanOrEqual(parsed.limit)
      add(page.orders)
      if (page.pageInfo.endCursor === null) return { keys, lastWarnings: page.warnings }
      cursor = page.pageInfo.endCursor
    } catch (error) {
      // Only the failing store still had orders.
      if (!(error instanceof AppError)) throw error
      return { keys, lastWarnings: [error.message] }
    }
  }
}

const canSort = ({ stores, sortBy }: Case) => stores.every((name) => traits[shops[name].platform].orders.sorts.includes(sortBy))

test(`in ${cases} random cases`, { timeout: 3_600_000, retry: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(Case, async (drawn) => {
      const given: Case = canSort(drawn) ? drawn : { ...drawn, sortBy: 'createdAt' }
      const [failing] = given.stores
      world.sandbox.faults.clear()
      if (given.failure && failing) world.sandbox.faults.add({ kind: 'status', status: 402, shop: shops[failing].host, ...given.failure })
      const { keys, lastWarnings } = await glue(given)
      const union = unionOf(given)
      expect(new Set(keys).size, 'no order twice').toBe(keys.length)
      if (!given.failure) {
        expect(keys).toEqual(union)
        return
      }
      // No order is lost: missing ones belong to the store that the last page names.
      const missing = union.filter((key) => !keys.includes(key))
      if (lastWarnings.length === 0) expect(missing).toEqual([])
      expect(missing.every((key) => failing !== undefined && key.startsWith(world.stores[failing]))).toBe(true)
      for (const name of given.stores) {
        const own = keys.filter((key) => key.startsWith(world.stores[name]))
        expect(own, 'in its own order, from the beginning').toEqual(
          listOf(given, name)
            .map(({ key }) => key)
            .slice(0, own.length),
        )
      }
    }),
    { numRuns: cases },
  )
})
