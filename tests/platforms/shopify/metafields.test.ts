// Metafields of products: the same values through pages and through bulk operations.
import { expect, test } from 'vitest'
import { metafieldColumn, type MetafieldColumn } from '#shared/metafields.ts'
import type { ProductColumn } from '#shared/product-fields.ts'
import type { ExportProduct, Shop } from '#server/platforms/port.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { metafieldsOf } from '#sandbox/catalogue/metafields.ts'
import { startSandbox } from '#sandbox/start.ts'
import { bothWays } from '#tests/platforms/shopify/both-ways.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const { sandbox, shopWith, bulk, paged } = bothWays()
const walked = (shop: Shop, columns: readonly ProductColumn[]): Promise<ExportProduct[]> =>
  Array.fromAsync(shop.walkProducts({ query: {} }, columns))
const { products } = catalogueOf(shopify.settings)

test('a shop tells the definitions by name, without deleted ones', async () => {
  const found = await paged().metafields()
  expect(found.map(({ name }) => name)).toEqual(['Badge', 'Care "instructions"', 'Features', 'Material', 'Ratio', 'Story', 'Thread count'])
  expect(found[1]).toEqual({
    namespace: 'custom',
    key: 'care',
    name: 'Care "instructions"',
    type: 'multi_line_text_field',
    column: 'metafield:custom.care',
    header: 'Care "instructions" (product.metafields.custom.care)',
  })
})

test('a shop with more definitions than fit on a page tells all of them', async () => {
  const settings = { ...shopify.settings, moreMetafields: 600 }
  const other = await startSandbox({ shops: [settings] })
  const found = await shopWith(Number.POSITIVE_INFINITY, other).metafields()
  expect(new Set(found.map(({ column }) => column)).size).toBe(607)
  expect(other.requests.filter(({ operation }) => operation === 'ProductMetafields')).toHaveLength(3)
  await other.close()
})

const chosen: MetafieldColumn[] = ['material', 'care', 'story', 'features', 'badge', 'season'].map((key) => metafieldColumn('custom', key))
const numbers: MetafieldColumn[] = ['metafield:specs.thread-count', 'metafield:specs.ratio']

test.each([
  ['pages', paged],
  ['a bulk operation', bulk],
])('%s give the chosen metafields of every product and no others, exactly', async (_way, shop) => {
  const columns: ProductColumn[] = ['Title', ...chosen.slice(0, 3), ...numbers]
  const expected = products.map((product) => {
    const own = metafieldsOf(product).map(({ namespace, key, value }) => [`${namespace}.${key}`, value] as const)
    return Object.fromEntries(own.filter(([name]) => columns.some((column) => column === `metafield:${name}`)))
  })
  const found = await walked(shop(), columns)
  expect(found.map(({ metafields }) => metafields)).toEqual(expected)
  expect(found.some(({ metafields }) => metafields['custom.story']?.length === 5_000)).toBe(true)
})

test('with every other part, bulk operations give what pages give, for as many metafields as an export may have', async () => {
  const others = Array.from({ length: 50 - chosen.length - numbers.length }, (_, index) => metafieldColumn('app--1--space', `key-${index}`))
  const columns: ProductColumn[] = [
    'Body (HTML)',
    'Categories',
    'Images',
    'Variant Image',
    'Variant Grams',
    ...chosen,
    ...numbers,
    ...others,
  ]
  const byPages = await walked(paged(), columns)
  sandbox().requests.length = 0
  expect(await walked(bulk(), columns)).toEqual(byPages)
  const operations = sandbox().requests.map(({ operation }) => operation)
  expect(operations).toContain('StartBulk')
  expect(operations).not.toContain('ExportPage')
  expect(byPages.filter(({ metafields }) => metafields['custom.season'] !== undefined).length).toBeGreaterThan(0)
})

test('without a metafield among the columns, none is asked for', async () => {
  expect((await walked(paged(), ['Title'])).every(({ metafields }) => Object.keys(metafields).length === 0)).toBe(true)
  for (const { operation, variables } of sandbox().requests)
    if (operation === 'ExportPage') expect(variables).toMatchObject({ metafields: false, metafieldKeys: [] })
})
