// People who open the same list, count or item at the same moment cause one call to the shop.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

type Store = 'north' | 'print'

let world: World
let people: Caller[]
beforeAll(async () => {
  world = await createWorld()
  people = [await world.signedIn('owner'), await world.signedIn('viewer'), await world.signedIn('staff', 'north')]
  // The calls of all people arrive before the first answer leaves.
  world.sandbox.tune({ latencyMs: 500 })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.sandbox.requests.length = 0
})

const callsTo = (store: Store) => world.sandbox.requests.filter(({ shop }) => shop === testShops[store].host).length
/** The calls of one person alone, and those of several at once. */
async function calls(store: Store, who: readonly Caller[], ask: (caller: Caller) => Promise<{ status: number }>) {
  for (const caller of who.slice(0, 1)) expect((await ask(caller)).status).toBe(200)
  const alone = callsTo(store)
  // Counts are kept for a minute.
  world.clock.now += limits.keptCounts.ttlMs + 1
  world.sandbox.requests.length = 0
  for (const { status } of await Promise.all(who.map(ask))) expect(status).toBe(200)
  return { alone, together: callsTo(store) }
}

test.each<[string, Store, (caller: Caller, storeId: string) => Promise<{ status: number }>]>([
  ['products', 'north', (caller, storeId) => caller.rest('POST', '/products/fetch', { storeId })],
  ['products of ShopBase', 'print', (caller, storeId) => caller.rest('POST', '/products/fetch', { storeId })],
  ['orders', 'north', (caller, storeId) => caller.rest('POST', '/orders/fetch', { storeIds: [storeId] })],
  ['what a shop has to filter by', 'north', (caller, storeId) => caller.rest('POST', '/products/metadata', { storeId })],
  ['the number of products', 'north', (caller, storeId) => caller.rest('POST', '/products/count', { storeId })],
])('%s', async (_, store, ask) => {
  const who = store === 'north' ? people : people.slice(0, 2)
  const { alone, together } = await calls(store, who, (caller) => ask(caller, world.stores[store]))
  expect(alone).toBeGreaterThan(0)
  expect(together).toBe(alone)
})

test('a person without the right gets nothing of it', async () => {
  const { north, print } = world.stores
  const [owner, , staff] = people
  if (!owner || !staff) throw new Error('nobody')
  const list = (caller: Caller, storeId: string) => caller.rest('POST', '/products/fetch', { storeId })
  const [allowed, refused] = await Promise.all([list(owner, print), list(staff, print)])
  expect([allowed.status, refused.status]).toEqual([200, 404])
  expect((await list(staff, north)).status).toBe(200)
})
