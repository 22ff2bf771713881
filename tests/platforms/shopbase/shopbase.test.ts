import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { openBench, walked, type Bench } from '#tests/platforms/contract.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'
import recordings from '#tests/platforms/recordings/shopbase-answers.json' with { type: 'json' }
import { shopbase } from '#tests/platforms/shopbase/subject.ts'

const { products } = catalogueOf(shopbase.settings)

describe('a shop of the sandbox', () => {
  let bench: Bench
  beforeEach(async () => {
    bench = await openBench(shopbase)
  })
  afterEach(async () => {
    await bench.platforms.close()
    await bench.sandbox.close()
  })

  test('a list asks for what it shows, in the order that can be paged, and never for a sort', async () => {
    await bench.shop.products({ limit: 50, sortKey: 'TITLE', reverse: true })
    expect(bench.sandbox.requests.map(({ query }) => query)).toEqual([
      { sort_field: 'id', sort_mode: 'asc', limit: '51', fields: expect.stringContaining('title') },
    ])
  })

  test('tags, which ShopBase cannot be asked for, are refused', async () => {
    await expect(bench.shop.products({ limit: 50, tag: ['a'] })).rejects.toThrow('ShopBase shops cannot be filtered by tag')
    expect(bench.sandbox.requests).toEqual([])
  })

  test('no Next leads onto an empty page, whatever the size of the page', async () => {
    const after = products.at(-251)?.id ?? ''
    const full = await bench.shop.products({ limit: 250, after })
    expect(full.items).toHaveLength(250)
    expect(full.next).toBeNull()
    const before = await bench.shop.products({ limit: 250, after: products.at(-252)?.id ?? '' })
    expect(before.next).toBe(before.items.at(-1)?.id)
  })

  test('what ShopBase does not have is not asked for', async () => {
    expect(await bench.shop.products({ status: 'archived', limit: 5 })).toEqual({ items: [], next: null })
    expect(await bench.shop.countProducts({ status: 'archived' })).toBe(0)
    expect(await walked(bench.shop.walkProducts({ query: { status: 'archived' } }, productFields))).toEqual([])
    expect(bench.sandbox.requests).toEqual([])
  })

  test('matches of a search cannot be counted', async () => {
    expect(await bench.shop.countProducts({ search: 'mug' })).toBeNull()
  })

  test('collections are fetched once a walk, and only for their column', async () => {
    const asked = () => bench.sandbox.requests.filter(({ path }) => path === '/admin/collections.json').length
    await walked(bench.shop.walkProducts({ query: {} }, ['Title']))
    expect(asked()).toBe(0)
    await walked(bench.shop.walkProducts({ query: {} }, ['Categories']))
    // A second, empty page proves that the first page was the last.
    expect(asked()).toBe(2)
  })

  test('a missing scope is named', async () => {
    bench.sandbox.faults.add({ kind: 'status', status: 403, operation: '/admin/products/count.json' })
    expect((await bench.shop.check()).missingScopes).toEqual(['read_products'])
    bench.sandbox.tune({ scopes: [] })
    const message = messages.platform.lacksScope('Battery', 'read_products')
    await expect(bench.shop.products({ limit: 1 })).rejects.toMatchObject({ code: 'STORE_LACKS_SCOPE', message })
  })

  test('a shop without the undocumented list of collections is asked for the documented ones', async () => {
    bench.sandbox.faults.add({ kind: 'status', status: 404, operation: '/admin/collections.json' })
    const { collections } = await bench.shop.metadata()
    expect(new Set(collections.map(({ id }) => id))).toEqual(new Set(catalogueOf(shopbase.settings).collections.map(({ id }) => id)))
  })
})

describe('a shop as it might really be', () => {
  const send = (response: ServerResponse, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)

  const noMore = { '/admin/products.json, behind': '{"products":[]}' }

  async function shopAnswering(answers: Record<string, string>, headers: Record<string, string> = {}) {
    const server = await listener((request, response) => {
      const [path = '', query = ''] = (request.url ?? '').split('?')
      const body = (/since_id=[1-9]/.test(query) ? answers[`${path}, behind`] : undefined) ?? answers[path]
      if (body === undefined) response.writeHead(404).end()
      else send(response, body, headers)
    })
    const clock = fakeClock()
    const platforms = createPlatforms({ ...clock, endpoints: { 'battery.onshopbase.com': server.url }, log: () => {} })
    onTestFinished(platforms.close)
    return { shop: platforms.connect(shopbase.connection), clock, server }
  }

  test('credentials go as Basic authentication', async () => {
    const { shop, server } = await shopAnswering({ '/admin/products/count.json': '{"count":3}' })
    await shop.countProducts({})
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('key:password').toString('base64')}`)
  })

  test('calls wait when the bucket is nearly full', async () => {
    const full = { 'x-sb-shop-api-call-limit': '30/30' }
    const { shop, clock } = await shopAnswering({ '/admin/products/count.json': '{"count":3}' }, full)
    await shop.countProducts({})
    await shop.countProducts({})
    expect(clock.slept).toEqual([500])
  })

  test('ids of 19 digits keep every digit, and prices their cents', async () => {
    const { shop } = await shopAnswering({
      '/admin/products.json': JSON.stringify(recordings.product).replaceAll(/"#(\d+)"/g, '$1'),
      ...noMore,
    })
    const [product] = await walked(shop.walkProducts({ query: {} }, ['Title']))
    expect(product).toMatchObject({
      id: '9007199254740993',
      images: [{ id: '1234567890123456789', url: 'https://cdn.example/1.jpg', alt: null }],
      variants: [
        { id: '9223372036854775807', price: '19.90', compareAtPrice: null, cost: '7.50', grams: 500, weightUnit: 'kg' },
        { price: '1234567.89', compareAtPrice: '20.00', cost: null, grams: null, weightUnit: null, inventoryPolicy: null },
      ],
    })
    expect(product?.variants[0]?.image).toEqual({ id: '1234567890123456789', url: 'https://cdn.example/1.jpg' })
    expect(product?.variants[1]?.image).toBeNull()
  })

  test.each(['sparse', 'text'] as const)('the %s form of a product is read too', async (form) => {
    const { shop } = await shopAnswering({ '/admin/products.json': JSON.stringify({ products: [recordings[form].sent] }), ...noMore })
    const { variants, ...read } = recordings[form].read
    // JSON has no maps.
    const inNoMarket = { inMarkets: new Map(), variants: variants.map((variant) => ({ ...variant, marketPrices: new Map() })) }
    expect(await walked(shop.walkProducts({ query: {} }, ['Title']))).toEqual([{ ...read, ...inNoMarket }])
  })

  test.each([
    ['wrapped', '{"shop":{"name":"Print House","currency":"VND","iana_timezone":"Asia/Ho_Chi_Minh"}}', 'VND', 'Asia/Ho_Chi_Minh'],
    ['bare', '{"name":"Print House"}', null, null],
    ['with values of another kind', '{"name":"Print House","currency":704,"iana_timezone":"(GMT+07:00) Hanoi"}', null, null],
  ])('the shop is read %s', async (_name, body, currency, timezone) => {
    const counts = { '/admin/products/count.json': '{"count":0}', '/admin/orders/count.json': '{"count":0}' }
    const { shop } = await shopAnswering({ '/admin/shop.json': body, ...counts })
    expect(await shop.check()).toEqual({
      shopName: 'Print House',
      currency,
      timezone,
      missingScopes: [],
      missingColumnScopes: [],
      seesAllOrders: true,
    })
  })

  test('collections go on behind a short page', async () => {
    const pages = [[{ id: 1, title: 'One' }], [{ id: 2, title: 'Two' }], []]
    const server = await listener((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop')
      const collections = pages[Number(searchParams.get('page')) - 1]
      send(response, JSON.stringify(pathname === '/admin/collections.json' ? { collections } : {}))
    })
    const platforms = createPlatforms({ ...fakeClock(), endpoints: { 'battery.onshopbase.com': server.url }, log: () => {} })
    onTestFinished(platforms.close)
    expect((await platforms.connect(shopbase.connection).metadata()).collections.map(({ title }) => title)).toEqual(['One', 'Two'])
  })

  test('a shop that ignores since_id ends the walk instead of going round', async () => {
    const page = JSON.stringify({ products: Array.from({ length: 250 }, (_, index) => ({ ...recordings.sparse.sent, id: index + 1 })) })
    const { shop, server } = await shopAnswering({ '/admin/products.json': page })
    await expect(walked(shop.walkProducts({ query: {} }, ['Title']))).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID' })
    expect(server.seen.length).toBeLessThanOrEqual(3)
  })
})
