import { afterAll, beforeAll, expect, test } from 'vitest'
import { ordersOf, uglyOrder } from '#sandbox/catalogue/orders.ts'
import { UGLY_ORDERS } from '#sandbox/catalogue/ugly-orders.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { at, graphql, listAt, rest, shopbase, shopify } from './shop.ts'

const orders = ordersOf(shopify)
const recentOnly = { ...shopify, host: 'recent.myshopify.com', scopes: ['read_orders', 'read_customers'] }
const whole = { ...shopify, scopes: [...shopify.scopes, 'read_customers', 'read_all_orders'] }
const base = { ...shopbase, scopes: ['read_products', 'read_orders'] }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ shops: [whole, recentOnly, base] })
  sandbox.tune({ costBucket: false, callBucket: false })
})
afterAll(() => sandbox.close())

const LIST = `query L($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys, $reverse: Boolean) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    edges { cursor node { legacyResourceId name number totalPriceSet { shopMoney { amount currencyCode } } customer { displayName } lineItems(first: 250) { nodes { name } } } }
    pageInfo { hasNextPage endCursor }
  }
}`

async function names(variables: Parameters<typeof graphql>[2]) {
  const answer = await graphql(sandbox, LIST, variables)
  return listAt(answer, 'data.orders.edges').map((edge) => at(edge, 'node.name'))
}

test('sums add up to the smallest unit, in every currency', () => {
  for (const order of orders) {
    const digits = order.total.split('.')[1]?.length ?? 0
    expect(Number(order.subtotal) + Number(order.shipping) + Number(order.taxes)).toBeCloseTo(Number(order.total), digits)
  }
  expect(uglyOrder(orders, 'yen').total).toMatch(/^\d+$/)
  expect(uglyOrder(orders, 'dinar').total).toMatch(/^\d+\.\d{3}$/)
  expect(uglyOrder(orders, 'manyLines').lines).toHaveLength(120)
  expect(orders.length).toBeGreaterThan(UGLY_ORDERS)
})

test('Shopify pages through all orders by any sort, each once', async () => {
  for (const sortKey of ['CREATED_AT', 'TOTAL_PRICE', 'CUSTOMER_NAME', 'FINANCIAL_STATUS']) {
    const seen: unknown[] = []
    let after: string | null = null
    do {
      const answer = await graphql(sandbox, LIST, { variables: { first: 37, after, sortKey, reverse: true } })
      const edges = listAt(answer, 'data.orders.edges')
      seen.push(...edges.map((edge) => at(edge, 'node.legacyResourceId')))
      // A row's cursor continues after that row, like the page's own cursor.
      after = at(answer, 'data.orders.pageInfo.hasNextPage') === true ? String(at(edges.at(-1), 'cursor')) : null
    } while (after !== null)
    expect(new Set(seen)).toEqual(new Set(orders.map(({ id }) => id)))
    expect(seen).toHaveLength(orders.length)
  }
})

test.each([
  ['financial_status:paid', 'PAID'],
  ['(financial_status:refunded OR financial_status:voided)', 'REFUNDED VOIDED'],
])('%s', async (query, statuses) => {
  const expected = orders.filter((order) => statuses.split(' ').includes(order.financialStatus)).map(({ name }) => name)
  expect(await names({ variables: { first: 250, query, sortKey: 'ID' } })).toEqual(expected)
})

test('a number finds its order, a guest has no customer', async () => {
  const guest = uglyOrder(orders, 'guest')
  const answer = await graphql(sandbox, LIST, { variables: { first: 5, query: `name:${guest.number}` } })
  expect(listAt(answer, 'data.orders.edges')).toHaveLength(1)
  expect(at(answer, 'data.orders.edges.0.node.customer')).toBeNull()
})

test('without read_all_orders only the last 60 days are there', async () => {
  const since = Date.now() - 60 * 24 * 3_600_000
  const all = ordersOf(recentOnly)
  const found = await names({ host: recentOnly.host, variables: { first: 250, sortKey: 'ID' } })
  expect(found).toEqual(all.filter(({ createdAt }) => createdAt >= since).map(({ name }) => name))
  expect(found.length).toBeLessThan(all.length)
})

test('ShopBase shows open orders, newest first, unless it is asked for others', async () => {
  const all = ordersOf(base)
  const open = listAt(await rest(sandbox, '/admin/orders.json?limit=250'), 'orders')
  expect(open.length).toBeLessThan(all.length)
  const any = listAt(await rest(sandbox, '/admin/orders.json?limit=250&order_status=any'), 'orders')
  expect(any).toHaveLength(all.length)
  const times = any.map((order) => String(at(order, 'created_at')))
  expect(times).toEqual(times.toSorted().toReversed())
  const byId = listAt(await rest(sandbox, '/admin/orders.json?limit=250&order_status=any&since_id=0'), 'orders')
  expect(byId.map((order) => String(at(order, 'id')))).toEqual(all.map(({ id }) => id))
})
