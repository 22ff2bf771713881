import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { messages } from '#shared/messages.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductListResponse } from '#shared/products.ts'
import { createWorld, testShops, type Caller, type TestShop, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

async function page(shop: TestShop, change: object = {}): Promise<ProductListResponse> {
  const answer = await owner.rest('POST', '/products/fetch', { storeId: world.stores[shop], ...change })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return (answer.body as { data: ProductListResponse }).data
}
const products = (shop: TestShop) => catalogueOf(testShops[shop]).products

test.each(['north', 'harbor'] as const)('%s pages by cursor, newest first, each product once', async (shop) => {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const { products: items, pageInfo } = await page(shop, { limit: 25, ...(cursor ? { cursor } : {}) })
    seen.push(...items.map((item) => item.id))
    expect(pageInfo.lastProductId).toBeUndefined()
    cursor = pageInfo.endCursor
  } while (cursor)
  expect(seen).toHaveLength(products(shop).length)
  expect(new Set(seen).size).toBe(seen.length)
})

test('ShopBase pages by the last product id', async () => {
  const seen: string[] = []
  let sinceId: string | null | undefined
  for (;;) {
    const { products: items, pageInfo } = await page('print', { limit: 25, ...(sinceId ? { sinceId } : {}) })
    seen.push(...items.map((item) => item.id))
    expect(pageInfo.endCursor).toBeUndefined()
    sinceId = pageInfo.lastProductId
    if (!pageInfo.hasNextPage) break
  }
  expect(seen.toSorted()).toEqual(
    products('print')
      .map((product) => product.id)
      .toSorted(),
  )
})

test.each(['harbor', 'print'] as const)('%s tells prices and stock where they are asked for, as the whole products do', async (shop) => {
  const plain = await page(shop, { limit: 10 })
  expect(plain.products.map(({ priceRange, stock }) => [priceRange, stock])).toEqual(plain.products.map(() => [null, null]))
  const { products: listed } = await page(shop, { limit: 10, include: ['prices'] })
  expect(listed.map(({ id }) => id)).toEqual(plain.products.map(({ id }) => id))
  for (const { id, priceRange, stock, tags, createdAt, updatedAt } of listed) {
    const { body } = await owner.rest('GET', `/products/${world.stores[shop]}/${id}`)
    const whole = (body as { data: { product: ProductDetail } }).data.product
    const prices = whole.variants.map(({ price }) => Number(price))
    const counted = whole.variants.flatMap(({ inventoryQuantity }) => inventoryQuantity ?? [])
    expect([Number(priceRange?.min), Number(priceRange?.max)]).toEqual([Math.min(...prices), Math.max(...prices)])
    expect(priceRange?.min).toMatch(/^\d+\.\d{2}$/)
    expect(stock).toBe(counted.length === 0 ? null : counted.reduce((sum, units) => sum + units, 0))
    expect({ tags, createdAt, updatedAt }).toEqual({ tags: whole.tags, createdAt: whole.createdAt, updatedAt: whole.updatedAt })
  }
})

test.each(['north', 'print'] as const)('%s tells SKUs and variants where they are included, as the whole products do', async (shop) => {
  const { products: listed } = await page(shop, { limit: 50, include: ['skus', 'variants'] })
  const most = Math.max(...listed.map(({ variants }) => variants?.length ?? 0))
  // On Shopify, a page of the list has 250 variants of a product: the others are read after it.
  expect(most).toBeGreaterThanOrEqual(shop === 'north' ? 300 : 60)
  for (const { id, skus, options, variants } of listed) {
    const { body } = await owner.rest('GET', `/products/${world.stores[shop]}/${id}`)
    const whole = (body as { data: { product: ProductDetail } }).data.product
    // A row of the ShopBase list has no pictures; the variant still names its own.
    expect({ options, variants }).toEqual({ options: whole.options, variants: whole.variants })
    expect(skus).toEqual([...new Set(whole.variants.flatMap(({ sku }) => sku?.trim() || []))])
  }
  const skusAlone = await page(shop, { limit: 50, include: ['skus'] })
  expect(skusAlone.products.map(({ skus }) => skus)).toEqual(listed.map(({ skus }) => skus))
  expect(skusAlone.products.every(({ options, variants, stock }) => options === null && variants === null && stock === null)).toBe(true)
})

test.each(['variants', 'skus', 'whole'] as const)('a shop that repeats a page for ever is not followed: %s', async (what) => {
  const [{ id: productId } = { id: '' }] = products('north').toSorted((one, other) => other.variants.length - one.variants.length)
  const operation = { variants: 'MoreVariants', skus: 'MoreSkus', whole: 'ProductDetail' }[what]
  // Not for ever, so that this test ends.
  world.sandbox.faults.add({ shop: testShops.north.host, operation, kind: 'repeatedCursor', times: 30 })
  const before = world.sandbox.requests.length
  const answer = await (what === 'whole'
    ? owner.rest('GET', `/products/${world.stores.north}/${productId}`)
    : owner.rest('POST', '/products/fetch', { storeId: world.stores.north, limit: 50, include: [what] }))
  world.sandbox.faults.clear()
  expect(answer).toMatchObject({ status: 502, body: { error: { code: 'STORE_ANSWER_INVALID' } } })
  expect(world.sandbox.requests.length - before).toBeLessThanOrEqual(3)
})

test('a page with variants is small, and says so', async () => {
  const request = { storeId: world.stores.north, include: ['variants'], limit: 51 }
  expect(await owner.rest('POST', '/products/fetch', request)).toMatchObject({
    status: 400,
    body: { error: { issues: [{ path: 'limit', message: 'With variants, a page has at most 50 products' }] } },
  })
})

test.each(['north', 'print'] as const)('%s lists, counts and exports what changed since an instant', async (shop) => {
  const changed = products(shop).map(({ id, updatedAt }) => ({ id, at: Math.floor(updatedAt / 1_000) * 1_000 }))
  const middle = changed.map(({ at }) => at).toSorted((one, other) => one - other)[40] ?? 0
  // Half a second later is still within the same second. An offset is another way to write the same instant.
  const updatedAfter = new Date(middle + 500).toISOString()
  const expected = changed.filter(({ at }) => at >= middle).map(({ id }) => id)
  expect(expected.length).toBeLessThan(changed.length)
  const filters = { updatedAfter }
  const { products: listed } = await page(shop, { limit: 250, filters })
  expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
  const offset = new Date(middle + 7 * 3_600_000).toISOString().replace('.000Z', '+07:00')
  expect((await page(shop, { limit: 250, filters: { updatedAfter: offset } })).products).toHaveLength(expected.length)
  expect(await owner.rest('POST', '/products/count', { storeId: world.stores[shop], filters })).toMatchObject({
    body: { data: { count: expected.length } },
  })
  const config = { fields: ['Product Id'], filter: filters }
  const { text } = await owner.rest('POST', '/products/export/csv', { storeId: world.stores[shop], config })
  expect([...new Set(text.trim().split('\r\n').slice(1))].toSorted()).toEqual(expected.toSorted())
  for (const wrong of ['2026-01-31', 'yesterday', '2026-01-31T10:00:00'])
    expect(await owner.rest('POST', '/products/fetch', { storeId: world.stores[shop], filters: { updatedAfter: wrong } })).toMatchObject({
      status: 400,
      body: {
        error: {
          issues: [{ path: 'filters.updatedAfter', message: 'Please send a time with its time zone, such as 2026-03-02T09:30:00Z' }],
        },
      },
    })
})

test('a day with a time is refused with how to write it', async () => {
  const dayNeeded = 'Please send a day of the calendar, without a time, such as 2026-03-02'
  for (const createdAfter of ['2026-01-31T10:00:00Z', '31.01.2026'])
    expect(await owner.rest('POST', '/products/fetch', { storeId: world.stores.north, filters: { createdAfter } })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'filters.createdAfter', message: dayNeeded }] } },
    })
})

test('ShopBase refuses what it cannot do, in words', async () => {
  for (const [change, message] of [
    [{ sortKey: 'TITLE' }, 'ShopBase shops cannot be sorted'],
    [{ filters: { tag: 'new' } }, 'ShopBase shops cannot be filtered by tag'],
    [{ cursor: 'abc' }, 'This page link is no longer valid. Please start again from the first page.'],
    [{ cursor: 'abc', sinceId: '1' }, 'Please send either cursor or sinceId'],
    [{ sinceId: 'garbage' }, 'This page link is no longer valid. Please start again from the first page.'],
  ] as const)
    expect(await owner.rest('POST', '/products/fetch', { storeId: world.stores.print, ...change })).toMatchObject({
      status: 400,
      body: { message },
    })
})

test('metadata has the tags, types and collections of the shop', async () => {
  const answer = await owner.rest('POST', '/products/metadata', { storeId: world.stores.north })
  const { data } = answer.body as { data: { tags: string[]; types: string[]; collections: { id: string; title: string }[] } }
  const catalogue = catalogueOf(testShops.north)
  expect(new Set(data.tags)).toEqual(new Set(catalogue.products.flatMap((product) => product.tags)))
  expect(data.collections.map((collection) => collection.title).toSorted()).toEqual(
    catalogue.collections.map((collection) => collection.title).toSorted(),
  )
  expect(data.types.length).toBeGreaterThan(0)
})

test.each(['north', 'print'] as const)('a product of %s is made as a draft, changed, and found in the list', async (shop) => {
  const storeId = world.stores[shop]
  const made = await owner.rest('POST', '/products/create', { storeId, title: 'Lamp TB7', vendor: 'Lotus' })
  expect(made).toMatchObject({ status: 201, body: { data: { product: { title: 'Lamp TB7', status: 'draft', vendor: 'Lotus' } } } })
  const { id } = (made.body as { data: { product: { id: string } } }).data.product
  const changed = await owner.rest('PUT', '/products/update', { storeId, productId: id, status: 'active', tags: ['lamp'] })
  expect(changed).toMatchObject({ status: 200, body: { data: { product: { id, title: 'Lamp TB7', status: 'active' } } } })
  const listed = await page(shop, { limit: 250 })
  expect(listed.products.find((product) => product.id === id)).toMatchObject({ status: 'active' })
})

test('what makes no product is refused, in words', async () => {
  const create = (change: object) => owner.rest('POST', '/products/create', { storeId: world.stores.north, title: 'Lamp', ...change })
  for (const [change, message] of [
    [{ title: ' ' }, 'title'],
    [{ variants: [{ price: '1,50' }] }, messages.products.amountInvalid],
    [{ options: ['Size'] }, messages.products.variantsNeeded],
    [{ options: ['Size'], variants: [{ price: '1.00' }] }, messages.products.valuesNeeded],
    [
      {
        options: ['Size'],
        variants: [
          { price: '1.00', optionValues: ['S'] },
          { price: '2.00', optionValues: ['S'] },
        ],
      },
      messages.products.variantRepeated,
    ],
    [{ tags: ['a,b'] }, messages.products.tagInvalid],
    [{ images: [{ url: 'http://10.0.0.1/a.jpg' }] }, 'images'],
    [{ price: '1.00' }, 'price'],
  ] as const) {
    const { status, body } = await create(change)
    expect(status).toBe(400)
    expect((body as { message: string }).message).toContain(message)
  }
  const archived = await owner.rest('POST', '/products/create', { storeId: world.stores.print, title: 'Lamp', status: 'archived' })
  expect(archived).toMatchObject({ status: 400, body: { message: messages.products.cannotArchive('ShopBase') } })
  const missing = await owner.rest('PUT', '/products/update', { storeId: world.stores.north, productId: '7', title: 'Lamp' })
  expect(missing).toMatchObject({ status: 404, body: { message: 'Product not found' } })
})
