import { expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { limits } from '#shared/limits.ts'
import type { StoreOrderFigures } from '#shared/order-figures.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { sentFilter } from '#tests/platforms/order-subject.ts'
import { createWorld, testShops, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const zones: Record<TestShop, string> = { north: 'America/New_York', harbor: 'Europe/Berlin', print: 'Asia/Ho_Chi_Minh' }
const names = ['north', 'harbor', 'print'] as const
const withZone = (name: TestShop) => ({ ...testShops[name], timezone: zones[name], orders: 120 })
const shops = { north: withZone('north'), harbor: withZone('harbor'), print: withZone('print') }

/** Two weeks in which the sandbox's shops had orders, some of them around midnight. */
const NOW = Date.parse('2026-10-16T05:30:00Z')

async function openWorld(change: Partial<typeof shops> = {}) {
  const world = await createWorld({ shops: { ...shops, ...change } })
  world.clock.now = NOW
  const owner = await world.signedIn('owner')
  for (const name of names) await owner.rest('PUT', `/stores/${world.stores[name]}`, { timezone: zones[name] })
  return { world, owner }
}

async function ask(caller: Caller, storeIds: readonly string[]) {
  const answer = await caller.rest('POST', '/orders/figures', { storeIds })
  expect(answer.status).toBe(200)
  return (answer.body as { data: { stores: StoreOrderFigures[] } }).data.stores
}

/** Asks again when everything is counted. */
async function counted(world: World, caller: Caller, storeIds: readonly string[]) {
  await ask(caller, storeIds)
  await world.deps.keptFigures.settled()
  return ask(caller, storeIds)
}

/** What the figures of a shop must be, counted from the sandbox's own orders. */
function expected(name: TestShop, now: number) {
  const zone = zones[name]
  const dayOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
  const orders = ordersOf(shops[name])
  const on = (day: Temporal.PlainDate) => orders.filter(({ createdAt }) => dayOf(createdAt).equals(day)).length
  const today = dayOf(now)
  const paid = (...statuses: string[]) => orders.filter(({ financialStatus }) => statuses.includes(financialStatus.toLowerCase())).length
  const unsent = orders
    .filter((order) => ['unfulfilled', 'partial'].includes(sentFilter(order)))
    .toSorted((one, other) => one.createdAt - other.createdAt)
  return {
    days: Array.from({ length: 14 }, (_, index) => today.subtract({ days: 13 - index })).map((day) => ({
      day: day.toString(),
      orders: on(day),
    })),
    tabs: { all: orders.length, unfulfilled: unsent.length, unpaid: paid('pending', 'refunded', 'voided'), paid: paid('paid') },
    overdue: unsent.filter(({ createdAt }) => Temporal.PlainDate.compare(dayOf(createdAt), today.subtract({ days: 4 })) <= 0).length,
    oldest: { platformOrderId: unsent[0]?.id, orderName: unsent[0]?.name, createdAt: expect.any(String) },
  }
}

const callsTo = (world: World, name: TestShop) => world.sandbox.requests.filter(({ shop }) => shop === shops[name].host).length

test('each store has the numbers of its own days, and is not asked again for minutes', async () => {
  const { world, owner } = await openWorld()
  await using _ = world
  const ids = names.map((name) => world.stores[name])
  const [first] = await ask(owner, ids)
  expect(first).toMatchObject({ storeName: 'North', figures: null, isUpdating: true, problem: null })
  const stores = await counted(world, owner, ids)
  for (const [index, name] of names.entries())
    expect(stores[index]).toEqual({
      storeId: world.stores[name],
      storeName: expect.any(String),
      figures: { takenAt: new Date(NOW).toISOString(), ...expected(name, NOW) },
      isUpdating: false,
      problem: null,
    })
  expect(stores.some(({ figures }) => figures?.days.some(({ orders }) => orders !== 0))).toBe(true)
  const asked = callsTo(world, 'north')
  await counted(world, owner, ids)
  expect(callsTo(world, 'north')).toBe(asked)

  // Later the same day, only what changes is counted again; on the next day, everything.
  const before = callsTo(world, 'print')
  world.clock.now += limits.orderFigures.ttlMs + 1
  await counted(world, owner, ids)
  expect(callsTo(world, 'print') - before).toBe(8)
  world.clock.now = NOW + 24 * 3_600_000
  const tomorrow = await counted(world, await world.signedIn('owner'), ids)
  expect(tomorrow[1]?.figures?.days).toEqual(expected('harbor', world.clock.now).days)
})

test('a store whose shop fails says why and keeps its old figures, and the others have theirs', async () => {
  const { world, owner } = await openWorld()
  await using _ = world
  const ids = [world.stores.north, world.stores.print]
  const [before] = await counted(world, owner, ids)
  world.sandbox.faults.add({ shop: shops.north.host, kind: 'status', status: 402 })
  world.clock.now += limits.orderFigures.ttlMs + 1
  const [failed, fine] = await counted(world, owner, ids)
  expect(failed).toMatchObject({ figures: before?.figures, problem: expect.stringContaining('North') })
  expect(fine?.figures?.takenAt).toBe(new Date(world.clock.now).toISOString())
  world.sandbox.faults.clear()
  const asked = callsTo(world, 'north')
  await counted(world, owner, ids)
  expect(callsTo(world, 'north')).toBe(asked)
  world.clock.now += limits.orderFigures.retryMs + 1
  const [mended] = await counted(world, owner, ids)
  expect(mended).toMatchObject({ problem: null, figures: { takenAt: new Date(world.clock.now).toISOString() } })
})

test.each(['north', 'print'] as const)('%s, which fails between two counts, is asked later for the days that are missing', async (name) => {
  const { world, owner } = await openWorld()
  await using _ = world
  const ids = [world.stores[name]]
  // Today, the late orders, those that wait, the oldest and the tabs are counted by then.
  const operation = name === 'north' ? { operation: 'OrderCounts', after: 2 } : { operation: '/admin/orders/count.json', after: 6 }
  world.sandbox.faults.add({ shop: shops[name].host, ...operation, kind: 'status', status: 402 })
  const [half] = await counted(world, owner, ids)
  expect(half).toMatchObject({ problem: expect.any(String), figures: { tabs: expected(name, NOW).tabs } })
  expect(half?.figures?.days.filter(({ orders }) => orders === null)).toHaveLength(13)
  world.sandbox.faults.clear()
  world.clock.now += limits.orderFigures.retryMs + 1
  const [whole] = await counted(world, owner, ids)
  expect(whole).toMatchObject({ problem: null, figures: { days: expected(name, NOW).days } })
})

test('ShopBase names no oldest order where a page lacks some of too many', async () => {
  const { world, owner } = await openWorld({ print: { ...shops.print, orders: 900 } })
  await using _ = world
  world.sandbox.faults.add({ shop: shops.print.host, operation: '/admin/orders.json', kind: 'shortPage' })
  const [store] = await counted(world, owner, [world.stores.print])
  expect(store).toMatchObject({ problem: null, figures: { oldest: null } })
  expect(store?.figures?.tabs.unfulfilled).toBeGreaterThan(250)
})

test('an order that cannot be read takes only the oldest order from the figures', async () => {
  const { world, owner } = await openWorld()
  await using _ = world
  world.sandbox.faults.add({ shop: shops.print.host, operation: '/admin/orders.json', kind: 'altered', how: 'unreadableRow' })
  const [store] = await counted(world, owner, [world.stores.print])
  expect(store).toMatchObject({ problem: null, figures: { ...expected('print', NOW), oldest: null } })
})

test('figures are nobody’s who may not read the orders of the store', async () => {
  const { world } = await openWorld()
  await using _ = world
  const elsewhere = await world.signedIn('viewer', 'print')
  expect((await elsewhere.rest('POST', '/orders/figures', { storeIds: [world.stores.north] })).status).toBe(404)
  expect((await elsewhere.rest('POST', '/orders/figures', { storeIds: [] })).status).toBe(400)
  expect(callsTo(world, 'north')).toBe(0)
})

test('the server stops while a shop does not answer', async () => {
  const { world, owner } = await openWorld()
  world.sandbox.faults.add({ kind: 'hang' })
  await ask(owner, [world.stores.north, world.stores.print])
  await world[Symbol.asyncDispose]()
})
