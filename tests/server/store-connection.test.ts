// A store is tested before it is saved, must match its shop's currency and time zone, and reports the state of its shop.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { apiVersion } from '#server/platforms/shopify/version.ts'
import { messages } from '#shared/messages.ts'
import { allOrders, hiddenWithout } from '#shared/shop-scopes.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import { storeMessages } from '#shared/store-messages.ts'
import type { Store, StoreTestResponse } from '#shared/stores.ts'
import { anotherStore, createWorld, storeRequest, testShops, type Caller, type World } from '#tests/support/world.ts'

const shops = {
  ...testShops,
  north: { ...testShops.north, currency: 'SGD', timezone: 'Asia/Ho_Chi_Minh' },
  print: { ...testShops.print, currency: 'VND', timezone: 'Asia/Ho_Chi_Minh' },
}

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld({ shops })
  owner = await world.signedIn('owner')
})
afterEach(() => world.sandbox.faults.clear())
afterAll(() => world[Symbol.asyncDispose]())

type Saved = { message?: string; warning?: string | null; data: { store: Store; warning: string | null } }
const savedIn = ({ body }: { body: unknown }) => (body as Saved).data
const stored = async (id: string) => savedIn(await owner.rest('GET', `/stores/${id}`)).store
const names = async () => ((await owner.rest('GET', '/stores')).body as { stores: Store[] }).stores.map(({ name }) => name)
const left = { currency: undefined, timezone: undefined }
const testOf = async (id: string) => ((await owner.rest('POST', `/stores/${id}/test-connection`)).body as { data: StoreTestResponse }).data

describe.each([
  ['Shopify', 'north', 'SGD'],
  ['ShopBase', 'print', 'VND'],
] as const)('currency and time zone of a %s store', (_, shop, currency) => {
  const differences = [
    { field: 'timezone', value: 'Asia/Ho_Chi_Minh', message: connectMessages.differs.timezone('Asia/Ho_Chi_Minh', 'UTC') },
    { field: 'currency', value: currency, message: connectMessages.differs.currency(currency, 'USD') },
  ]

  test('are USD and UTC where they are left out, and the answer warns where the shop says others', async () => {
    const answer = await owner.rest('POST', '/stores', anotherStore(left, shop))
    const warning = differences.map(({ message }) => message).join('. ')
    expect(answer).toMatchObject({ status: 201, body: { warning, data: { warning, store: { currency: 'USD', timezone: 'UTC' } } } })
    const { id } = savedIn(answer).store
    expect((await testOf(id)).differences).toEqual(differences)
    await owner.rest('PUT', `/stores/${id}`, { timezone: 'Asia/Ho_Chi_Minh' })
    expect((await testOf(id)).differences).toEqual(differences.slice(1))
  })

  test('are the shop’s where that is asked for', async () => {
    const answer = await owner.rest('POST', '/stores', anotherStore({ ...left, fillFromShop: true }, shop))
    expect(savedIn(answer)).toMatchObject({ warning: null, store: { currency, timezone: 'Asia/Ho_Chi_Minh' } })
    const given = await owner.rest('POST', '/stores', anotherStore({ ...left, currency: 'EUR', fillFromShop: true }, shop))
    expect(savedIn(given).store).toMatchObject({ currency: 'EUR', timezone: 'Asia/Ho_Chi_Minh' })
  })
})

test('a shop is connected once, whatever the store is called', async () => {
  const request = storeRequest('north', { name: 'North again', domain: 'HTTPS://north-test.myshopify.com/' })
  const refusal = { status: 409, body: { message: storeMessages.shopTaken, error: { code: 'SHOP_TAKEN' } } }
  expect(await owner.rest('POST', '/stores', request)).toMatchObject(refusal)
  const { id } = savedIn(await owner.rest('POST', '/stores', anotherStore())).store
  const moved = { domain: 'north-test.myshopify.com', token: 'shpat_test_north' }
  expect(await owner.rest('PUT', `/stores/${id}`, moved)).toMatchObject(refusal)
})

test.each([1, 2, 3])('of those who connect a shop at the same moment, one wins (%i)', { retry: 0 }, async (round) => {
  const { domain, ...request } = anotherStore()
  const { id } = savedIn(await owner.rest('POST', '/stores', anotherStore())).store
  const answers = await Promise.all([
    ...['One', 'Two', 'Three'].map((name) => owner.rest('POST', '/stores', { ...request, domain, name: `${name} of ${round}` })),
    owner.rest('PUT', `/stores/${id}`, { domain, token: 'shpat_test_north' }),
  ])
  const refused = { status: 409, body: { error: { code: 'SHOP_TAKEN' } } }
  const losers = answers.filter(({ status }) => status >= 300)
  expect(losers).toMatchObject([refused, refused, refused])
  const stores = ((await owner.rest('GET', '/stores')).body as { stores: Store[] }).stores
  expect(stores.filter((store) => store.domain === domain)).toHaveLength(1)
})

describe('before it is saved', () => {
  test('a store whose shop refuses the credentials is refused, and nothing is saved', async () => {
    const request = anotherStore({ name: 'Wrong token', token: 'shpat_wrong', allowUnreachable: true })
    expect(await owner.rest('POST', '/stores', request)).toMatchObject({
      status: 422,
      body: { message: messages.platform.rejected('Wrong token'), error: { code: 'STORE_REJECTED' } },
    })
    expect(await names()).not.toContain('Wrong token')
    const before = await stored(world.stores.north)
    const changed = await owner.rest('PUT', `/stores/${world.stores.north}`, { name: 'Renamed', token: 'shpat_wrong' })
    expect(changed).toMatchObject({ status: 422, body: { error: { code: 'STORE_REJECTED' } } })
    expect(await stored(world.stores.north)).toEqual(before)
    expect((await owner.rest('POST', '/products/fetch', { storeId: world.stores.north })).status).toBe(200)
  })

  test('a store whose shop cannot be reached is refused, unless that is allowed', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 503 })
    const request = anotherStore({ name: 'Far away', ...left })
    expect(await owner.rest('POST', '/stores', request)).toMatchObject({
      status: 502,
      body: { message: messages.platform.unreachable('Far away'), error: { code: 'STORE_UNREACHABLE' } },
    })
    expect(await names()).not.toContain('Far away')
    const answer = await owner.rest('POST', '/stores', { ...request, allowUnreachable: true, fillFromShop: true })
    expect(savedIn(answer)).toMatchObject({
      warning: null,
      store: { state: 'unreachable', stateSince: new Date(world.clock.now).toISOString(), currency: 'USD', timezone: 'UTC' },
    })
  })

  test.each([true, false])('a store whose shop answers with another API version is saved: refuseIfLimited %s', async (refuseIfLimited) => {
    world.sandbox.faults.add({ kind: 'altered', how: 'anotherVersion' })
    const saved = await owner.rest('POST', '/stores', anotherStore({ refuseIfLimited }))
    expect(saved).toMatchObject({ status: 201 })
    const notice = messages.platform.otherVersion('2099-01', apiVersion)
    expect((await testOf(savedIn(saved).store.id)).limits).toEqual([notice])
  })

  test('one that also withholds data names only that', async () => {
    world.sandbox.faults.add({ kind: 'altered', how: 'anotherVersion' })
    world.sandbox.tune({ scopes: testShops.north.scopes.filter((scope) => scope !== allOrders) }, testShops.north.host)
    const refused = await owner.rest('POST', '/stores', anotherStore({ refuseIfLimited: true }))
    world.sandbox.tune({ scopes: [...testShops.north.scopes] }, testShops.north.host)
    const issues = [{ path: allOrders, message: hiddenWithout(allOrders) }]
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'STORE_WITHHOLDS', issues } } })
  })

  test('columns that stay empty are told, and do not limit the store', async () => {
    world.sandbox.tune({ scopes: testShops.north.scopes.filter((scope) => scope !== 'read_markets') }, testShops.north.host)
    const refused = await owner.rest('POST', '/stores', anotherStore({ refuseIfLimited: true }))
    const saved = await owner.rest('POST', '/stores', anotherStore())
    world.sandbox.tune({ scopes: [...testShops.north.scopes] }, testShops.north.host)
    const issues = [{ path: 'read_markets', message: hiddenWithout('read_markets') }]
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'STORE_WITHHOLDS', issues } } })
    expect(savedIn(saved).store.state).toBe('connected')
  })

  test('new credentials of a saved store tell, too, and other changes do not', async () => {
    const { id } = savedIn(await owner.rest('POST', '/stores', anotherStore())).store
    world.sandbox.tune({ scopes: testShops.north.scopes.filter((scope) => scope !== allOrders) }, testShops.north.host)
    const change = { token: testShops.north.credentials.accessToken, currency: 'EUR' }
    const refused = await owner.rest('PUT', `/stores/${id}`, { ...change, refuseIfLimited: true })
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'STORE_WITHHOLDS' } } })
    expect(await stored(id)).toMatchObject({ currency: 'USD', state: 'connected' })
    expect((await owner.rest('PUT', `/stores/${id}`, { currency: 'EUR', refuseIfLimited: true })).status).toBe(200)
    const saved = await owner.rest('PUT', `/stores/${id}`, change)
    // What was hidden before is not told again.
    expect((await owner.rest('PUT', `/stores/${id}`, { ...change, refuseIfLimited: true })).status).toBe(200)
    world.sandbox.tune({ scopes: [...testShops.north.scopes] }, testShops.north.host)
    expect(savedIn(saved).store).toMatchObject({ currency: 'EUR', state: 'limited' })
  })

  test('only another address or other credentials are tested', async () => {
    const before = world.sandbox.requests.length
    await owner.rest('PUT', `/stores/${world.stores.harbor}`, { name: 'Harbor', active: true, currency: 'EUR' })
    expect(world.sandbox.requests.length).toBe(before)
  })
})

describe('the state of a store', () => {
  const list = (id: string) => owner.rest('POST', '/products/fetch', { storeId: id })
  const add = async () => savedIn(await owner.rest('POST', '/stores', anotherStore())).store
  const stateOf = async (id: string) => {
    const { state, stateSince, stateReason } = await stored(id)
    return [state, stateSince, stateReason]
  }
  const at = () => new Date(world.clock.now).toISOString()

  test('is what calls find, written down only when it changes', async () => {
    const { id, name, state, stateSince } = await add()
    expect(state).toBe('connected')
    world.clock.now += 1_000
    await list(id)
    expect(await stateOf(id)).toEqual(['connected', stateSince, null])
    world.sandbox.faults.add({ kind: 'status', status: 401 })
    await list(id)
    const refusedAt = at()
    expect(await stateOf(id)).toEqual(['refused', refusedAt, messages.platform.rejected(name)])
    world.clock.now += 1_000
    await list(id)
    expect(await stateOf(id), 'since it was first refused').toEqual(['refused', refusedAt, messages.platform.rejected(name)])
    world.sandbox.faults.clear()
    await list(id)
    expect(await stateOf(id)).toEqual(['connected', at(), null])
    world.sandbox.faults.add({ kind: 'status', status: 503 })
    await list(id)
    expect(await stateOf(id)).toEqual(['unreachable', at(), null])
  })

  test('is what a test finds, and stays limited however often calls succeed', async () => {
    const { id } = await add()
    const host = testShops.north.host
    world.sandbox.tune({ scopes: ['read_products', 'read_inventory', 'read_locations', 'read_orders', 'read_customers'] }, host)
    expect((await testOf(id)).limits).toEqual([messages.stores.onlyRecentOrders])
    const limited = ['limited', at(), messages.stores.onlyRecentOrders]
    expect(await stateOf(id)).toEqual(limited)
    world.clock.now += 1_000
    await list(id)
    expect(await stateOf(id)).toEqual(limited)
    world.sandbox.faults.add({ kind: 'status', status: 503 })
    await list(id)
    world.sandbox.faults.clear()
    world.clock.now += 1_000
    await list(id)
    expect(await stateOf(id), 'what it keeps from us is not forgotten').toEqual(['limited', at(), messages.stores.onlyRecentOrders])
    world.sandbox.tune({ scopes: [...testShops.north.scopes] }, host)
    await testOf(id)
    expect(await stateOf(id)).toEqual(['connected', at(), null])
  })
})
