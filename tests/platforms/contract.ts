import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { everyProductField } from '#shared/product-fields.ts'
import { traits } from '#shared/platforms.ts'
import type { Product, ProductStatus } from '#shared/products.ts'
import type { Connection, ExportProduct, ProductPageQuery, ProductQuery, Shop } from '#server/platforms/port.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import type { Catalogue, CatalogueProduct } from '#sandbox/catalogue/record.ts'
import type { ShopSettings } from '#sandbox/settings.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'

/** A platform's data for the tests: a shop, and the expected form of its catalogue. */
export type Subject = {
  settings: ShopSettings
  connection: Connection
  /** The same shop with credentials that it rejects. */
  stranger: Connection
  status(product: CatalogueProduct): ProductStatus
  exported(product: CatalogueProduct, catalogue: Catalogue): ExportProduct
  /** A search with results, and whether it finds a product. */
  search: { text: string; finds: (product: CatalogueProduct) => boolean }
}

export type Bench = { sandbox: Sandbox; platforms: Platforms; shop: Shop; clock: ReturnType<typeof fakeClock>; log: object[] }

/** A sandbox with one shop and no rate limits, and a connection to it. Its clock sleeps without real time. */
export async function openBench({ settings, connection }: Pick<Subject, 'settings' | 'connection'>): Promise<Bench> {
  const sandbox = await startSandbox({ shops: [settings] })
  sandbox.tune({ costBucket: false, callBucket: false })
  const clock = fakeClock()
  const log: object[] = []
  const platforms = createPlatforms({ ...clock, endpoints: sandbox.endpoints, log: (event) => log.push(event) })
  return { sandbox, platforms, clock, log, shop: platforms.connect(connection) }
}

/** All items of a list, read page by page, and the number of pages. */
async function allPages(shop: Shop, query: ProductPageQuery): Promise<{ items: Product[]; pages: number }> {
  const items: Product[] = []
  let after: string | undefined
  for (let pages = 1; ; pages++) {
    const page = await shop.products({ ...query, ...(after === undefined ? {} : { after }) })
    items.push(...page.items)
    if (page.next === null) return { items, pages }
    expect(page.items.length).toBe(query.limit)
    after = page.next
  }
}

export const walked = (products: AsyncIterable<ExportProduct>): Promise<ExportProduct[]> => Array.fromAsync(products)

const ids = (products: readonly { id: string }[]) => products.map(({ id }) => id)

/** The tests that every platform has to pass. */
export function battery(subject: Subject) {
  const { settings, connection } = subject
  const { name } = connection
  const platformTraits = traits[connection.platform]
  const catalogue = catalogueOf(settings)
  const { products } = catalogue
  let bench: Bench

  beforeEach(async () => {
    bench = await openBench(subject)
  })
  afterEach(async () => {
    await bench.platforms.close()
    await bench.sandbox.close()
  })

  test('a check tells the shop, and that nothing is missing', async () => {
    expect(await bench.shop.check()).toEqual({
      shopName: settings.name,
      currency: settings.currency,
      timezone: settings.timezone,
      missingScopes: [],
      missingColumnScopes: [],
      seesAllOrders: true,
    })
  })

  test('no field is hidden from those who may see all', async () => {
    expect(await bench.shop.hiddenFields(everyProductField)).toEqual([])
  })

  test('bad credentials are rejected by name', async () => {
    const shop = bench.platforms.connect(subject.stranger)
    await expect(shop.check()).rejects.toMatchObject({ code: 'STORE_REJECTED', message: messages.platform.rejected(name) })
    await expect(shop.products({ limit: 1 })).rejects.toMatchObject({ code: 'STORE_REJECTED' })
  })

  describe('the list', () => {
    test.each([7, 50, 250])('ends, and shows each product once (%i a page)', async (limit) => {
      const { items, pages } = await allPages(bench.shop, { limit })
      expect(ids(items)).toEqual(ids(products))
      expect(pages).toBe(Math.ceil(products.length / limit))
    })

    test('shows what the catalogue holds', async () => {
      const { items } = await allPages(bench.shop, { limit: 100 })
      for (const [index, product] of products.entries()) {
        const { title, vendor, productType, category } = product
        expect(items[index]).toMatchObject({ title, vendor, productType, status: subject.status(product) })
        expect(items[index]?.category ?? null).toBe(platformTraits.showsCategory ? (category?.name ?? null) : null)
      }
      expect(items.filter(({ image }) => image).length).toBeGreaterThan(0)
    })

    const some = products[100]
    if (!some) throw new Error('the shop is too small')
    const type = products.find(({ productType }) => productType.includes(','))?.productType ?? some.productType
    const vendor = products.find((product) => product.vendor.includes("'"))?.vendor ?? some.vendor
    const [collection = ''] = products.find(({ collectionIds }) => collectionIds.length > 0)?.collectionIds ?? []
    const from = new Date(some.createdAt)
    const until = new Date(some.createdAt + 60 * 24 * 3600 * 1000)

    const filters: [string, ProductQuery, (product: CatalogueProduct) => boolean][] = [
      ['active', { status: 'active' }, (product) => subject.status(product) === 'active'],
      ['draft', { status: 'draft' }, (product) => subject.status(product) === 'draft'],
      ['archived', { status: 'archived' }, (product) => subject.status(product) === 'archived'],
      ['type', { productType: [type] }, (product) => product.productType === type],
      ['vendor', { vendor: [vendor] }, (product) => product.vendor === vendor],
      ['collection', { collection: [collection] }, (product) => product.collectionIds.includes(collection)],
      ['created from', { createdFrom: from }, (product) => product.createdAt >= from.getTime()],
      ['created until', { createdUntil: from }, (product) => product.createdAt < from.getTime()],
      [
        'all at once',
        { status: 'active', createdFrom: from, createdUntil: until },
        (product) => subject.status(product) === 'active' && product.createdAt >= from.getTime() && product.createdAt < until.getTime(),
      ],
      ['search', { search: subject.search.text }, subject.search.finds],
    ]

    test.each(filters)('filters by %s, and counts so', async (_name, query, matches) => {
      const expected = products.filter(matches)
      // Only a status that the platform lacks may have no results.
      if (query.status !== 'archived') expect(expected).not.toEqual([])
      const { items } = await allPages(bench.shop, { ...query, limit: 50 })
      expect(ids(items)).toEqual(ids(expected))
      const count = await bench.shop.countProducts(query)
      if (count !== null) expect(count).toBe(expected.length)
      const exported = await walked(bench.shop.walkProducts({ query }, ['Title']))
      expect(ids(exported)).toEqual(ids(expected))
    })

    test.each(['x" OR status:draft', '*', '\\', 'tag:a)(', 'id:>0', ')', 'no such thing at all', '\u0000', '🐙🐙'])(
      'takes %j for text',
      async (search) => {
        const { items } = await allPages(bench.shop, { search, status: 'active', limit: 250 })
        expect(items.every(({ status }) => status === 'active')).toBe(true)
        expect(items.length).toBeLessThan(products.length / 10)
      },
    )
  })

  test('the metadata is all of the catalogue', async () => {
    const metadata = await bench.shop.metadata()
    expect(new Set(metadata.tags)).toEqual(new Set(products.flatMap(({ tags }) => tags)))
    expect(new Set(metadata.types)).toEqual(new Set(products.map(({ productType }) => productType).filter((type) => type !== '')))
    const titles = new Map(metadata.collections.map(({ id, title }) => [id, title]))
    expect(titles).toEqual(new Map(catalogue.collections.map(({ id, title }) => [id, title])))
  })

  describe('a walk', () => {
    test('gives every value of every product, in ascending order of id', async () => {
      const found = await walked(bench.shop.walkProducts({ query: {} }, everyProductField))
      const expected = products.map((product) => subject.exported(product, catalogue))
      expect(ids(found)).toEqual(ids(expected))
      for (const [index, product] of found.entries()) expect(product).toEqual(expected[index])
    })

    test('of chosen ids gives those that there are', async () => {
      const chosen = products.filter((_product, index) => index % 2 === 0)
      const wanted = [...ids(chosen).toReversed(), '7', '99999999999999999999']
      const found = await walked(bench.shop.walkProducts({ ids: wanted }, everyProductField))
      expect(found).toEqual(chosen.map((product) => subject.exported(product, catalogue)))
      expect(await bench.shop.existingProducts(wanted)).toEqual(new Set(ids(chosen)))
      expect(await walked(bench.shop.walkProducts({ ids: [] }, everyProductField))).toEqual([])
    })

    test('asks for no more products than will be read', async () => {
      const found = await walked(bench.shop.walkProducts({ query: {} }, ['Title'], { atMost: 260 }))
      expect(ids(found)).toEqual(ids(products.slice(0, 260)))
      expect(bench.sandbox.requests).toHaveLength(2)
      const few = await walked(bench.shop.walkProducts({ ids: ids(products) }, ['Title'], { atMost: 3 }))
      expect(ids(few)).toEqual(ids(products.slice(0, 3)))
    })

    test('goes on behind any product', async () => {
      const [before, behind] = [ids(products.slice(0, 301)), ids(products.slice(301))]
      const after = before.at(-1) ?? ''
      expect(ids(await walked(bench.shop.walkProducts({ query: {} }, ['Title'], { after })))).toEqual(behind)
      const chosen = bench.shop.walkProducts({ ids: ids(products) }, ['Title'], { after, atMost: 5 })
      expect(ids(await walked(chosen))).toEqual(behind.slice(0, 5))
    })

    test('has the next page under way while one is used, and stops when nobody reads on', async () => {
      const walk = bench.shop.walkProducts({ query: {} }, ['Title'])
      await walk.next()
      // A count may precede the pages: it decides between pages and a bulk operation.
      const pages = () => bench.sandbox.requests.filter(({ operation }) => !operation.toLowerCase().includes('count')).length
      await expect.poll(pages).toBe(2)
      await walk.return(undefined)
      expect(pages()).toBe(2)
    })

    test('stops at once when it is cancelled', async () => {
      const stop = new AbortController()
      const walk = bench.shop.walkProducts({ query: {} }, ['Title'], { signal: stop.signal })
      await walk.next()
      bench.sandbox.faults.add({ kind: 'hang' })
      const rest = walked(walk)
      stop.abort(new Error('the browser went away'))
      await expect(rest).rejects.toThrow('the browser went away')
      expect(bench.sandbox.requests.length).toBeLessThanOrEqual(3)
    })

    test('survives a shop that fails now and then', async () => {
      bench.sandbox.faults.add({ kind: 'status', status: 503, probability: 0.3 })
      bench.sandbox.faults.add({ kind: 'reset', share: 0.5, probability: 0.3 })
      const found = await walked(bench.shop.walkProducts({ query: {} }, ['Title']))
      expect(ids(found)).toEqual(ids(products))
    })
  })

  describe('faults', () => {
    test('Retry-After: 2 is two seconds', async () => {
      bench.sandbox.faults.add({ kind: 'status', status: 429, retryAfter: '2', times: 1 })
      await bench.shop.products({ limit: 1 })
      expect(bench.clock.slept).toEqual([2_000])
    })

    type Fault = Parameters<Sandbox['faults']['add']>[0]
    const { platform } = messages
    test.each<[Fault, string, string]>([
      [{ kind: 'status', status: 401 }, 'STORE_REJECTED', platform.rejected(name)],
      [{ kind: 'status', status: 402 }, 'STORE_UNAVAILABLE', platform.unavailable(name)],
      [{ kind: 'status', status: 404 }, 'STORE_UNAVAILABLE', platform.notFound(name)],
      [{ kind: 'status', status: 423 }, 'STORE_UNAVAILABLE', platform.unavailable(name)],
      [{ kind: 'status', status: 429 }, 'STORE_BUSY', platform.busy(name)],
      [{ kind: 'status', status: 430 }, 'STORE_BUSY', platform.busy(name)],
      [{ kind: 'status', status: 500 }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'status', status: 504 }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'redirect', status: 302, location: 'https://evil.example/' }, 'STORE_ANSWER_INVALID', platform.redirected(name)],
      [{ kind: 'html' }, 'STORE_ANSWER_INVALID', platform.answerInvalid(name)],
      [{ kind: 'wrongShape' }, 'STORE_ANSWER_INVALID', platform.answerInvalid(name)],
      [{ kind: 'truncatedJson' }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'wrongLength' }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'reset' }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'reset', share: 0.5 }, 'STORE_UNREACHABLE', platform.unreachable(name)],
      [{ kind: 'gzipBomb', bytes: 50_000_000 }, 'STORE_ANSWER_INVALID', platform.answerInvalid(name)],
      [{ kind: 'hugeBody', bytes: 20_000_000 }, 'STORE_ANSWER_INVALID', platform.answerInvalid(name)],
    ])('%j', async (fault, code, message) => {
      bench.sandbox.faults.add(fault)
      await expect(bench.shop.products({ limit: 5 })).rejects.toMatchObject({ code, message })
    })
  })
}
