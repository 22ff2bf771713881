import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, parse, validate, type GraphQLSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { everyOrderColumn } from '#shared/order-columns.ts'
import { everyProductField, type ProductField } from '#shared/product-fields.ts'
import { productIncludes } from '#shared/products.ts'
import { costProbe, fulfillmentServices, shopCheck } from '#server/platforms/shopify/documents.ts'
import {
  listCost,
  moreSkus,
  moreVariants,
  productCount,
  productIds,
  productList,
  productMetadata,
  productMetafields,
  shopMarkets,
} from '#server/platforms/shopify/products/documents.ts'
import { cancelBulk, pollBulk, startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { bulkQuery } from '#server/platforms/shopify/products/bulk.ts'
import { productDocuments, type ProductDocuments } from '#server/platforms/shopify/products/export-documents.ts'
import { deep, pageCost, partsFor, rest, wide } from '#server/platforms/shopify/products/parts.ts'
import {
  oldestOrder,
  orderCount,
  orderCounts,
  orderExportByIds,
  orderExportPage,
  orderIds,
  orderLines,
  orderList,
  personProbe,
  wholeOrder,
} from '#server/platforms/shopify/orders/documents.ts'
import { everyPart, orderLinesSize, orderPageCost, orderPageSize, orderPartsFor } from '#server/platforms/shopify/orders/parts.ts'
import { productDetail, productSet } from '#server/platforms/shopify/products/detail-documents.ts'
import { changeSubscription, createSubscription, listSubscriptions, removeSubscription } from '#server/platforms/shopify/subscriptions.ts'
import { apiVersion } from '#server/platforms/shopify/version.ts'
import { requestedCost } from '#tests/platforms/shopify/cost.ts'

const all = partsFor([...everyProductField, 'metafield:custom.care'])
const metafields = ['custom.care', 'app--1--x.a_b-c']
const { page, byIds, rest: restOf } = productDocuments()
/** The documents for shops with the maximum number of fulfilment services that a whole page of all fields but metafields has room for. */
const served = productDocuments({ services: 1 })
/** The documents for as many markets as an export may have. */
const repeats = { prices: limits.exportMarkets, publications: limits.exportMarkets }
const priced = productDocuments(repeats)
const services = [0, 1].map((place) => ({ handle: 'parcelhub', locationId: `gid://shopify/Location/${place}` }))

/** All parts that a file may have. */
const exportedParts = orderPartsFor(everyOrderColumn)

/** Every document with the variables of its highest cost. */
const documents = [
  { document: shopCheck, variables: {} },
  { document: productList, variables: { first: 250, prices: true, skus: true } },
  { document: productList, variables: { first: 50, prices: true, skus: true, variants: true } },
  { document: moreVariants, variables: {} },
  { document: moreSkus, variables: {} },
  { document: productCount, variables: {} },
  { document: productDetail, variables: {} },
  { document: costProbe, variables: {} },
  { document: fulfillmentServices, variables: {} },
  { document: productIds, variables: {} },
  { document: listSubscriptions, variables: {} },
  { document: productMetafields, variables: {} },
  { document: shopMarkets, variables: {} },
  { document: productMetadata, variables: { tags: true, types: true, collections: true } },
  { document: pollBulk, variables: {} },
  ...[wide, deep].flatMap((size) => [page, byIds].map((document) => ({ document, variables: { ...all, ...size } }))),
  { document: restOf, variables: { ...all, ...rest } },
  { document: personProbe, variables: { customer: true } },
  { document: orderList, variables: { first: 250 } },
  { document: orderCount, variables: {} },
  { document: orderCounts(18), variables: {} },
  { document: oldestOrder, variables: {} },
  { document: orderIds, variables: {} },
  { document: orderExportPage, variables: { ...exportedParts, ...orderPageSize } },
  { document: orderExportByIds, variables: { ...exportedParts, ...orderPageSize } },
  { document: wholeOrder, variables: { ...everyPart, ...orderLinesSize } },
  { document: orderLines, variables: { ...everyPart, ...orderLinesSize } },
]

const subscriptionMutations = [createSubscription, changeSubscription, removeSubscription].map((document) => ({ document }))
/** Shopify charges all mutations the same cost (recorded). */
const mutations = [{ document: startBulk }, { document: cancelBulk }, { document: productSet }, ...subscriptionMutations]
const mutationCost = 10

const schemas = new Map<string, GraphQLSchema>()

function schemaOf(version: string): GraphQLSchema {
  const known = schemas.get(version) ?? readSchema(version)
  schemas.set(version, known)
  return known
}

function readSchema(version: string): GraphQLSchema {
  const file = new URL(`../../../sandbox/shopify/schema/admin-${version}.json.gz`, import.meta.url)
  const answer = JSON.parse(gunzipSync(readFileSync(file)).toString())
  return buildClientSchema(answer.data ?? answer, { assumeValid: true })
}

const repeatedDocuments = (of: ProductDocuments) => [
  ...[wide, deep].flatMap((size) => [of.page, of.byIds].map((document) => ({ document, variables: { ...all, ...size } }))),
  { document: of.rest, variables: { ...all, ...rest } },
]
/** The corresponding documents for shops with fulfilment services, and for prices of markets. */
const servedDocuments = repeatedDocuments(served)
const pricedDocuments = repeatedDocuments(priced)

describe.each([apiVersion, '2026-07'])('against the schema of %s', (version) => {
  const schema = schemaOf(version)

  test.each([...documents, ...servedDocuments, ...pricedDocuments, ...mutations])('$document.name is valid', ({ document }) => {
    expect(validate(schema, parse(document.text)).map(({ message }) => message)).toEqual([])
  })
})

const noMarkets = { priced: [], published: [] }
const markets = ['DE', 'JP'].map((country) => ({ handle: country.toLowerCase(), name: country, country, currency: 'EUR', columns: [] }))

test.each([
  [all, [], noMarkets],
  [all, services, { priced: markets, published: markets }],
  [partsFor(['Title']), [], { priced: [], published: markets }],
])('what a bulk operation carries out is valid, whatever is searched for', (parts, keepers, asked) => {
  const query = bulkQuery(
    { parts, services: keepers, metafields: parts.metafields ? metafields : [], markets: asked },
    String.raw`vendor:"a \"b\" \\" (tag:'x')`,
  )
  expect(validate(schemaOf(apiVersion), parse(query)).map(({ message }) => message)).toEqual([])
})

test.each([[documents], [servedDocuments], [pricedDocuments]])(
  'no query may cost more than 1,000 points, and each costs at its dearest what it says',
  (known) => {
    const schema = schemaOf(apiVersion)
    const dearest = new Map<string, number>()
    for (const { document, variables } of known)
      dearest.set(document.name, Math.max(dearest.get(document.name) ?? 0, requestedCost(schema, document.text, variables)))
    // A larger page of everything is asked for with fewer products.
    if (known !== documents) dearest.set('ExportPage', Math.min(dearest.get('ExportPage') ?? 0, 1000))
    expect(Math.max(...dearest.values())).toBeLessThanOrEqual(1000)
    expect(Object.fromEntries(dearest)).toEqual(Object.fromEntries(known.map(({ document }) => [document.name, document.cost])))
  },
)

test('mutations cost what all of them do', () => {
  expect(mutations.map(({ document }) => document.cost)).toEqual(mutations.map(() => mutationCost))
})

test('fields that nobody asked for cost nothing', () => {
  const schema = schemaOf(apiVersion)
  const cost = (fields: Parameters<typeof partsFor>[0]) => requestedCost(schema, page.text, { ...partsFor(fields), ...wide })
  expect(cost(['Title', 'Handle', 'Tags', 'Status'])).toBe(2 + 11)
  expect(cost(['Price', 'SKU'])).toBeLessThan(cost(['Price', 'SKU', 'Variant Grams']))
})

const everyField = everyProductField.map((field): [ProductField, ReturnType<typeof partsFor>] => [field, partsFor([field])])

test.each([...everyField, ['all', all] as const])('a page costs what its parts do: %s', (_what, parts) => {
  const schema = schemaOf(apiVersion)
  for (const size of [wide, deep])
    for (const [repeated, document] of [
      [{}, page],
      [{ services: 1 }, served.page],
      [repeats, priced.page],
    ] as const)
      expect(pageCost(parts, repeated, size)).toBe(requestedCost(schema, document.text, { ...parts, ...size }))
})

test.each(
  [[], ['prices'], ['skus'], ['variants'], [...productIncludes]].flatMap((include) =>
    [1, 10, 50, 250].map((first) => ({ include, first })),
  ),
)('a page of the list costs what it includes: $first with $include', ({ include, first }) => {
  const flags = Object.fromEntries(include.map((part) => [part, true]))
  const asked = productIncludes.filter((part) => flags[part])
  expect(listCost(first, asked)).toBe(requestedCost(schemaOf(apiVersion), productList.text, { first, ...flags }))
})

test.each([[[...everyOrderColumn]], ...everyOrderColumn.map((column) => [[column]])])(
  'a page of orders costs what its parts do: %s',
  (columns) => {
    const parts = orderPartsFor(columns)
    expect(orderPageCost(parts)).toBe(requestedCost(schemaOf(apiVersion), orderExportPage.text, { ...parts, ...orderPageSize }))
  },
)

test('the version of the API stands in one place', () => {
  const folder = new URL('../../../server/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const naming = files.filter((file) => readFileSync(new URL(file, folder), 'utf8').includes(`'${apiVersion}'`))
  expect(naming).toEqual(['platforms/shopify/version.ts'])
})

test('a field that Shopify is to remove is asked for where it is wanted alone', () => {
  const text = (parts: typeof all) => bulkQuery({ parts, services: [], metafields: [], markets: noMarkets }, '')
  expect(text(all)).toContain('taxCode')
  expect(text(partsFor(everyProductField.filter((field) => field !== 'Variant Tax Code')))).not.toContain('taxCode')
})

test('the cost formula is the recorded one', () => {
  const schema = schemaOf(apiVersion)
  // Recorded: Shopify charged 14 points for a count and a page of three products.
  const text = 'query Q($first: Int!) { productsCount { count } products(first: $first) { nodes { id } } }'
  expect(requestedCost(schema, text, { first: 3 })).toBe(14)
})
