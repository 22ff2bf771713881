// ShopBase documents no order of its order list. Our list must be correct in any order.
import { expect, onTestFinished, test } from 'vitest'
import { createPlatforms } from '#server/platforms/registry.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'

type Row = { id: number; name: string; created_at: string; currency: string }

const START = Date.UTC(2025, 0, 1)
/** 280 of the 450 orders were imported in the same second. */
const rows: Row[] = Array.from({ length: 450 }, (_, index) => ({
  id: 1000 + index,
  name: `#${index}`,
  created_at: new Date(START + (index >= 100 && index < 380 ? 100 : index) * 3_600_000).toISOString(),
  currency: 'USD',
}))

/** A shuffle that is the same in each run. */
const shuffled = rows.toSorted((a, b) => ((a.id * 7919) % 457) - ((b.id * 7919) % 457))
const newestFirst = rows.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
const oldestFirst = newestFirst.toReversed()

async function shopWith(all: readonly Row[]) {
  const server = await listener((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://shop')
    const [from, until] = ['created_at_min', 'created_at_max'].map((name) => Date.parse(searchParams.get(name) ?? ''))
    const since = Number(searchParams.get('since_id') ?? 0)
    const isInside = (at: number) => !(at < Number(from)) && !(at > Number(until))
    const inside = all.filter(({ id, created_at: at }) => id > since && isInside(Date.parse(at)))
    const limit = Number(searchParams.get('limit'))
    const start = (Number(searchParams.get('page') ?? 1) - 1) * limit
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ orders: inside.slice(start, start + limit) }))
  })
  const platforms = createPlatforms({ ...fakeClock(), endpoints: { [shopbase.connection.domain]: server.url }, log: () => {} })
  onTestFinished(platforms.close)
  return { shop: platforms.connect(shopbase.connection), server }
}

const orders = { shuffled, 'newest first': newestFirst, 'oldest first': oldestFirst }
const ways = Object.entries(orders).flatMap(([name, all]) => (['asc', 'desc'] as const).map((sortOrder) => ({ name, all, sortOrder })))

test.each(ways)('orders that come $name are listed $sortOrder, each once', async ({ all, sortOrder }) => {
  const { shop } = await shopWith(all)
  const seen: string[] = []
  for (let after: string | undefined; ;) {
    const page = await shop.orders({ sortBy: 'createdAt', sortOrder, limit: 150, ...(after === undefined ? {} : { after }) })
    seen.push(...page.items.map(({ order }) => order.platformOrderId))
    after = page.items.at(-1)?.cursor
    if (!page.hasNextPage) break
  }
  const expected = sortOrder === 'asc' ? oldestFirst : newestFirst
  expect(seen).toEqual(expected.map(({ id }) => String(id)))
})

test('an export of a shop that sorts by its own mind is whole, or fails', async () => {
  const exported = async (all: readonly Row[]) => {
    const { shop } = await shopWith(all)
    return (await Array.fromAsync(shop.walkOrders({ query: {} }, ['orderId']))).map(({ platformOrderId }) => Number(platformOrderId))
  }
  const some = newestFirst.slice(0, 100)
  expect(await exported(some)).toEqual(some.map(({ id }) => id).toSorted((a, b) => a - b))
  await expect(exported(newestFirst)).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID' })
})

test('bounds in time go out in the documented form', async () => {
  const { shop, server } = await shopWith(newestFirst)
  await shop.orders({ sortBy: 'createdAt', sortOrder: 'desc', limit: 50 })
  expect(server.seen[0]?.url).toContain('created_at_min=2016-01-01T00%3A00%3A00%2B00%3A00')
})

test('the newest orders of a shop that sends them first take one call', async () => {
  const { shop, server } = await shopWith(newestFirst)
  await shop.orders({ sortBy: 'createdAt', sortOrder: 'desc', limit: 50 })
  expect(server.seen).toHaveLength(1)
})
