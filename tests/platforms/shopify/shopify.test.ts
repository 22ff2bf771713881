import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { refusalText } from '#shared/shop-refusals.ts'
import { everyProductField, productFields } from '#shared/product-fields.ts'
import { productSorts } from '#shared/products.ts'
import type { Connection, ExportProduct } from '#server/platforms/port.ts'
import { catalogueOf, uglyProduct } from '#sandbox/catalogue/catalogue.ts'
import type { CatalogueProduct } from '#sandbox/catalogue/record.ts'
import { openBench, walked, type Bench } from '#tests/platforms/contract.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const catalogue = catalogueOf(shopify.settings)
const { products } = catalogue
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
let bench: Bench

beforeEach(async () => {
  bench = await openBench(shopify)
})
afterEach(async () => {
  await bench.platforms.close()
  await bench.sandbox.close()
})

describe('sorting', () => {
  const stock = ({ variants }: CatalogueProduct) => variants.reduce((sum, one) => sum + (one.tracked ? one.inventoryQuantity : 0), 0)
  const values: Record<(typeof productSorts)[number]['key'], (product: CatalogueProduct) => string | number> = {
    TITLE: ({ title }) => title.toLowerCase(),
    CREATED_AT: ({ createdAt }) => createdAt,
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    INVENTORY_TOTAL: stock,
    PRODUCT_TYPE: ({ productType }) => productType.toLowerCase(),
    VENDOR: ({ vendor }) => vendor.toLowerCase(),
  }

  test.each(
    productSorts.flatMap(({ key }) => [
      { sortKey: key, reverse: false },
      { sortKey: key, reverse: true },
    ]),
  )('%j', async (sort) => {
    const value = values[sort.sortKey]
    const ascending = products.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0))
    const expected = sort.reverse ? ascending.toReversed() : ascending
    const first = await bench.shop.products({ ...sort, limit: 250 })
    const second = await bench.shop.products({ ...sort, limit: 250, after: first.next ?? '' })
    expect(ids([...first.items, ...second.items])).toEqual(ids(expected.slice(0, 500)))
  })
})

describe('filters', () => {
  test('several values mean any of them, several filters all of them', async () => {
    const [type, other] = [...new Set(products.map(({ productType }) => productType).filter((name) => name !== ''))]
    const tags = [...new Set(products.flatMap((product) => product.tags))].filter((tag) => /["'*\\]/.test(tag))
    expect(tags.length).toBeGreaterThan(1)
    const query = { productType: [type ?? '', other ?? ''], status: 'active' as const }
    const byType = await bench.shop.products({ ...query, limit: 250 })
    expect(ids(byType.items)).toEqual(
      ids(products.filter(({ productType, status }) => status === 'ACTIVE' && query.productType.includes(productType))).slice(0, 250),
    )
    const byTag = await bench.shop.products({ tag: tags, limit: 250 })
    expect(ids(byTag.items)).toEqual(ids(products.filter((product) => product.tags.some((tag) => tags.includes(tag)))))
  })

  test('what no text can have is not asked for', async () => {
    expect(await bench.shop.products({ search: '&', limit: 5 })).toEqual({ items: [], next: null })
    expect(await bench.shop.orders({ search: '&', limit: 5, sortBy: 'createdAt', sortOrder: 'asc' })).toMatchObject({ items: [] })
    expect([await bench.shop.countProducts({ search: '&' }), await bench.shop.countOrders({ search: '&' })]).toEqual([0, 0])
    expect(await walked(bench.shop.walkProducts({ query: { search: '&' } }, ['Title']))).toEqual([])
    expect(await Array.fromAsync(bench.shop.walkOrders({ query: { search: '&' } }, ['orderName']))).toEqual([])
    expect(bench.sandbox.requests).toEqual([])
  })

  test('what a search would ignore is refused instead', async () => {
    // A non-numeric collection is never sent. The tests of answers cover fields that Shopify does not know.
    await expect(bench.shop.products({ collection: ['x'], limit: 1 })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(bench.sandbox.requests).toEqual([])
  })

  test.each(['nonsense', 'eyJsYXN0X2lkIjo', ''])('a cursor such as %j is refused as one', async (after) => {
    await expect(bench.shop.products({ limit: 5, after })).rejects.toMatchObject({ code: 'INVALID_CURSOR' })
  })
})

describe('scopes', () => {
  test('a check lists those that are missing, and whether all orders can be seen', async () => {
    bench.sandbox.tune({ scopes: ['write_products', 'read_orders'] })
    expect(await bench.shop.check()).toEqual({
      shopName: 'Battery',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      missingScopes: ['read_inventory', 'read_locations', 'read_customers'],
      missingColumnScopes: ['read_payment_terms', 'read_markets'],
      seesAllOrders: false,
    })
  })

  test('a scope that was taken back is named, and half an answer is none', async () => {
    bench.sandbox.tune({ scopes: ['read_orders'] })
    const message = messages.platform.lacksScope('Battery', 'read_products')
    await expect(bench.shop.products({ limit: 1 })).rejects.toMatchObject({ code: 'STORE_LACKS_SCOPE', message })
    await expect(walked(bench.shop.walkProducts({ query: {} }, productFields))).rejects.toMatchObject({ code: 'STORE_LACKS_SCOPE' })
  })
})

describe('who ships a variant', () => {
  const column = 'Variant Fulfillment Service'
  const shippers = (found: readonly ExportProduct[]) =>
    found.flatMap(({ variants }) => variants.map(({ fulfillmentService }) => fulfillmentService))

  test('is told by the service that keeps it, also where the shop has some of it, too', async () => {
    const found = shippers(await walked(bench.shop.walkProducts({ query: {} }, [column])))
    expect(new Set(found)).toEqual(new Set(['manual', 'gift_card', 'parcelhub', 'printworks']))
    expect(found).toEqual(shippers(products.map((product) => shopify.exported(product, catalogue))))
  })

  test('is not asked where nobody wants to know', async () => {
    await walked(bench.shop.walkProducts({ query: {} }, ['Title', 'Variant Grams']))
    expect(bench.sandbox.requests.map(({ operation }) => operation)).not.toContain('FulfillmentServices')
  })

  test('is left empty where the shop does not show its locations, and named among what it hides', async () => {
    bench.sandbox.tune({ scopes: shopify.settings.scopes.filter((scope) => scope !== 'read_locations') })
    expect(await bench.shop.hiddenFields(productFields)).toEqual([column])
    const found = shippers(await walked(bench.shop.walkProducts({ query: {} }, productFields)))
    expect(new Set(found)).toEqual(new Set([null, 'gift_card']))
  })

  test('is told for more services than a whole page has room for, with smaller pages', async () => {
    const settings = { ...shopify.settings, host: 'many.myshopify.com', fulfillmentServices: ['a', 'b', 'c', 'd', 'e'] }
    const many = await openBench({ settings, connection: { ...shopify.connection, domain: settings.host } })
    onTestFinished(async () => {
      await many.platforms.close()
      await many.sandbox.close()
    })
    const found = await walked(many.shop.walkProducts({ query: {} }, productFields))
    const goods = catalogueOf(settings)
    const unasked = { unitPrice: null }
    expect(found).toEqual(
      goods.products
        .map((product) => shopify.exported(product, goods))
        .map((product) => ({ ...product, variants: product.variants.map((variant) => ({ ...variant, ...unasked })) })),
    )
    const sizes = many.sandbox.requests.filter(({ operation }) => operation === 'ExportPage').map(({ variables }) => variables['first'])
    expect(sizes.slice(0, 3)).toEqual([125, 125, 125])
  })
})

describe('answers that lead nowhere', () => {
  test.each(['repeatedCursor', 'emptyPage'] as const)('%s ends a walk within three pages', async (kind) => {
    bench.sandbox.faults.add({ kind, after: 1 })
    await expect(walked(bench.shop.walkProducts({ query: {} }, ['Title']))).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID' })
    expect(bench.sandbox.requests.length).toBeLessThanOrEqual(3)
  })

  test('data with errors beside it is no success', async () => {
    bench.sandbox.faults.add({ kind: 'partialErrors' })
    await expect(bench.shop.products({ limit: 1 })).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  })

  test('THROTTLED is waited for, and then answered', async () => {
    bench.sandbox.faults.add({ kind: 'throttled', times: 2 })
    expect((await bench.shop.products({ limit: 3 })).items).toHaveLength(3)
  })
})

describe('large products', () => {
  test('300 variants, 260 images and 60 collections are complete, and only those products are asked for again', async () => {
    const large = products.filter(
      ({ variants, media, collectionIds }) => variants.length > 50 || media.length > 20 || collectionIds.length > 10,
    )
    expect(uglyProduct(catalogue, 'manyVariants').variants.length).toBeGreaterThanOrEqual(300)
    const found = await walked(bench.shop.walkProducts({ ids: ids(large) }, everyProductField))
    expect(found).toEqual(large.map((product) => shopify.exported(product, catalogue)))
    const asked = bench.sandbox.requests.filter(({ operation }) => operation === 'ExportRest').map(({ variables }) => variables['id'])
    expect(new Set(asked)).toEqual(new Set(ids(large).map((id) => `gid://shopify/Product/${id}`)))
  })

  test('nothing more than the fields need is asked for', async () => {
    const [first] = await walked(bench.shop.walkProducts({ query: {} }, ['Title', 'Price'], { atMost: 1 }))
    expect(first).toMatchObject({ title: products[0]?.title, images: [], collections: [], bodyHtml: '', category: null, options: [] })
    expect(first?.variants[0]).toMatchObject({ price: products[0]?.variants[0]?.price, optionValues: [], grams: null, image: null })
    expect(bench.sandbox.requests[0]?.variables).toMatchObject({
      first: 1,
      variants: true,
      media: false,
      collections: false,
      inventory: false,
    })
  })
})

describe('client id and secret', () => {
  const credentials = { clientId: 'id', clientSecret: 'secret' }
  const connection: Connection<'shopify'> = {
    platform: 'shopify',
    name: 'Battery',
    domain: 'battery.myshopify.com',
    secrets: { kind: 'clientCredentials', ...credentials },
  }
  const grants = () => bench.sandbox.requests.filter(({ path }) => path === '/admin/oauth/access_token').length

  beforeEach(async () => {
    await bench.platforms.close()
    await bench.sandbox.close()
    bench = await openBench({ settings: { ...shopify.settings, platform: 'shopify', credentials }, connection })
  })

  test('one token serves all connections, also those that ask at once', async () => {
    const shops = Array.from({ length: 5 }, () => bench.platforms.connect(connection))
    await Promise.all(shops.map((shop) => shop.products({ limit: 1 })))
    await bench.shop.check()
    expect(grants()).toBe(1)
  })

  test('it is renewed before its end', async () => {
    await bench.shop.check()
    await bench.clock.sleep(24 * 3_600_000 - 4 * 60_000)
    await Promise.all([bench.shop.check(), bench.shop.check()])
    expect(grants()).toBe(2)
  })

  test('it is renewed once when the shop refuses it early', async () => {
    await bench.shop.check()
    bench.sandbox.faults.add({ kind: 'status', status: 401, operation: 'ShopCheck', times: 1 })
    await bench.shop.check()
    expect(grants()).toBe(2)
    bench.sandbox.faults.add({ kind: 'status', status: 401, operation: 'ShopCheck' })
    await expect(bench.shop.check()).rejects.toMatchObject({ code: 'STORE_REJECTED' })
    expect(grants()).toBe(3)
  })

  test('a wrong secret is a rejection, and is not remembered', async () => {
    const wrong = bench.platforms.connect({
      ...connection,
      secrets: { ...connection.secrets, kind: 'clientCredentials', ...credentials, clientSecret: 'x' },
    })
    const message = `Battery: ${refusalText('wrongSecret')}`
    await expect(wrong.check()).rejects.toMatchObject({ code: 'STORE_REJECTED', message })
    await expect(wrong.check()).rejects.toMatchObject({ code: 'STORE_REJECTED', message })
    expect(grants()).toBe(2)
  })

  test('who stops waiting does not take the token from the others', async () => {
    bench.sandbox.tune({ latencyMs: 20 })
    const stop = new AbortController()
    const gone = bench.shop.check({ signal: stop.signal })
    const staying = bench.shop.check()
    stop.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    expect((await staying).shopName).toBe('Battery')
  })
})
