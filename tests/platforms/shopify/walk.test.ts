import { onTestFinished, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createPlatforms } from '#server/platforms/registry.ts'
import { apiVersion } from '#server/platforms/shopify/version.ts'
import { walked } from '#tests/platforms/contract.ts'
import { fakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'

const Variables = z.object({
  id: z.string().optional(),
  first: z.number().default(0),
  variantsFirst: z.number().default(0),
  after: z.string().nullish(),
  query: z.string().default(''),
  ids: z.array(z.string()).default([]),
})
type Variables = z.infer<typeof Variables>
const Question = z.object({ variables: Variables })

const product = (id: number) => ({
  legacyResourceId: String(id),
  title: `Product ${id}`,
  handle: `product-${id}`,
  vendor: '',
  productType: '',
  tags: [],
  status: 'ACTIVE',
  publishedAt: null,
  isGiftCard: false,
  templateSuffix: null,
})

/** One page of a shop with `count` products. Its cursors are plain ids. */
function pageOf(count: number, { first, after, query }: Variables) {
  const above = Number(after ?? /id:>(\d+)/.exec(query)?.[1] ?? 0)
  const nodes = Array.from({ length: Math.max(0, Math.min(first, count - above)) }, (_, index) => product(above + index + 1))
  const end = above + nodes.length
  return { data: { products: { nodes, pageInfo: { hasNextPage: end < count, endCursor: nodes.length > 0 ? String(end) : null } } } }
}

/** A shop with the given answers. It records the variables of each query. */
async function shopAnswering(answer: (variables: Variables) => object, headers: Record<string, string> = {}) {
  const asked: Variables[] = []
  const server = await listener(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { variables } = Question.parse(JSON.parse(body))
    asked.push(variables)
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer(variables)))
  })
  const clock = fakeClock()
  const log: object[] = []
  const endpoints = { 'north.myshopify.com': server.url }
  const platforms = createPlatforms({ ...clock, bulkAfterMs: Number.POSITIVE_INFINITY, endpoints, log: (event) => log.push(event) })
  onTestFinished(platforms.close)
  const connection = {
    platform: 'shopify',
    name: 'North',
    domain: 'north.myshopify.com',
    secrets: { kind: 'accessToken', token: 't' },
  } as const
  return { shop: platforms.connect(connection), asked, log, clock }
}

const graphqlError = (code: string, message = code) => ({ errors: [{ message, extensions: { code } }] })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

test('a query that is too dear is asked for with fewer products, until it is not', async () => {
  const { shop, asked } = await shopAnswering((variables) =>
    variables.first > 70 ? graphqlError('MAX_COST_EXCEEDED') : pageOf(150, variables),
  )
  const found = await walked(shop.walkProducts({ query: {} }, ['Title']))
  expect(found.map(({ id }) => id)).toEqual(numbers(150))
  expect(asked.map(({ first }) => first)).toEqual([250, 125, 62, 62, 62])
})

test('so are chosen ids', async () => {
  const { shop, asked } = await shopAnswering(({ ids }) =>
    ids.length > 70 ? graphqlError('MAX_COST_EXCEEDED') : { data: { nodes: ids.map((gid) => product(Number(gid.split('/').at(-1)))) } },
  )
  const found = await walked(shop.walkProducts({ ids: numbers(150) }, ['Title']))
  expect(found.map(({ id }) => id)).toEqual(numbers(150))
  expect(asked.map(({ ids }) => ids.length)).toEqual([150, 125, 62, 62, 26])
})

test('where most products do not fit on a page, pages get deeper instead of asking for each product again', async () => {
  const variants = (from: number, count: number, hasNextPage: boolean) => ({
    nodes: Array.from({ length: count }, (_, index) => ({
      legacyResourceId: String(from + index),
      sku: null,
      barcode: null,
      price: '1.00',
      compareAtPrice: null,
      taxable: true,
      taxCode: null,
      inventoryPolicy: 'DENY',
      inventoryQuantity: 0,
    })),
    pageInfo: { hasNextPage, endCursor: 'more' },
  })
  const { shop, asked } = await shopAnswering((variables) => {
    if (variables.id !== undefined) return { data: { product: { variants: variants(51, 10, false) } } }
    const page = pageOf(600, { ...variables, first: Math.min(variables.first, 200) })
    for (const node of page.data.products.nodes)
      Object.assign(node, { variants: variables.variantsFirst < 60 ? variants(1, 50, true) : variants(1, 60, false) })
    return page
  })
  const found = await walked(shop.walkProducts({ query: {} }, ['Price']))
  expect(found).toHaveLength(600)
  for (const { variants: whole } of found) expect(whole.map(({ id }) => id)).toEqual(numbers(60))
  const pages = asked.filter(({ id }) => id === undefined).map(({ first, variantsFirst }) => [first, variantsFirst])
  // The second page was requested before the first one was read.
  expect(pages.slice(0, 4)).toEqual([
    [250, 50],
    [250, 50],
    [50, 250],
    [50, 250],
  ])
})

test('a query that is too dear for one product fails', async () => {
  const { shop } = await shopAnswering(() => graphqlError('MAX_COST_EXCEEDED'))
  await expect(walked(shop.walkProducts({ query: {} }, ['Title']))).rejects.toMatchObject({ code: 'STORE_REFUSED' })
})

test('a cursor that died on the way is left behind: the walk goes on above the last id', async () => {
  let isDead = false
  const { shop, asked } = await shopAnswering((variables) => {
    if (variables.after === '500' && !isDead) {
      isDead = true
      return graphqlError('BAD_REQUEST', 'Malformed cursor')
    }
    return pageOf(1_100, variables)
  })
  const found = await walked(shop.walkProducts({ query: { vendor: ['V'] } }, ['Title']))
  expect(found.map(({ id }) => id)).toEqual(numbers(1_100))
  expect(asked.map(({ after, query }) => [after, query]).slice(2, 5)).toEqual([
    ['500', '(vendor:"V")'],
    [null, '(vendor:"V") (id:>500)'],
    ['750', '(vendor:"V") (id:>500)'],
  ])
})

test('beyond what Shopify pages through, a new query begins above the last id', async () => {
  const { shop, asked } = await shopAnswering((variables) => pageOf(25_500, variables))
  let count = 0
  for await (const _product of shop.walkProducts({ query: {} }, ['Title'])) count += 1
  expect(count).toBe(25_500)
  const openings = asked.filter(({ after }) => after === null).map(({ query }) => query)
  expect(openings).toEqual(['', '(id:>20000)'])
})

test('products out of order, or twice, fail the walk', async () => {
  const { shop } = await shopAnswering(() => ({
    data: { products: { nodes: [product(1), product(3), product(3)], pageInfo: { hasNextPage: false, endCursor: null } } },
  }))
  await expect(walked(shop.walkProducts({ query: {} }, ['Title']))).rejects.toMatchObject({ code: 'STORE_ANSWER_INVALID' })
})

test('a product of another shape is named with the field, and nothing of its content', async () => {
  const { shop } = await shopAnswering(() => ({
    data: { products: { nodes: [{ ...product(1), title: { secret: 'canary' } }], pageInfo: { hasNextPage: false, endCursor: null } } },
  }))
  await expect(walked(shop.walkProducts({ query: {} }, ['Title']))).rejects.toMatchObject({
    code: 'STORE_ROW_INVALID',
    message: expect.stringMatching(/: product \(id 1\) cannot be read: .+ "title"$/),
    cause: 'title: invalid_type',
  })
})

test('statuses that nobody knows yet are archived in the list, and shown as they are in an export', async () => {
  const at = '2026-01-01T00:00:00Z'
  const listed = { legacyResourceId: '1', title: 'A', status: 'FROZEN', productType: '', vendor: '', category: null, featuredMedia: null }
  const nodes = [{ ...product(1), ...listed, tags: [], createdAt: at, updatedAt: at }]
  const { shop } = await shopAnswering(() => ({ data: { products: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } }))
  expect((await shop.products({ limit: 1 })).items).toMatchObject([{ status: 'archived' }])
  expect(await walked(shop.walkProducts({ query: {} }, ['Status']))).toMatchObject([{ status: 'frozen' }])
})

describe('the cost bucket', () => {
  const level = (available: number) => ({
    extensions: {
      cost: {
        requestedQueryCost: 10,
        actualQueryCost: 10,
        throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: available, restoreRate: 100 },
      },
    },
  })

  test('a query waits until it can be paid, before it is refused', async () => {
    const { shop, clock } = await shopAnswering((variables) => ({ ...pageOf(300, variables), ...level(16) }))
    await walked(shop.walkProducts({ query: {} }, ['Title']))
    // A page of titles costs 13, and exports leave 400 to people, at 100 a second.
    expect(clock.slept).toEqual([3_970])
  })

  test('people are told rather than kept waiting', async () => {
    const count = { data: { productsCount: { count: 3 } } }
    const { shop, asked } = await shopAnswering(() => ({ ...count, ...level(-1_500) }))
    await shop.countProducts({})
    await expect(shop.countProducts({})).rejects.toMatchObject({ code: 'STORE_BUSY', retryAfterSeconds: 16 })
    expect(asked).toHaveLength(1)
  })
})

test('a shop that serves another version of the API is noted', async () => {
  const answer = () => ({ data: { productsCount: { count: 3 } } })
  const retired = await shopAnswering(answer, { 'x-shopify-api-version': '2027-01' })
  await retired.shop.countProducts({})
  expect(retired.log).toContainEqual({ host: 'north.myshopify.com', asked: apiVersion, served: '2027-01' })
  const served = await shopAnswering(answer, { 'x-shopify-api-version': apiVersion })
  await served.shop.countProducts({})
  expect(served.log).toHaveLength(1)
})
