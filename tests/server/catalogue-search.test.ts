// Searches of the copy of all stores' products, and who finds what.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CopyProduct } from '#drizzle/catalogue/copy.ts'
import { randomFrom } from '#sandbox/catalogue/random.ts'
import { catalogueMessages } from '#shared/catalogue-messages.ts'
import type { CatalogueProductResponse, CatalogueSearchResponse } from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import type { RoleName } from '#shared/roles.ts'
import { copiedAs, markFilled } from '#tests/support/copied-products.ts'
import { createWorld, type Caller, type TestShop, type World } from '#tests/support/world.ts'

const shops: TestShop[] = ['north', 'harbor', 'print']
let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  for (const [index, shop] of shops.entries()) await world.deps.catalogue.write(world.stores[shop], goods(index), 0)
})
afterAll(() => world[Symbol.asyncDispose]())

const small = { id: '11', title: 'S', sku: 'AD-001-S', barcode: '8930001', price: '19.90', compareAtPrice: null, stock: 3 }
const dress: CopyProduct = {
  productId: '1',
  title: 'Áo dài Đà Nẵng',
  handle: 'ao-dai',
  image: 'https://cdn.example/dress.png',
  status: 'active',
  vendor: 'Lụa',
  productType: 'Dress',
  tags: ['silk', '50%'],
  createdAt: Date.UTC(2026, 0, 1),
  updatedAt: Date.UTC(2026, 1, 1),
  variants: [small, { id: '12', title: 'M', sku: 'AD-001-M', barcode: null, price: '21.00', compareAtPrice: '25.00', stock: 0 }],
}
/** Of the store with this number: the dress, at a price of its own, and five others. */
const goods = (store: number): CopyProduct[] => [
  { ...dress, variants: dress.variants.map((variant) => ({ ...variant, price: `${19 + store}.90` })) },
  ...Array.from({ length: 5 }, (_, index) => ({
    ...dress,
    productId: String(100 + index),
    title: `Chair ${index}`,
    handle: `chair-${store}-${index}`,
    createdAt: Date.UTC(2026, 0, 2 + index),
    variants: [{ ...small, id: '900', sku: `CH-${store}-${index}`, barcode: null }],
  })),
]

async function search(caller: Caller, request: object = {}) {
  const { status, body } = await caller.rest('POST', '/catalogue/search', request)
  return { status, ...(body as { data: CatalogueSearchResponse; error: { code: string; message: string } }) }
}
const places = ({ products }: CatalogueSearchResponse) => products.map(({ storeName, productId }) => `${storeName} ${productId}`)

test.each([
  ['without accents', 'ao dai'],
  ['with them', 'Đà nẵng'],
  ['inside a word', 'nan'],
  ['by a part of an SKU', 'd-001'],
  ['by barcode, and a short word beside it', '8930001 ao'],
  ['by vendor', 'lua'],
  ['by a tag with a sign that databases know', '50%'],
])('the dress of every store is found %s', async (_, words) => {
  // The chairs have its vendor and its tags.
  const { data } = await search(owner, { search: `${words} dai` })
  expect(places(data).toSorted()).toEqual(['Harbor 1', 'North 1', 'Print 1'])
  expect(data).toMatchObject({ count: 3, isAtLeast: false, nextCursor: null })
})

test('the stores whose copies are not complete are named, as far as they are asked for', async () => {
  await markFilled(world.deps, [world.stores.north])
  const named = async (request: object) => (await search(owner, request)).data.incomplete.map(({ storeName }) => storeName)
  expect(await named({})).toEqual(['Harbor', 'Print'])
  expect(await named({ storeIds: [world.stores.north] })).toEqual([])
  expect(await named({ storeIds: [world.stores.print, world.stores.north] })).toEqual(['Print'])
})

test('which copies are complete is asked before they are searched, because one may be completed meanwhile', async () => {
  const { catalogue } = world.deps
  const did: string[] = []
  const asking = vi.spyOn(catalogue, 'identity').mockImplementationOnce(async () => {
    const id = await catalogue.identity()
    did.push('asked')
    return id
  })
  const searching = vi.spyOn(catalogue, 'search').mockImplementationOnce((wanted) => {
    did.push('searched')
    return catalogue.search(wanted)
  })
  expect((await search(owner)).status).toBe(200)
  expect(did).toEqual(['asked', 'searched'])
  asking.mockRestore()
  searching.mockRestore()
})

test('a row has what the list shows', async () => {
  const { data } = await search(owner, { search: 'ad-001', storeIds: [world.stores.north] })
  expect(data.products).toEqual([
    {
      storeId: world.stores.north,
      storeName: 'North',
      productId: '1',
      title: 'Áo dài Đà Nẵng',
      handle: 'ao-dai',
      image: 'https://cdn.example/dress.png',
      status: 'active',
      vendor: 'Lụa',
      productType: 'Dress',
      tags: ['silk', '50%'],
      priceRange: { min: '19.90', max: '19.90' },
      currency: 'USD',
      stock: 3,
      skus: ['AD-001-S', 'AD-001-M'],
      variantCount: 2,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-02-01T00:00:00.000Z',
    },
  ])
})

test('an unlisted product is among the archived ones, as in the list of its store', async () => {
  const { north } = world.stores
  const statuses = ['active', 'archived', 'unlisted']
  const products = statuses.map((status, index) => ({ ...dress, productId: `70${index}`, title: `Lamp ${status}`, status }))
  await world.deps.catalogue.write(north, products, 0)
  const { data } = await search(owner, { search: 'lamp', filters: { status: 'archived' }, sortKey: 'title' })
  await world.deps.catalogue.remove(
    north,
    products.map(({ productId }) => productId),
    1,
  )
  expect(data.products.map(({ title, status }) => [title, status])).toEqual([
    ['Lamp archived', 'archived'],
    ['Lamp unlisted', 'unlisted'],
  ])
  expect(data.count).toBe(2)
})

test('pages join to the whole list, by store and by newest', async () => {
  for (const sortKey of ['store', 'created'] as const) {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await search(owner, { sortKey, limit: 4, ...(cursor ? { cursor } : {}) })
      found.push(...places(data))
      cursor = data.nextCursor ?? undefined
    } while (cursor)
    expect(found).toHaveLength(18)
    expect(new Set(found).size).toBe(18)
    if (sortKey === 'store') expect(found.map((place) => place.split(' ')[0])).toEqual(found.map((place) => place.split(' ')[0]).toSorted())
  }
})

test('what cannot be searched is refused', async () => {
  expect(await search(owner, { search: 'ao' })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_INPUT', message: catalogueMessages.searchTooShort },
  })
  for (const tag of ['', [], Array.from({ length: 101 }, String)])
    expect(await search(owner, { filters: { tag } })).toMatchObject({
      status: 400,
      error: { code: 'INVALID_INPUT', issues: [{ path: 'filters.tag', message: catalogueMessages.filterValues }] },
    })
  const { data } = await search(owner, { limit: 1 })
  expect(await search(owner, { limit: 1, search: 'chair', cursor: data.nextCursor })).toMatchObject({
    status: 400,
    error: { code: 'INVALID_CURSOR' },
  })
  expect(await search(owner, { cursor: 'nonsense' })).toMatchObject({ status: 400 })
  expect(await search(owner, { storeIds: ['unknown'] })).toMatchObject({ status: 404 })
  expect(await search(owner, { storeIds: [] })).toMatchObject({ status: 400 })
  expect(await search(owner, { surprise: 1 })).toMatchObject({ status: 400 })
  // Too many are refused before any is looked for.
  const tooMany = Array.from({ length: limits.assignments + 1 }, (_, index) => `unknown-${index}`)
  expect(await search(owner, { storeIds: tooMany })).toMatchObject({ status: 400 })
})

test.each([
  ['created', 'x', '1'],
  ['created', 1.5, '1'],
  ['stock', 1e308, '1'],
  ['price', 1, 'x'],
  ['updated', 1, ''],
  ['updated', 1, '99999999999999999999'],
  ['title', '\0', '1'],
  ['title', '\ud800', '1'],
  ['title', 1, '1'],
  ['store', 'unknown', '1'],
  ['store', null, '1'],
] as const)('a cursor that was changed to a place that cannot be is refused: %s %j, %j', async (sortKey, value, tie) => {
  const { data } = await search(owner, { limit: 1, sortKey })
  const { list } = JSON.parse(Buffer.from(data.nextCursor ?? '', 'base64url').toString()) as { list: string }
  const cursor = Buffer.from(JSON.stringify({ list, place: { value, tie } })).toString('base64url')
  expect(await search(owner, { sortKey, cursor })).toMatchObject({ status: 400, error: { code: 'INVALID_CURSOR' } })
})

test('a list by store whose next page begins in a store that is gone says so, and does not end', async () => {
  const { data } = await search(owner, { limit: 3, sortKey: 'store' })
  expect(data.products.map(({ storeName }) => storeName)).toEqual(['Harbor', 'Harbor', 'Harbor'])
  const switched = (active: boolean) => owner.rest('PUT', `/stores/${world.stores.harbor}`, { active })
  await switched(false)
  const next = await search(owner, { sortKey: 'store', cursor: data.nextCursor })
  const rebuilt = await owner.rest('POST', `/catalogue/stores/${world.stores.harbor}/rebuild`)
  await switched(true)
  expect(next).toMatchObject({ status: 400, error: { code: 'INVALID_CURSOR' } })
  expect(rebuilt).toMatchObject({ status: 404 })
})

test('a product stands beside those that are the same', async () => {
  const { status, body } = await owner.rest('GET', `/catalogue/products/${world.stores.north}:1`)
  const { data } = body as { data: CatalogueProductResponse }
  expect(status).toBe(200)
  expect(data.product).toMatchObject({ title: 'Áo dài Đà Nẵng', variants: [{ sku: 'AD-001-S', price: '19.90' }, { sku: 'AD-001-M' }] })
  expect(data.same.map(({ storeName, by }) => [storeName, by]).toSorted()).toEqual([
    ['Harbor', ['sku', 'barcode', 'handle']],
    ['Print', ['sku', 'barcode', 'handle']],
  ])
  for (const id of [`${world.stores.north}:999`, 'unknown:1', '1'])
    expect((await owner.rest('GET', `/catalogue/products/${id}`)).status).toBe(404)
  expect((await owner.rest('GET', `/catalogue/products/${world.stores.north}:first`)).status).toBe(400)
})

test('a product names the stores whose copies are not complete, and says that more are the same than it tells', async () => {
  const { catalogue } = world.deps
  const many = Array.from({ length: limits.catalogue.same + 1 }, (_, index) => copiedAs(String(500 + index), { handle: 'one-of-many' }))
  await catalogue.write(world.stores.harbor, many, 0)
  const answerOf = async (id: string) =>
    ((await owner.rest('GET', `/catalogue/products/${world.stores.harbor}:${id}`)).body as { data: CatalogueProductResponse }).data
  expect(await answerOf('500')).toMatchObject({ hasMore: false, incomplete: [{ storeName: 'Harbor' }, { storeName: 'Print' }] })
  await catalogue.write(world.stores.harbor, [copiedAs('600', { handle: 'one-of-many' })], 0)
  const { same, hasMore } = await answerOf('500')
  expect([same.length, hasMore]).toEqual([limits.catalogue.same, true])
  await catalogue.remove(world.stores.harbor, [...many.map(({ productId }) => productId), '600'], 1)
})

test('nobody finds, counts or compares a product of a store that they may not read', { timeout: 60_000 }, async () => {
  const random = randomFrom(20_261_127)
  const { userId, token } = await world.signedIn('viewer', 'north')
  const caller = world.caller(token, userId)
  const { roles } = (await owner.trpc('users.roles')).data as { roles: { id: string; name: RoleName }[] }
  const [first, ...further] = roles.filter(({ name }) => name !== 'owner' && name !== 'admin')
  if (!first) throw new Error('there are no roles')
  const low = [first, ...further] as const
  for (let round = 0; round < 100; round++) {
    const held = shops.filter(() => random.chance(0.5))
    const assigned = held.length > 0 ? held : [random.pick(shops as [TestShop])]
    const given = assigned.map((shop) => ({ role_id: random.pick(low).id, store_id: world.stores[shop] }))
    expect((await owner.rest('PUT', `/users/${userId}/roles`, { roles: given })).status).toBe(200)
    const { data } = await search(caller, { limit: limits.maxPageSize })
    const alone = await Promise.all(shops.map((shop) => search(caller, { storeIds: [world.stores[shop]], limit: limits.maxPageSize })))
    expect(alone.map(({ status }) => status)).toEqual(shops.map((shop) => (assigned.includes(shop) ? 200 : 404)))
    const united = alone.flatMap((one) => (one.status === 200 ? places(one.data) : []))
    expect(places(data).toSorted()).toEqual(united.toSorted())
    expect(data.count).toBe(united.length)
    for (const shop of shops) {
      const { status, body } = await caller.rest('GET', `/catalogue/products/${world.stores[shop]}:1`)
      expect(status).toBe(assigned.includes(shop) ? 200 : 404)
      const { same } = (body as { data?: CatalogueProductResponse }).data ?? { same: [] }
      const others = status === 200 ? assigned.filter((other) => other !== shop) : []
      expect(same.map(({ storeId }) => storeId).toSorted()).toEqual(others.map((other) => world.stores[other]).toSorted())
    }
  }
})
