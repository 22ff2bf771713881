import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uglyProduct } from '#sandbox/catalogue/catalogue.ts'
import type { CatalogueProduct } from '#sandbox/catalogue/record.ts'
import { startSandbox } from '#sandbox/start.ts'
import type { Sandbox } from '#sandbox/start.ts'
import { at, goods, graphql, listAt, shopify } from './shop.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ shops: [shopify] })
  sandbox.tune({ costBucket: false })
})
afterAll(() => sandbox.close())

const PAGE = `query Page($first: Int, $last: Int, $after: String, $before: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
  products(first: $first, last: $last, after: $after, before: $before, sortKey: $sortKey, reverse: $reverse) {
    nodes { legacyResourceId } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

type Variables = { first?: number; last?: number; after?: string; before?: string; sortKey?: string; reverse?: boolean }

async function page(variables: Variables) {
  const answer = await graphql(sandbox, PAGE, { variables })
  return {
    ids: listAt(answer, 'data.products.nodes').map((node) => String(at(node, 'legacyResourceId'))),
    hasNext: at(answer, 'data.products.pageInfo.hasNextPage'),
    hasPrevious: at(answer, 'data.products.pageInfo.hasPreviousPage'),
    start: String(at(answer, 'data.products.pageInfo.startCursor')),
    end: String(at(answer, 'data.products.pageInfo.endCursor')),
  }
}

async function walk(variables: Variables, size: number): Promise<string[]> {
  const first = await page({ ...variables, first: size })
  const ids = [...first.ids]
  for (let last = first; last.hasNext === true;) {
    last = await page({ ...variables, first: size, after: last.end })
    ids.push(...last.ids)
  }
  return ids
}

const SORTS: [string, (product: CatalogueProduct) => string | number][] = [
  ['ID', () => 0],
  ['TITLE', (product) => product.title.toLowerCase()],
  ['VENDOR', (product) => product.vendor.toLowerCase()],
  ['PRODUCT_TYPE', (product) => product.productType.toLowerCase()],
  ['CREATED_AT', (product) => product.createdAt],
  ['UPDATED_AT', (product) => product.updatedAt],
  [
    'INVENTORY_TOTAL',
    (product) => product.variants.filter((variant) => variant.tracked).reduce((sum, variant) => sum + variant.inventoryQuantity, 0),
  ],
]

describe.each(SORTS)('sorted by %s', (sortKey, value) => {
  const order = (a: CatalogueProduct, b: CatalogueProduct) =>
    value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : BigInt(a.id) < BigInt(b.id) ? -1 : 1
  const expected = goods.products.toSorted(order).map((product) => product.id)

  test('pages hold every product once, in order, ties by id', async () => {
    expect(await walk({ sortKey }, 37)).toEqual(expected)
  })

  test('reversed, ties go backwards too', async () => {
    expect(await walk({ sortKey, reverse: true }, 37)).toEqual(expected.toReversed())
  })
})

test('backwards from a cursor comes the page before it', async () => {
  const first = await page({ first: 5, sortKey: 'TITLE' })
  const second = await page({ first: 5, sortKey: 'TITLE', after: first.end })
  const back = await page({ last: 5, sortKey: 'TITLE', before: second.start })
  expect(back.ids).toEqual(first.ids)
  expect([first.hasPrevious, second.hasPrevious, back.hasPrevious, back.hasNext]).toEqual([false, true, false, true])
})

test('a cursor is base64 of the last id and its sort value', async () => {
  const [id = ''] = goods.products.map((product) => product.id)
  const { end } = await page({ first: 1, sortKey: 'ID' })
  expect(JSON.parse(Buffer.from(end, 'base64').toString())).toEqual({ last_id: Number(id), last_value: Number(id) })
})

test('an empty page has no cursors', async () => {
  const answer = await graphql(
    sandbox,
    '{ products(first: 3, query: "title:nothing_like_this") { nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }',
  )
  expect(at(answer, 'data.products')).toEqual({
    nodes: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  })
})

test.each([
  [{}, 'you must provide one of first or last'],
  [{ first: 1, last: 1 }, 'providing both first and last is not supported'],
  [{ first: 1, after: 'nonsense' }, 'Malformed cursor'],
  [{ first: 251 }, 'first must be less than or equal to 250'],
])('%j is refused', async (variables, message) => {
  const answer = await graphql(sandbox, PAGE, { variables })
  expect(at(answer, 'errors.0.message')).toBe(message)
  expect(at(answer, 'errors.0.extensions.code')).toBe('BAD_REQUEST')
  expect(at(answer, 'data')).toBeNull()
})

describe('inside a product', () => {
  const NESTED = `query Nested($id: ID!, $after: String) { product(id: $id) { part: PART(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`

  async function parts(product: CatalogueProduct, part: string): Promise<string[]> {
    const ids: string[] = []
    for (let after: string | null = null, isMore = true; isMore;) {
      const answer = await graphql(sandbox, NESTED.replace('PART', part), {
        variables: { id: `gid://shopify/Product/${product.id}`, after },
      })
      ids.push(...listAt(answer, 'data.product.part.nodes').map((node) => String(at(node, 'id')).replace(/^.*\//, '')))
      isMore = at(answer, 'data.product.part.pageInfo.hasNextPage') === true
      after = String(at(answer, 'data.product.part.pageInfo.endCursor'))
    }
    return ids
  }

  test('300 variants come over three pages', async () => {
    const product = uglyProduct(goods, 'manyVariants')
    expect(product.variants).toHaveLength(300)
    expect(await parts(product, 'variants')).toEqual(product.variants.map((variant) => variant.id))
  })

  test('265 images come over three pages', async () => {
    const product = uglyProduct(goods, 'manyImages')
    expect(product.media).toHaveLength(265)
    expect(await parts(product, 'media')).toEqual(product.media.map((media) => media.id))
  })

  test('64 collections are all there', async () => {
    const product = uglyProduct(goods, 'manyCollections')
    expect(await parts(product, 'collections')).toEqual(product.collectionIds)
    expect(product.collectionIds).toHaveLength(64)
  })
})

test('names that differ by case only are told apart by their cursors', async () => {
  const names: unknown[] = []
  for (let after: string | null = null, isMore = true; isMore;) {
    const answer = await graphql(
      sandbox,
      'query Names($after: String) { productVendors(first: 7, after: $after) { nodes pageInfo { hasNextPage endCursor } } }',
      { variables: { after } },
    )
    names.push(...listAt(answer, 'data.productVendors.nodes'))
    isMore = at(answer, 'data.productVendors.pageInfo.hasNextPage') === true
    after = String(at(answer, 'data.productVendors.pageInfo.endCursor'))
  }
  expect(names).toContain('ACME')
  expect(names).toContain('Acme')
  const vendors = new Set(goods.products.map((product) => product.vendor))
  expect(names).toHaveLength(vendors.size)
  expect(new Set(names)).toEqual(vendors)
})

test('objects come by their global ids, in the order asked for, null where there is none', async () => {
  const [first, second] = goods.products
  const ids = [
    `gid://shopify/Product/${second?.id}`,
    'gid://shopify/Product/1',
    `gid://shopify/Product/${first?.id}`,
    `gid://shopify/ProductVariant/${first?.variants[0]?.id}`,
  ]
  const answer = await graphql(
    sandbox,
    'query ByIds($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Product { title } ... on ProductVariant { price } } }',
    { variables: { ids } },
  )
  expect(at(answer, 'data.nodes')).toEqual([
    { __typename: 'Product', title: second?.title },
    null,
    { __typename: 'Product', title: first?.title },
    { __typename: 'ProductVariant', price: first?.variants[0]?.price },
  ])
})

test('no more than 250 ids go into one question', async () => {
  const ids = Array.from({ length: 251 }, (_, n) => `gid://shopify/Product/${n}`)
  const answer = await graphql(sandbox, 'query ByIds($ids: [ID!]!) { nodes(ids: $ids) { id } }', { variables: { ids } })
  expect(at(answer, 'errors.0')).toMatchObject({
    message: 'The input array size of 251 is greater than the maximum allowed of 250.',
    extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
  })
})
