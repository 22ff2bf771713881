import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { HIDDEN_PERSONS } from '#sandbox/shopify/personal.ts'
import { startSandbox } from '#sandbox/start.ts'
import { at, graphql, listAt, postGraphql, shopify } from './shop.ts'

const credentialed = { ...shopify, host: 'app.myshopify.com', credentials: { clientId: 'id', clientSecret: 'secret' } }
const secretive = { ...shopify, host: 'secretive.myshopify.com', hidesCosts: true }
const discreet = HIDDEN_PERSONS.map((hidesPersons) => ({
  ...shopify,
  host: `${hidesPersons.toLowerCase()}.myshopify.com`,
  hidesPersons,
}))
const sandbox = await startSandbox({ shops: [shopify, credentialed, secretive, ...discreet] })
afterAll(() => sandbox.close())
beforeEach(() => sandbox.tune({ costBucket: true, clockSpeed: 1, scopes: shopify.scopes }))

describe('errors inside a 200 have the shapes that Shopify was recorded to answer', () => {
  test.each([
    [
      'query Cut {\n  shop {\n    id\n',
      {
        message: 'syntax error, unexpected end of file at [4, 1]',
        locations: [{ line: 4, column: 1 }],
        extensions: { code: 'PARSE_ERROR' },
      },
    ],
    [
      'query Unknown {\n  products(first: 1) {\n    nodes {\n      id\n      nothing\n    }\n  }\n}',
      {
        message: "Field 'nothing' doesn't exist on type 'Product'",
        locations: [{ line: 5, column: 7 }],
        path: ['query Unknown', 'products', 'nodes', 'nothing'],
        extensions: { code: 'undefinedField', typeName: 'Product', fieldName: 'nothing' },
      },
    ],
    [
      'query Bare {\n  shop\n}',
      {
        message: "Field must have selections (field 'shop' returns Shop but has no selections. Did you mean 'shop { ... }'?)",
        locations: [{ line: 2, column: 3 }],
        path: ['query Bare', 'shop'],
        extensions: { code: 'selectionMismatch', nodeName: "field 'shop'", typeName: 'Shop' },
      },
    ],
    [
      'query Missing($id: ID!) {\n  product(id: $id) {\n    id\n  }\n}',
      {
        message: 'Variable $id of type ID! was provided invalid value',
        locations: [{ line: 1, column: 15 }],
        extensions: { code: 'INVALID_VARIABLE', value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] },
      },
    ],
  ])('%s', async (query, error) => {
    expect(await graphql(sandbox, query)).toEqual({ errors: [error] })
  })

  test('a sort key that does not exist', async () => {
    const answer = await graphql(sandbox, '{ products(first: 1, sortKey: HANDLE) { nodes { id } } }')
    expect(at(answer, 'errors.0.extensions.code')).toBe('argumentLiteralsIncompatible')
    expect(at(answer, 'extensions')).toBeNull()
  })

  test('a field of Shopify that the sandbox does not play is an error, not a null', async () => {
    const answer = await graphql(sandbox, '{ shop { id contactEmail } }')
    expect(at(answer, 'errors.0.message')).toBe('The sandbox does not emulate Shop.contactEmail')
  })
})

describe('access', () => {
  test('a missing scope denies the field', async () => {
    sandbox.tune({ scopes: [] }, shopify.host)
    const answer = await graphql(sandbox, '{ shop { name } productsCount { count } }')
    expect(at(answer, 'data')).toEqual({ shop: { name: 'Small' }, productsCount: null })
    expect(listAt(answer, 'errors')).toEqual([
      {
        message: 'Access denied for productsCount field. Required access: `read_products` access scope.',
        locations: [{ line: 1, column: 17 }],
        path: ['productsCount'],
        extensions: {
          code: 'ACCESS_DENIED',
          documentation: 'https://shopify.dev/api/usage/access-scopes',
          requiredAccess: '`read_products` access scope.',
        },
      },
    ])
  })

  test('hidden costs are denied one by one, with everything else in place', async () => {
    const query =
      '{ products(first: 2) { nodes { title variants(first: 1) { nodes { sku inventoryItem { tracked unitCost { amount } } } } } } }'
    const answer = await graphql(sandbox, query, { host: secretive.host })
    expect(listAt(answer, 'data.products.nodes')).toHaveLength(2)
    expect(at(answer, 'data.products.nodes.0.variants.nodes.0.inventoryItem.unitCost')).toBeNull()
    expect(at(answer, 'data.products.nodes.0.variants.nodes.0.inventoryItem.tracked')).toEqual(expect.any(Boolean))
    expect(listAt(answer, 'errors').map((error) => at(error, 'extensions.code'))).toEqual(['ACCESS_DENIED', 'ACCESS_DENIED'])
  })

  test.each([
    ['fields', 'This app is not approved to use the email field.', undefined],
    ['fieldsWithCode', 'Access denied for email field.', 'ACCESS_DENIED'],
    ['objects', 'This app is not approved to access the customer object.', 'ACCESS_DENIED'],
    ['orders', 'This app is not approved to access the Order object.', 'ACCESS_DENIED'],
  ] as const)('an app without approval for customers: %s', async (how, message, code) => {
    sandbox.tune({ scopes: [...shopify.scopes, 'read_customers'] })
    const query = '{ orders(first: 5, sortKey: CREATED_AT) { nodes { name email customer { displayName } } } }'
    const answer = await graphql(sandbox, query, { host: `${how.toLowerCase()}.myshopify.com` })
    const error = listAt(answer, 'errors').find((one) => String(at(one, 'message')).startsWith(message))
    expect([at(error, 'message'), at(error, 'extensions.code') ?? undefined]).toEqual([expect.any(String), code])
    if (how === 'orders') return expect(at(answer, 'data')).toBeNull()
    for (const order of listAt(answer, 'data.orders.nodes')) expect(order).toMatchObject({ name: expect.any(String), customer: null })
  })

  test('a wrong token is a 401 with a text, as is none', async () => {
    const wrong = await postGraphql(sandbox, '{ shop { id } }', { token: 'shpat_wrong' })
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    ])
    expect((await postGraphql(sandbox, '{ shop { id } }', { token: '' })).status).toBe(401)
  })

  test('another host, path or method is a 404', async () => {
    for (const host of ['unknown.myshopify.com', 'spare-1.example.com'])
      expect((await postGraphql(sandbox, '{ shop { id } }', { host })).status).toBe(404)
    expect((await fetch(`${sandbox.url}/shops/${shopify.host}/admin/api/2026-10/products.json`)).status).toBe(404)
    expect((await postGraphql(sandbox, '{ shop { id } }', { version: '2031-01' })).status).toBe(404)
  })
})

describe('addresses beside', () => {
  test('a spare one is the first shop of its platform, and nobody answers at a silent one', async () => {
    const spare = await graphql(sandbox, '{ shop { name } }', { host: 'spare-1.myshopify.com' })
    expect(spare).toMatchObject({ data: { shop: { name: shopify.name } } })
    await expect(postGraphql(sandbox, '{ shop { name } }', { host: 'silent-1.myshopify.com' })).rejects.toThrow('fetch failed')
  })
})

describe('versions', () => {
  test.each([
    ['2026-10', '2026-10'],
    ['2026-07', '2026-07'],
    ['2024-01', '2026-07'],
  ])('%s is served by %s', async (version, served) => {
    const response = await postGraphql(sandbox, '{ shop { name } }', { version })
    expect(response.headers.get('x-shopify-api-version')).toBe(served)
    expect(await response.json()).toMatchObject({ data: { shop: { name: 'Small' } } })
  })
})

const grant = (fields: Record<string, string>) =>
  fetch(`${sandbox.url}/shops/${credentialed.host}/admin/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
  })

describe('client credentials', () => {
  test('give a token for a day, which then ends', async () => {
    const answer: unknown = await (await grant({ client_id: 'id', client_secret: 'secret' })).json()
    expect(answer).toEqual({ access_token: expect.stringMatching(/^shpat_/), scope: 'read_products,read_orders', expires_in: 86_399 })
    const call = { host: credentialed.host, token: String(at(answer, 'access_token')) }
    expect(at(await graphql(sandbox, '{ shop { name } }', call), 'data.shop.name')).toBe('Small')
    sandbox.tune({ clockSpeed: 1e12 })
    await expect.poll(async () => (await postGraphql(sandbox, '{ shop { name } }', call)).status).toBe(401)
  })

  test('a wrong secret gives none', async () => {
    const response = await grant({ client_id: 'id', client_secret: 'guess' })
    expect([response.status, at(await response.json(), 'error')]).toEqual([400, 'invalid_client'])
  })
})

test('an inline fragment gets what its kind has, and videos stand between images', async () => {
  const query = `{ products(first: 1, query: "handle:ugly-video-between") { nodes { media(first: 5) { nodes { __typename mediaContentType ... on MediaImage { image { width } } } } } } }`
  const nodes = listAt(await graphql(sandbox, query), 'data.products.nodes.0.media.nodes')
  expect(nodes.map((node) => at(node, '__typename'))).toEqual(['MediaImage', 'Video', 'MediaImage', 'ExternalVideo', 'MediaImage'])
  expect(nodes.map((node) => typeof at(node, 'image.width'))).toEqual(['number', 'object', 'number', 'object', 'number'])
})
