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

const QUERY = 'query Find($query: String) { products(first: 250, query: $query) { nodes { legacyResourceId } } }'

async function find(query: string): Promise<unknown[]> {
  const answer = await graphql(sandbox, QUERY, { variables: { query } })
  return listAt(answer, 'data.products.nodes').map((node) => at(node, 'legacyResourceId'))
}

const idsOf = (fits: (product: CatalogueProduct) => boolean) => goods.products.filter(fits).map((product) => product.id)
const everything = idsOf(() => true)
const ugly = (name: Parameters<typeof uglyProduct>[1]) => uglyProduct(goods, name)

const inVendors = (product: CatalogueProduct) => ['mori', 'acme'].includes(product.vendor.toLowerCase())

describe('binding', () => {
  test('OR binds tighter than the AND between neighbours, with and without parentheses', async () => {
    const expected = idsOf((product) => inVendors(product) && product.status === 'ACTIVE')
    expect(expected.length).toBeGreaterThan(0)
    expect(await find('vendor:Mori OR vendor:Acme status:active')).toEqual(expected)
    expect(await find('(vendor:Mori OR vendor:Acme) status:active')).toEqual(expected)
    expect(await find('status:active AND (vendor:Mori OR vendor:Acme)')).toEqual(expected)
  })

  test('NOT and - take the next term or group only', async () => {
    const expected = idsOf((product) => product.status === 'DRAFT' && !inVendors(product))
    expect(await find('NOT (vendor:mori OR vendor:ACME) status:draft')).toEqual(expected)
    expect(await find('-vendor:Mori -vendor:Acme status:DRAFT')).toEqual(expected)
  })

  test('what dangles is forgiven', async () => {
    const expected = idsOf((product) => product.vendor === 'Mori')
    expect(await find('(vendor:Mori')).toEqual(expected)
    expect(await find('vendor:Mori OR')).toEqual(expected)
    expect(await find('vendor:Mori)')).toEqual(expected)
    expect(await find('OR vendor:Mori')).toEqual(expected)
  })

  test('a parenthesis after a field is text, and so matches nothing', async () => {
    expect(await find('vendor:(Mori')).toEqual([])
    expect(await find('vendor:(Mori OR Acme)')).toEqual([])
  })
})

describe('values', () => {
  test.each([
    [`vendor:"Levi's"`, (product: CatalogueProduct) => product.vendor === "Levi's"],
    [String.raw`vendor:'O\'Hara & Sons'`, (product: CatalogueProduct) => product.vendor === "O'Hara & Sons"],
    [String.raw`tag:"12\" frame"`, (product: CatalogueProduct) => product.tags.includes('12" frame')],
    [String.raw`tag:"back\\slash"`, (product: CatalogueProduct) => product.tags.includes(String.raw`back\slash`)],
    ['tag:"best (seller)"', (product: CatalogueProduct) => product.tags.includes('best (seller)')],
    [String.raw`tag:a\:b`, (product: CatalogueProduct) => product.tags.includes('a:b')],
    ['tag:"OR"', (product: CatalogueProduct) => product.tags.includes('OR')],
    ['tag:東京', (product: CatalogueProduct) => product.tags.includes('東京')],
    ['product_type:"Kitchen, Dining"', (product: CatalogueProduct) => product.productType === 'Kitchen, Dining'],
    ['product_type:Bags,Candles', (product: CatalogueProduct) => ['Bags', 'Candles'].includes(product.productType)],
    ['status:draft,archived', (product: CatalogueProduct) => ['DRAFT', 'ARCHIVED'].includes(product.status)],
    ['status:unlisted', (product: CatalogueProduct) => product.status === 'UNLISTED'],
    ['gift_card:true', (product: CatalogueProduct) => product.isGiftCard],
    ['sku:00012345', (product: CatalogueProduct) => product.variants.some((variant) => variant.sku === '00012345')],
  ])('%s', async (query, expected) => {
    const ids = idsOf(expected)
    expect(ids.length).toBeGreaterThan(0)
    expect(await find(query)).toEqual(ids)
  })

  test('numbers and ids compare as numbers, also beyond what a JavaScript number holds', async () => {
    const last = goods.products.at(-1)?.id ?? ''
    expect(last).toHaveLength(19)
    expect(await find(`id:${last}`)).toEqual([last])
    expect(await find(`id:>=${last}`)).toEqual([last])
    expect(await find(`id:>${BigInt(last) - 1n}`)).toEqual([last])
    expect(await find('price:0')).toEqual([ugly('freeOfCharge').id])
  })

  test('a collection is found by the number in its id', async () => {
    const [collectionId = ''] = ugly('manyCollections').collectionIds
    expect(await find(`collection_id:${collectionId}`)).toEqual(idsOf((product) => product.collectionIds.includes(collectionId)))
  })
})

describe('text', () => {
  test('goes by whole words, without regard to case', async () => {
    expect(await find('NINETEEN')).toEqual([goods.products.at(-1)?.id])
    expect(await find('ninete')).toEqual([])
  })

  test('a star takes the beginning of a word', async () => {
    expect(await find('ninete*')).toEqual([goods.products.at(-1)?.id])
    expect(await find('title:"nineteen digits"')).toEqual([goods.products.at(-1)?.id])
    expect(await find('"digits nineteen"')).toEqual([])
  })

  test('finds Vietnamese and Japanese words', async () => {
    expect(await find('"đà nẵng"')).toContain(ugly('vietnamese').id)
    expect(await find('東京スニーカー')).toEqual([ugly('cjk').id])
  })

  test('an empty search finds all', async () => {
    expect(await find('  ')).toEqual(everything)
  })
})

describe('times', () => {
  // Created on 31 May at 23:30 in New York, which is 1 June in UTC.
  const evening = ugly('lateEvening').id

  test('a bare day is the day in the shop, not the day in UTC', async () => {
    expect(await find('created_at:2026-05-31')).toContain(evening)
    expect(await find('created_at:2026-06-01')).not.toContain(evening)
    expect(await find('created_at:>=2026-06-01')).not.toContain(evening)
    expect(await find('created_at:<=2026-05-31')).toContain(evening)
  })

  test('a quoted moment is exact', async () => {
    expect(await find('created_at:>="2026-06-01T03:30:00Z" created_at:<"2026-06-01T03:30:01Z"')).toContain(evening)
    expect(await find('created_at:<"2026-05-31T23:30:00-04:00"')).not.toContain(evening)
  })

  test('an unquoted moment falls apart at its colons, which the answer warns of', async () => {
    const answer = await graphql(sandbox, QUERY, { variables: { query: 'updated_at:<2000-01-01T00:00:00Z' } })
    expect(at(answer, 'extensions.search.0.warnings')).toEqual([
      { field: '00', message: 'Invalid search field for this query.', code: 'invalid_field' },
    ])
  })
})

test('a field that does not exist is ignored, with a warning that names it', async () => {
  const answer = await graphql(sandbox, QUERY, { variables: { query: 'vendr:Mori status:active' } })
  expect(listAt(answer, 'data.products.nodes')).toHaveLength(idsOf((product) => product.status === 'ACTIVE').length)
  expect(at(answer, 'extensions.search')).toEqual([
    {
      path: ['products'],
      query: 'vendr:Mori status:active',
      parsed: {
        and: [
          { field: 'vendr', match_all: 'Mori' },
          { field: 'status', match_all: 'active' },
        ],
      },
      warnings: [{ field: 'vendr', message: 'Invalid search field for this query.', code: 'invalid_field' }],
    },
  ])
})

test('a value that its field cannot have is warned of too', async () => {
  const answer = await graphql(sandbox, QUERY, { variables: { query: 'created_at:>yesterday' } })
  expect(at(answer, 'extensions.search.0.warnings.0.code')).toBe('invalid_value')
})
