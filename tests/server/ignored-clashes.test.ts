// Clashes that are no mistakes: who says so, for which stores, and who reads it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CopyProduct } from '#drizzle/catalogue/copy.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import type { CatalogueClash, CatalogueClashesResponse } from '#shared/catalogue-clashes.ts'
import { copiedAs, copiedVariant, judgeCopies, markFilled } from '#tests/support/copied-products.ts'
import { createWorld, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const sold = (productId: string, sku: string, price: string, stock: number): CopyProduct =>
  copiedAs(productId, { variants: [copiedVariant(productId, { sku, price, stock })] })

const goods = {
  north: [sold('1', 'PRICE', '10.00', 1), sold('2', 'STOCK', '1.00', 0), sold('3', 'SAME', '1.00', 1)],
  harbor: [sold('1', 'PRICE', '12.00', 1), sold('2', 'STOCK', '1.00', 4), sold('3', 'SAME', '1.00', 1)],
  print: [sold('1', 'PRICE', '11.00', 1)],
}
const storeIds = () => [world.stores.north, world.stores.harbor, world.stores.print]

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  for (const shop of ['north', 'harbor', 'print'] as const) await world.deps.catalogue.write(world.stores[shop], goods[shop], 0)
  await markFilled(world.deps, storeIds())
  await judgeCopies(world.deps, storeIds())
})
afterAll(() => world[Symbol.asyncDispose]())

async function clashes(caller: Caller, request: object = {}): Promise<CatalogueClash[]> {
  const { status, body } = await caller.rest('POST', '/catalogue/clashes', request)
  expect(status).toBe(200)
  return (body as { data: CatalogueClashesResponse }).data.clashes
}
const short = ({ by, code, kinds }: CatalogueClash) => `${by} ${code}: ${kinds.join(', ')}`
const seen = async (caller: Caller, request: object = {}) => (await clashes(caller, request)).map(short)
const ignore = (caller: Caller, request: object) => caller.rest('PUT', '/catalogue/clashes/ignored', request)

/** Somebody who manages some stores and no others. */
async function managerOf(...held: TestShop[]): Promise<Caller> {
  const { userId, token } = await world.signedIn('manager', held[0])
  const roles = held.map((shop) => ({ role_id: 'manager', store_id: world.stores[shop] }))
  expect((await owner.rest('PUT', `/users/${userId}/roles`, { roles })).status).toBe(200)
  return world.caller(token, userId)
}

test('an ignored clash is gone from the list, with its reason among the ignored ones, until it is shown again', async () => {
  const place = { by: 'sku', code: 'STOCK', kind: 'stock' }
  expect((await ignore(owner, { ...place, reason: ' ' })).body).toMatchObject({ message: 'Please enter a reason' })
  expect(await ignore(owner, { ...place, reason: '  Sold out on purpose ' })).toMatchObject({
    status: 200,
    body: { data: { ignored: { kind: 'stock', reason: 'Sold out on purpose', person: expect.any(String) } } },
  })
  expect(await seen(owner)).not.toContain('sku STOCK: stock')
  expect(await seen(owner, { ignored: true })).toEqual(['sku STOCK: stock'])
  // Print takes no part in it.
  expect(await ignore(owner, { ...place, reason: null, storeIds: [world.stores.print] })).toMatchObject({ status: 404 })
  expect(await seen(owner, { ignored: true })).toEqual(['sku STOCK: stock'])
  expect((await ignore(owner, { ...place, reason: null })).body).toMatchObject({ data: { ignored: null } })
  expect(await seen(owner)).toContain('sku STOCK: stock')
  expect(await seen(owner, { ignored: true })).toEqual([])
})

test('ignored prices are listed again where they differ by more than then', async () => {
  const place = { by: 'sku', code: 'PRICE', kind: 'price' }
  const priced = async (price: string) => {
    world.clock.now += 1_000
    await world.deps.catalogue.write(world.stores.harbor, [sold('1', 'PRICE', price, 1)], world.clock.now)
  }
  const before = await seen(owner)
  expect((await ignore(owner, { ...place, reason: 'A sale' })).status).toBe(200)
  expect(await seen(owner)).not.toContain('sku PRICE: price')
  await priced('11.00')
  expect(await seen(owner)).not.toContain('sku PRICE: price')
  await priced('99.00')
  expect(await seen(owner)).toContain('sku PRICE: price')
  expect((await ignore(owner, { ...place, reason: 'A long sale' })).status).toBe(200)
  expect(await seen(owner)).not.toContain('sku PRICE: price')
  await priced('12.00')
  expect((await ignore(owner, { ...place, reason: null })).status).toBe(200)
  expect(await seen(owner)).toEqual(before)
})

test('only a clash of stores whose products a person may change can be ignored', async () => {
  const place = { by: 'sku', code: 'PRICE', kind: 'price', reason: 'As agreed' }
  const gone = { status: 404, body: { error: { message: catalogueRefusals.clashGone } } }
  const local = await world.signedIn('manager', 'north')
  expect(await ignore(local, place)).toMatchObject(gone)
  expect(await ignore(owner, { ...place, code: 'SAME' })).toMatchObject(gone)
  expect(await ignore(owner, { ...place, kind: 'title' })).toMatchObject(gone)
  expect((await ignore(await world.signedIn('viewer'), place)).status).toBe(403)
})

test('a clash is ignored between the stores that it was ignored for, and where another takes part it is listed', async () => {
  const place = { by: 'sku', code: 'PRICE', kind: 'price' }
  const local = await managerOf('north', 'harbor')
  const kinds = ['price']
  expect((await ignore(local, { ...place, reason: 'Harbor is dearer' })).status).toBe(200)
  expect(await seen(local, { kinds, search: 'price' })).toEqual([])
  expect(await seen(owner, { kinds, search: 'price' })).toEqual(['sku PRICE: price'])
  expect(await seen(owner, { kinds, search: 'price', storeIds: [world.stores.north, world.stores.harbor] })).toEqual([])
  expect(await seen(owner, { kinds, search: 'price', ignored: true })).toEqual([])
  const other = await managerOf('harbor', 'print')
  const listed = await clashes(other, { kinds, search: 'price' })
  expect(listed.map(short)).toEqual(['sku PRICE: price'])
  expect(JSON.stringify(listed)).not.toContain('Harbor is dearer')

  expect((await ignore(owner, { ...place, reason: 'Everywhere' })).status).toBe(200)
  expect(await seen(other, { kinds, search: 'price' })).toEqual([])
  const canShowAgain = async (caller: typeof owner) =>
    (await clashes(caller, { kinds, search: 'price', ignored: true })).flatMap(({ ignored }) => ignored.map((one) => one.canShowAgain))
  expect([await canShowAgain(owner), await canShowAgain(other)]).toEqual([[true], [false]])
  expect(await ignore(other, { ...place, reason: null })).toMatchObject({
    status: 403,
    body: { error: { code: 'ACCESS_DENIED', message: catalogueRefusals.ignoredElsewhere } },
  })
  expect((await ignore(owner, { ...place, reason: null })).status).toBe(200)
  for (const caller of [owner, local, other]) expect(await seen(caller, { kinds, search: 'price' })).toEqual(['sku PRICE: price'])
})

test('a clash is ignored between the stores that were looked at, and no others', async () => {
  const place = { by: 'sku', code: 'PRICE', kind: 'price' }
  const shown = { kinds: ['price'], search: 'price', storeIds: [world.stores.north, world.stores.harbor] }
  const between = { storeIds: shown.storeIds }
  expect((await ignore(owner, { ...place, ...between, reason: 'Seen' })).status).toBe(200)
  expect(await seen(owner, shown)).toEqual([])
  expect(await seen(owner, { kinds: ['price'], search: 'price' })).toEqual(['sku PRICE: price'])
  expect((await ignore(owner, { ...place, ...between, reason: null })).status).toBe(200)
  expect(await seen(owner, shown)).toEqual(['sku PRICE: price'])
})

test('what is ignored can be shown again after the clash is gone', async () => {
  const place = { by: 'sku', code: 'STOCK', kind: 'stock' }
  expect((await ignore(owner, { ...place, reason: 'Sold out' })).status).toBe(200)
  const { catalogue, now } = world.deps
  await catalogue.write(world.stores.north, [sold('2', 'STOCK', '1.00', 9)], now())
  await judgeCopies(world.deps, storeIds())
  expect((await ignore(await managerOf('print'), { ...place, reason: null })).status).toBe(404)
  expect((await ignore(owner, { ...place, reason: null })).status).toBe(200)
  expect((await ignore(owner, { ...place, reason: null })).status).toBe(404)
  await catalogue.write(world.stores.north, [sold('2', 'STOCK', '1.00', 0)], now() + 1)
  await judgeCopies(world.deps, storeIds())
  expect(await seen(owner, { kinds: ['stock'] })).toEqual(['sku STOCK: stock'])
})

test('who ignores a clash again replaces why', async () => {
  const place = { by: 'sku', code: 'STOCK', kind: 'stock' }
  const local = await managerOf('north', 'harbor')
  expect((await ignore(owner, { ...place, reason: 'Once' })).status).toBe(200)
  expect((await ignore(local, { ...place, reason: 'Twice' })).status).toBe(200)
  const listed = await clashes(owner, { ignored: true, kinds: ['stock'] })
  expect(listed.flatMap(({ ignored }) => ignored.map(({ reason }) => reason))).toEqual(['Twice'])
  expect((await ignore(local, { ...place, reason: null })).status).toBe(200)
  expect(await seen(owner, { kinds: ['stock'] })).toEqual(['sku STOCK: stock'])
})
