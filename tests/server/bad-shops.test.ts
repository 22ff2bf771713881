// Misbehaving shops and invalid calls: each gets a clear message and the right status, nothing hangs, and no answer or log contains a
// shop's text or credentials.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Fault } from '#sandbox/faults.ts'
import { createWorld, storeRequest, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

const list = (change: object = {}) => owner.rest('POST', '/products/fetch', { storeId: world.stores.north, ...change })

const faults: [what: string, fault: Fault, status: number, message: string][] = [
  ['a wrong token', { kind: 'status', status: 401 }, 422, 'North: the platform refused the credentials'],
  ['a frozen shop', { kind: 'status', status: 402 }, 422, 'North: the shop is closed or frozen'],
  ['an unknown shop', { kind: 'status', status: 404 }, 422, 'North: no shop found at this address'],
  ['a locked shop', { kind: 'status', status: 423 }, 422, 'North: the shop is closed or frozen'],
  ['an HTML page', { kind: 'html' }, 502, 'North: the shop sent an unexpected answer'],
  ['another shape', { kind: 'wrongShape' }, 502, 'North: the shop sent an unexpected answer'],
  ['an error beside the data', { kind: 'partialErrors' }, 502, 'North: the shop could not be reached'],
  [
    'a redirect',
    { kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/stolen' },
    502,
    'North: the shop sent an unexpected redirect',
  ],
  ['a gzip bomb', { kind: 'gzipBomb', bytes: 100_000_000 }, 502, 'North: the shop sent an unexpected answer'],
]
test.each(faults)('%s', async (_, fault, status, message) => {
  world.sandbox.faults.add(fault)
  const answer = await list()
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { success: false, message } })
})

test.each([
  ['ten minutes', 10 * 60_000],
  ['a day', 24 * 3_600_000],
  ['a week', 7 * 24 * 3_600_000],
])('the server’s clock is set back by %s: shops that are known are called as before', async (_, ms) => {
  world.sandbox.tune({ costBucket: true, callBucket: true })
  const listsOfAll = () =>
    Promise.all(Object.values(world.stores).map(async (storeId) => (await owner.rest('POST', '/products/fetch', { storeId })).status))
  expect(await listsOfAll()).toEqual([200, 200, 200])
  const before = world.clock.now
  // A session lasts an hour, so the calls use a session that begins after the clock change.
  world.clock.now -= ms
  const caller = await world.signedIn('owner')
  for (const storeId of Object.values(world.stores))
    expect(await caller.rest('POST', '/products/fetch', { storeId })).toMatchObject({ status: 200 })
  world.clock.now = before
  world.sandbox.tune({ costBucket: false, callBucket: false })
})

test('a revoked scope is named', async () => {
  world.sandbox.tune({ scopes: ['read_orders'] }, 'north-test.myshopify.com')
  const answer = await list()
  world.sandbox.tune(
    { scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers', 'read_all_orders'] },
    'north-test.myshopify.com',
  )
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'STORE_LACKS_SCOPE' } } })
  expect(answer.text).toContain('read_products')
})

test.each([
  ['one 429', { kind: 'status', status: 429, retryAfter: '0', times: 1 }],
  ['one THROTTLED', { kind: 'throttled', times: 1 }],
  ['one 503', { kind: 'status', status: 503, times: 1 }],
  ['one reset connection', { kind: 'reset', share: 0, times: 1 }],
  ['one truncated answer', { kind: 'truncatedJson', times: 1 }],
] satisfies [string, Fault][])('%s is ridden out', async (_, fault) => {
  world.sandbox.faults.add(fault)
  expect((await list()).status).toBe(200)
})

test('a shop that keeps asking for patience is our 429 with Retry-After', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 429, retryAfter: '3600' })
  const answer = await list()
  expect(answer).toMatchObject({ status: 429, body: { error: { code: 'STORE_BUSY' } } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('a shop that refuses for a moment without a reason to wait is a 429 that asks for a pause all the same', async () => {
  world.sandbox.faults.add({ kind: 'throttled' })
  // With 0, programs that obey would call in a loop.
  expect(await list()).toMatchObject({ status: 429, headers: { 'retry-after': '1' }, body: { error: { code: 'STORE_BUSY' } } })
})

test('cursors that are damaged or belong to another list', async () => {
  const first = await list({ limit: 2 })
  const { endCursor } = (first.body as { data: { pageInfo: { endCursor: string } } }).data.pageInfo
  for (const change of [{ cursor: endCursor.slice(3) }, { cursor: endCursor, filters: { status: 'draft' } }, { cursor: 'nonsense' }])
    expect(await list({ limit: 2, ...change })).toMatchObject({ status: 400, body: { error: { code: 'INVALID_CURSOR' } } })
  expect(await list({ sinceId: '5' })).toMatchObject({ status: 400, body: { message: 'This store pages by cursor' } })
})

test.each([
  [{ limit: 251 }, 'limit: Too big: expected number to be <=250'],
  [{ limit: 0 }, 'limit: Too small: expected number to be >=1'],
  [{ colour: 'red' }, 'Unrecognized key: "colour"'],
  [{ sortKey: 'HANDLE' }, /^sortKey: Invalid option/],
  [{ filters: { createdAfter: '2026-02-30' } }, /^Please send a day of the calendar/],
])('a list asked for with %j', async (change, message) => {
  expect(await list(change)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})

test('what somebody types is text, never the platform’s search language', async () => {
  const all = ((await list({ limit: 250 })).body as { data: { products: { id: string }[] } }).data.products.length
  for (const search of ['x" OR status:draft', '* OR *', 'tag:a)(', 'id:>0', 'NOT x', '-x', '\\', '"', 'created_at:>2000']) {
    const answer = await list({ limit: 250, filters: { search } })
    expect([search, answer.status]).toEqual([search, 200])
    expect({ search, isSmaller: (answer.body as { data: { products: unknown[] } }).data.products.length < all }).toEqual({
      search,
      isSmaller: true,
    })
  }
})

test('a private address is refused before anything is sent', async () => {
  const domains = ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', 'north.myshopify.com.evil.test', 'shop.example.com']
  for (const domain of domains)
    expect(await owner.rest('POST', '/stores', storeRequest('north', { name: domain, domain }))).toMatchObject({ status: 400 })
})

test('no secret, and nothing the shop said, was logged', () => {
  const log = world.logged.join('')
  for (const secret of ['shpat_test_north', 'harbor-secret', 'print-password', 'x-shopify-access-token', '<html', 'stolen'])
    expect(log).not.toContain(secret)
})
