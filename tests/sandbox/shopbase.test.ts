import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { uglyProduct } from '#sandbox/catalogue/catalogue.ts'
import type { CatalogueProduct } from '#sandbox/catalogue/record.ts'
import { startSandbox } from '#sandbox/start.ts'
import { at, baseGoods, getRest, listAt, rest, shopbase } from './shop.ts'

const sandbox = await startSandbox({ shops: [shopbase] })
afterAll(() => sandbox.close())
beforeEach(() => sandbox.tune({ callBucket: false, clockSpeed: 1, scopes: ['read_products'] }))

const ids = async (query: string) =>
  listAt(await rest(sandbox, `/admin/products.json?${query}`), 'products').map((product) => String(at(product, 'id')))
const idsOf = (fits: (product: CatalogueProduct) => boolean) => baseGoods.products.filter(fits).map((product) => product.id)
const all = idsOf(() => true)

describe('pages of products', () => {
  test('by since_id in ascending order hold each product once', async () => {
    const seen: string[] = []
    for (let since = '0', isMore = true; isMore;) {
      const page = await ids(`limit=30&sort_field=id&sort_mode=asc&since_id=${since}`)
      seen.push(...page)
      since = page.at(-1) ?? since
      isMore = page.length === 30
    }
    expect(seen).toEqual(all)
  })

  test('hold 50 unless asked otherwise, and 250 at most', async () => {
    expect(await ids('')).toHaveLength(50)
    expect(await ids('limit=7')).toHaveLength(7)
    expect(await ids('limit=9999')).toHaveLength(all.length)
  })

  test('come newest first when no order is asked for', async () => {
    expect(await ids('limit=3')).toEqual(all.slice(-3).toReversed())
  })
})

describe('filters', () => {
  test.each([
    ['title=twin', (product: CatalogueProduct) => product.title.toLowerCase().includes('twin')],
    ['vendor=Mori', (product: CatalogueProduct) => product.vendor === 'Mori'],
    ['product_type=Bags', (product: CatalogueProduct) => product.productType === 'Bags'],
    ['published_status=unpublished', (product: CatalogueProduct) => ['DRAFT', 'ARCHIVED'].includes(product.status)],
    ['created_at_min=2026-01-01T00:00:00Z', (product: CatalogueProduct) => product.createdAt >= Date.UTC(2026, 0, 1)],
    ['created_at_max=1735689600', (product: CatalogueProduct) => product.createdAt <= Date.UTC(2025, 0, 1)],
    [
      `collection_id=${uglyProduct(baseGoods, 'manyCollections').collectionIds[3]}`,
      (product: CatalogueProduct) => product.collectionIds.includes(uglyProduct(baseGoods, 'manyCollections').collectionIds[3] ?? ''),
    ],
    [`ids=${all[3]},${all[9]}`, (product: CatalogueProduct) => [all[3], all[9]].includes(product.id)],
  ])('%s', async (query, fits) => {
    const expected = idsOf(fits)
    expect(expected.length).toBeGreaterThan(0)
    expect(await ids(`limit=250&sort_field=id&sort_mode=asc&${query}`)).toEqual(expected)
    expect(at(await rest(sandbox, `/admin/products/count.json?${query}`), 'count')).toBe(expected.length)
  })

  test('a value that cannot be is a 422 that names it', async () => {
    const response = await getRest(sandbox, '/admin/products.json?created_at_min=yesterday')
    expect([response.status, await response.json()]).toEqual([422, { errors: { created_at_min: ['is not valid: yesterday'] } }])
    expect((await getRest(sandbox, '/admin/products.json?limit=0')).status).toBe(422)
  })

  test('fields picks', async () => {
    const answer = await rest(sandbox, `/admin/products/${all[0]}.json?fields=id,title`)
    expect(answer).toEqual({ product: { id: Number(all[0]), title: baseGoods.products[0]?.title } })
  })
})

test('a product has ShopBase’s shape: seconds, a text of tags, numbers for money', async () => {
  const product = uglyProduct(baseGoods, 'customOptions')
  const document = at(await rest(sandbox, `/admin/products/${product.id}.json`), 'product')
  expect(document).toMatchObject({
    id: Number(product.id),
    title: product.title,
    tags: product.tags.join(', '),
    created_at: product.createdAt / 1000,
    published: product.status === 'ACTIVE' || product.status === 'UNLISTED',
    collection_ids: product.collectionIds.map(Number),
    custom_options: [
      { name: 'engraving', type: 'text', validations: { required: true } },
      { name: 'wrap', values: [{ text: 'Yes, please', value: 'yes' }, { value: 'no' }] },
    ],
  })
  expect(at(document, 'variants.0.price')).toBe(Number(product.variants[0]?.price))
  expect(listAt(document, 'images')).toHaveLength(product.media.length)
})

const sorted = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '').toSorted((a, b) => (a < b ? -1 : 1))

test('lists of names and of collections', async () => {
  expect(await rest(sandbox, '/admin/products/tags.json')).toEqual({
    success: true,
    tags: sorted(baseGoods.products.flatMap((product) => product.tags)),
  })
  expect(await rest(sandbox, '/admin/products/types.json')).toEqual({
    types: sorted(baseGoods.products.map((product) => product.productType)),
  })
  const collections = listAt(await rest(sandbox, '/admin/collections.json?limit=250'), 'collections')
  expect(collections.map((collection) => at(collection, 'title'))).toEqual(baseGoods.collections.map((collection) => collection.title))
  const custom = listAt(await rest(sandbox, '/admin/collections/custom.json?limit=250'), 'custom_collection')
  const smart = listAt(await rest(sandbox, '/admin/smart_collections.json?limit=250'), 'smart_collections')
  expect(custom.length + smart.length).toBe(collections.length)
})

test('collects tell which products a collection holds', async () => {
  const collection = baseGoods.collections[2]?.id ?? ''
  const collects = listAt(await rest(sandbox, `/admin/collects.json?collection_id=${collection}&limit=250`), 'collects')
  expect(new Set(collects.map((collect) => String(at(collect, 'product_id'))))).toEqual(
    new Set(idsOf((product) => product.collectionIds.includes(collection))),
  )
})

test('the shop tells its name, currency and zone', async () => {
  expect(await rest(sandbox, '/admin/shop.json')).toMatchObject({
    shop: { name: 'Small Base', currency: 'EUR', iana_timezone: 'Europe/Berlin' },
  })
})

describe('access', () => {
  test('by key and password or by token; anything else is a 401', async () => {
    expect((await getRest(sandbox, '/admin/shop.json', { 'x-shopbase-access-token': 'word' })).status).toBe(200)
    expect((await getRest(sandbox, '/admin/shop.json', { authorization: `Basic ${btoa('key:wrong')}` })).status).toBe(401)
    expect((await getRest(sandbox, '/admin/shop.json', {})).status).toBe(401)
  })

  test('a missing scope is a 403, an unknown path a 404', async () => {
    expect((await getRest(sandbox, '/admin/nothing.json')).status).toBe(404)
    sandbox.tune({ scopes: [] })
    expect((await getRest(sandbox, '/admin/products.json')).status).toBe(403)
  })
})

describe('the call bucket', () => {
  test('counts in a header and answers 429 without a Retry-After when it is full', async () => {
    sandbox.tune({ callBucket: { size: 3, leakRate: 0.001 } })
    const seen: (string | number | null)[][] = []
    for (let n = 0; n < 4; n++) {
      const { status, headers } = await getRest(sandbox, '/admin/shop.json')
      seen.push([status, headers.get('x-sb-shop-api-call-limit'), headers.get('retry-after')])
    }
    expect(seen).toEqual([
      [200, '1/3', null],
      [200, '2/3', null],
      [200, '3/3', null],
      [429, '3/3', null],
    ])
  })

  test('holds 30 by default, and leaks by the shop’s clock', async () => {
    sandbox.tune({ callBucket: true })
    expect((await getRest(sandbox, '/admin/shop.json')).headers.get('x-sb-shop-api-call-limit')).toMatch(/^[01]\/30$/)
    sandbox.tune({ callBucket: { size: 1, leakRate: 2 }, clockSpeed: 1e6 })
    for (let n = 0; n < 5; n++) expect((await getRest(sandbox, '/admin/shop.json')).status).toBe(200)
  })
})
