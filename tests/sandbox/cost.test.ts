import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/start.ts'
import { at, graphql, listAt, shopify } from './shop.ts'

const sandbox = await startSandbox({ shops: [shopify] })
afterAll(() => sandbox.close())
// `costBucket` also fills the bucket.
beforeEach(() => sandbox.tune({ costBucket: true, clockSpeed: 1 }))

const cost = async (query: string, variables = {}) => at(await graphql(sandbox, query, { variables }), 'extensions.cost')

describe('what a query costs, as Shopify was recorded to charge it', () => {
  test.each([
    ['an object', '{ shop { id name currencyCode plan { publicDisplayName } } }', 2],
    ['the granted scopes', '{ currentAppInstallation { accessScopes { handle } } }', 2],
    ['a count', '{ productsCount { count } }', 10],
    ['a page of 3', '{ products(first: 3) { nodes { id } } }', 4],
    ['a page of 5 beside a count', '{ products(first: 5) { nodes { id title tags } } productsCount { count precision } }', 15],
    ['a page of 10 as edges', '{ products(first: 10) { edges { cursor node { id } } } }', 6],
    ['nodes and edges, both', '{ products(first: 10) { nodes { id } edges { node { id } } } }', 10],
    ['a page of 250 in a page of 250', '{ products(first: 250) { nodes { variants(first: 250) { nodes { id } } } } }', 156],
    [
      'money and weight, which are free',
      '{ product(id: "gid://shopify/Product/1") { variants(first: 1) { nodes { inventoryItem { unitCost { amount } measurement { weight { value } } } } } } }',
      5,
    ],
  ])('%s', async (_name, query, requested) => {
    expect(at(await cost(query), 'requestedQueryCost')).toBe(requested)
  })

  test('the size may come as a variable, and a skipped field costs nothing', async () => {
    const query =
      'query Q($n: Int!, $with: Boolean!) { products(first: $n) { nodes { id variants(first: 100) @include(if: $with) { nodes { id } } } } }'
    expect(at(await cost(query, { n: 100, with: false }), 'requestedQueryCost')).toBe(11)
    expect(at(await cost(query, { n: 100, with: true }), 'requestedQueryCost')).toBe(110)
  })

  test('an answer with fewer rows than asked for costs less', async () => {
    const answer = await cost('{ products(first: 250, query: "Nineteen") { nodes { variants(first: 250) { nodes { id } } } } }')
    expect(Number(at(answer, 'actualQueryCost'))).toBeLessThan(10)
    expect(at(answer, 'requestedQueryCost')).toBe(156)
  })
})

/** A bucket that does not noticeably fill during a test. */
const STILL = { maximumAvailable: 2000, restoreRate: 0.001 }

describe('the bucket', () => {
  const dear = '{ products(first: 250) { nodes { variants(first: 250) { nodes { media(first: 20) { nodes { id } } } } } } }'

  test('holds 2000 points and gets 100 a second', async () => {
    expect(at(await cost('{ shop { id } }'), 'throttleStatus')).toMatchObject({ maximumAvailable: 2000, restoreRate: 100 })
  })

  test('takes what was asked and gives back what was not used', async () => {
    sandbox.tune({ costBucket: STILL })
    const spent = await cost('{ products(first: 250, query: "Nineteen") { nodes { variants(first: 250) { nodes { id } } } } }')
    expect(at(spent, 'throttleStatus.currentlyAvailable')).toBe(2000 - Number(at(spent, 'actualQueryCost')))
  })

  test('that has no room answers THROTTLED, without data, and says how far it is', async () => {
    sandbox.tune({ costBucket: { maximumAvailable: 100, restoreRate: 0.001 } })
    const answer = await graphql(sandbox, '{ products(first: 250) { nodes { variants(first: 250) { nodes { id } } } } }')
    expect(answer).toEqual({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' } }],
      extensions: {
        cost: {
          requestedQueryCost: 156,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 100, currentlyAvailable: 100, restoreRate: 0.001 },
        },
      },
    })
  })

  test('fills by the shop’s clock', async () => {
    sandbox.tune({ costBucket: { maximumAvailable: 10, restoreRate: 1 }, clockSpeed: 100_000 })
    const query = '{ products(first: 100) { nodes { id } } productsCount { count } }'
    expect(at(await graphql(sandbox, query), 'errors.0.extensions.code')).toBe('THROTTLED')
    for (let n = 0; n < 5; n++) expect(at(await graphql(sandbox, '{ productsCount { count } }'), 'data.productsCount.count')).toBe(160)
  })

  test('can be off', async () => {
    sandbox.tune({ costBucket: false })
    for (let n = 0; n < 8; n++)
      expect(
        listAt(
          await graphql(sandbox, '{ products(first: 250) { nodes { variants(first: 250) { nodes { id } } } } }'),
          'data.products.nodes',
        ),
      ).toHaveLength(160)
  })

  test('lets no single query pass that costs more than 1000', async () => {
    sandbox.tune({ costBucket: STILL })
    const answer = await graphql(sandbox, dear)
    expect(at(answer, 'errors.0.message')).toMatch(/^Query cost is 1003, which exceeds the single query max cost limit \(1000\)\./)
    expect(at(answer, 'errors.0.extensions.code')).toBe('MAX_COST_EXCEEDED')
    expect(at(answer, 'data')).toBeNull()
    expect(at(await cost('{ shop { id } }'), 'throttleStatus.currentlyAvailable')).toBe(1999)
  })
})
