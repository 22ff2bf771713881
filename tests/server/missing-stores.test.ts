// An unresponsive shop delays nobody: lists omit it with a notice, and include its orders after it recovers.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { OrderListResponse } from '#shared/orders.ts'
import { storeMessages } from '#shared/store-messages.ts'
import { GRACE_MS } from '#server/orders/gather.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

const shops = {
  north: { ...testShops.north, orders: 30 },
  harbor: { ...testShops.harbor, orders: 30 },
  print: { ...testShops.print, orders: 30 },
}
const names = ['north', 'harbor', 'print'] as const

let world: World
let owner: Caller
let leapt = 0
/** The number of shops that answer before the list stops waiting for the last one. */
let toAnswer = Infinity
function isOver(ms: number): boolean {
  if (ms === GRACE_MS) toAnswer -= 1
  return ms === GRACE_MS && toAnswer === 0
}

/** The deadlines of all calls. They expire when the test ends them. */
const underWay: AbortController[] = []
function endDeadlines() {
  leapt += 10_000
  for (const call of underWay.splice(0)) call.abort(new DOMException('the deadline is over', 'TimeoutError'))
}

beforeAll(async () => {
  const waiting = {
    now: () => machineClock.now() + leapt,
    sleep: (ms: number, signal?: AbortSignal) =>
      isOver(ms) ? Promise.resolve() : machineClock.sleep(ms === GRACE_MS ? 60_000 : ms, signal),
    deadline: () => {
      const call = new AbortController()
      underWay.push(call)
      return call.signal
    },
  }
  world = await createWorld({ shops, waiting })
  owner = await world.signedIn('owner')
})
afterEach(() => {
  world.sandbox.faults.clear()
  endDeadlines()
  leapt += 60_000
  toAnswer = Infinity
})
afterAll(() => world[Symbol.asyncDispose]())

const storeIds = () => names.map((name) => world.stores[name])
async function list(request: object = {}) {
  const answer = await owner.rest('POST', '/orders/fetch', { storeIds: storeIds(), limit: 100, ...request })
  expect(answer.status).toBe(200)
  return OrderListResponse.parse(answer.body)
}
const callsTo = (host: string) => world.sandbox.requests.filter(({ shop }) => shop === host).length
const keysOf = ({ orders }: OrderListResponse) => orders.map(({ storeId, platformOrderId }) => `${storeId}:${platformOrderId}`)
const northAlone = () => owner.rest('POST', '/orders/fetch', { storeIds: [world.stores.north] })
/** Requests lists from the hanging shop. They share one call, whose deadline then expires. */
async function hung(lists = 1) {
  const calls = callsTo(shops.north.host)
  const answers = Promise.all(Array.from({ length: lists }, northAlone))
  await expect.poll(() => callsTo(shops.north.host)).toBe(calls + 1)
  endDeadlines()
  return (await answers).map(({ status }) => status)
}

test('the list comes without a shop that hangs, names it, and keeps it for the next page', async () => {
  world.sandbox.faults.add({ kind: 'hang', shop: shops.north.host })
  toAnswer = 2
  const first = await list()
  expect(first.warnings).toEqual([storeMessages.notYetAnswered('North')])
  expect(first.missing).toEqual([world.stores.north])
  expect(first.orders).toHaveLength(60)
  expect(first.pageInfo.hasNextPage).toBe(true)

  world.sandbox.faults.clear()
  const second = await list({ cursor: first.pageInfo.endCursor })
  expect([second.warnings, second.missing, second.pageInfo.hasNextPage]).toEqual([[], [], false])
  const all = names.flatMap((name) => ordersOf(shops[name]).map(({ id }) => `${world.stores[name]}:${id}`))
  expect([...keysOf(first), ...keysOf(second)].toSorted()).toEqual(all.toSorted())
  expect(new Set(keysOf(await list()))).toEqual(new Set(all))
})

test('after three calls without an answer a shop is not waited for, until one call finds it back', async () => {
  const host = shops.north.host
  world.sandbox.faults.add({ kind: 'hang', shop: host })
  for (let times = 0; times < 3; times += 1) expect(await hung()).toEqual([502])
  const before = callsTo(host)
  for (let times = 0; times < 3; times += 1)
    expect(await northAlone()).toMatchObject({ status: 502, body: { message: messages.platform.unreachable('North') } })
  const merged = await list()
  expect(merged.warnings).toEqual([messages.platform.unreachable('North')])
  expect([merged.orders.length, merged.missing, merged.pageInfo.hasNextPage]).toEqual([60, [world.stores.north], true])
  expect(callsTo(host), 'nothing is asked of it').toBe(before)

  leapt += 30_000
  expect(await hung(3)).toEqual([502, 502, 502])
  expect(callsTo(host), 'one call looks whether it is back').toBe(before + 1)

  world.sandbox.faults.clear()
  leapt += 30_000
  expect(await northAlone()).toMatchObject({ status: 200 })
  expect(await Promise.all([northAlone(), northAlone()])).toMatchObject([{ status: 200 }, { status: 200 }])
})

test('a shop that refuses is not down: it is asked each time', async () => {
  const host = shops.print.host
  world.sandbox.faults.add({ kind: 'status', status: 401, shop: host })
  const before = callsTo(host)
  for (let times = 0; times < 5; times += 1) await owner.rest('POST', '/orders/fetch', { storeIds: [world.stores.print] })
  expect(callsTo(host)).toBe(before + 5)
})

test('with nobody left to page through, the missing shop’s failure ends the list instead of an end that is none', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 402, shop: shops.north.host })
  const { pageInfo, orders } = await list()
  expect([orders.length, pageInfo.hasNextPage]).toEqual([60, true])
  const next = await owner.rest('POST', '/orders/fetch', { storeIds: storeIds(), limit: 100, cursor: pageInfo.endCursor })
  expect(next).toMatchObject({ status: 422, body: { message: messages.platform.unavailable('North') } })
})
