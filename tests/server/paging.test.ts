// Every list is read in the same way: nextCursor goes into cursor until it is null. Each item comes once, whatever the size of the pages.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { limits } from '#shared/limits.ts'
import { productIncludes } from '#shared/products.ts'
import { addPerson } from '../../scripts/people.ts'
import { createWorld, password, testShops, type Caller, type World } from '#tests/support/world.ts'

const shops = {
  north: { ...testShops.north, orders: 40 },
  harbor: { ...testShops.harbor, orders: 30 },
  print: { ...testShops.print, orders: 35 },
}
const names = ['north', 'harbor', 'print'] as const

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
  // Equal names are told apart by their ids.
  for (let n = 0; n < 12; n += 1)
    await addPerson(world.deps, {
      email: `p${n}@firm.test`,
      name: `Person ${n % 4}`,
      password,
      assignments: [{ role: 'viewer', storeId: null }],
    })
  for (let n = 0; n < 7; n += 1)
    await owner.rest('POST', '/products/export', { storeId: world.stores.print, config: { fields: ['Title'] } })
})
afterAll(() => world[Symbol.asyncDispose]())

type Page = { nextCursor: string | null; data?: { nextCursor: string | null } }
type List = { method: 'GET' | 'POST'; path: string; request: object; idsOf: (body: never) => string[] }

/** All ids of a list, page by page. */
async function read({ method, path, request, idsOf }: List, limit: number): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const asked: Record<string, unknown> = { ...request, limit, ...(cursor === null ? {} : { cursor }) }
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]))
    const answer = method === 'GET' ? await owner.rest('GET', `${path}?${query}`) : await owner.rest('POST', path, asked)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    const body = answer.body as Page
    const ids = idsOf(answer.body as never)
    expect(ids.length).toBeLessThanOrEqual(limit)
    expect(body.nextCursor).not.toBeUndefined()
    if (body.data) expect(body.data.nextCursor).toBe(body.nextCursor)
    seen.push(...ids)
    cursor = body.nextCursor
  } while (cursor !== null)
  return seen
}

type Row = { id: string }
const inData =
  (list: string) =>
  ({ data }: { data: Record<string, Row[]> }): string[] =>
    (data[list] ?? []).map(({ id }) => id)

describe.each(names)('products of %s', (name) => {
  const idsIn = () =>
    catalogueOf(shops[name])
      .products.map(({ id }) => id)
      .toSorted()

  test('come once each, with anything included', { timeout: 60_000 }, async () => {
    const list = (include: readonly string[]): List => ({
      method: 'POST',
      path: '/products/fetch',
      request: { storeId: world.stores[name], include },
      idsOf: inData('products'),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 50 }), fc.subarray([...productIncludes]), async (limit, include) => {
        expect((await read(list(include), limit)).toSorted()).toEqual(idsIn())
      }),
      { numRuns: 6 },
    )
    expect((await read(list([]), limits.maxPageSize)).toSorted()).toEqual(idsIn())
  })
})

test('the other lists give each item once, and a short list all of them without a limit', { timeout: 60_000 }, async () => {
  const orders = names.flatMap((name) => ordersOf(shops[name]).map(({ id }) => `${world.stores[name]} ${id}`))
  const people = inData('users')((await owner.rest('GET', '/users')).body as never)
  expect(people.length).toBeGreaterThan(12)
  const jobs = inData('jobs')((await owner.rest('GET', '/jobs?limit=100')).body as never)
  expect(jobs).toHaveLength(7)
  const lists: [List, string[]][] = [
    [
      {
        method: 'POST',
        path: '/orders/fetch',
        request: { storeIds: Object.values(world.stores) },
        idsOf: ({ orders: rows }: { orders: { storeId: string; platformOrderId: string }[] }) =>
          rows.map(({ storeId, platformOrderId }) => `${storeId} ${platformOrderId}`),
      },
      orders,
    ],
    [{ method: 'GET', path: '/users', request: {}, idsOf: inData('users') }, people],
    [{ method: 'GET', path: '/stores', request: {}, idsOf: inData('stores') }, Object.values(world.stores)],
    [{ method: 'GET', path: '/jobs', request: {}, idsOf: inData('jobs') }, jobs],
  ]
  for (const [list, ids] of lists)
    for (const limit of [list.path === '/orders/fetch' ? 9 : 1, 3, 100].filter((size) => list.path !== '/orders/fetch' || size > 3))
      expect([list.path, limit, (await read(list, limit)).toSorted()]).toEqual([list.path, limit, ids.toSorted()])
})

test('the audit log gives each entry once', async () => {
  const until = new Date(world.deps.now() + 1).toISOString()
  const entries: List = { method: 'GET', path: '/audit', request: { until, action: 'export.' }, idsOf: inData('entries') }
  const whole = await read(entries, 250)
  expect(whole.length).toBeGreaterThanOrEqual(7)
  expect(await read(entries, 2)).toEqual(whole)
})

test('a cursor of another list is refused, of every list', async () => {
  const { body } = await owner.rest('GET', '/users?limit=1')
  const cursor = (body as Page).nextCursor ?? ''
  const calls = [
    ['POST', '/products/fetch', { storeId: world.stores.print, cursor }],
    ['POST', '/products/fetch', { storeId: world.stores.north, cursor }],
    ['POST', '/orders/fetch', { storeIds: [world.stores.north], cursor }],
    ['GET', `/jobs?cursor=${cursor}`],
    ['GET', `/audit?cursor=${cursor}`],
    ['GET', '/stores?cursor=garbage'],
    ['GET', '/users?cursor=garbage'],
  ] as const
  for (const [method, path, input] of calls)
    expect(await owner.rest(method, path, input)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CURSOR' } } })
})
