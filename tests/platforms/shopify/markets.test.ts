// Markets of a shop: the same prices through pages and through bulk operations.
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { everyProductField, type ProductColumn } from '#shared/product-fields.ts'
import type { ExportProduct, Shop } from '#server/platforms/port.ts'
import { moneyText } from '#server/platforms/money.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { isIncludedIn, marketPriceOf, markets } from '#sandbox/catalogue/markets.ts'
import { startSandbox } from '#sandbox/start.ts'
import { bothWays } from '#tests/platforms/shopify/both-ways.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const { sandbox, shopWith, bulk, paged } = bothWays()
const walked = (shop: Shop, columns: readonly ProductColumn[]): Promise<ExportProduct[]> =>
  Array.fromAsync(shop.walkProducts({ query: {} }, columns))
const { products } = catalogueOf(shopify.settings)
const marketNamed = (handle: string) => {
  const found = markets.find((market) => market.handle === handle)
  if (!found) throw new Error(`no market ${handle}`)
  return found
}
/** As a product's data has them, with the decimals of their currency. */
const pricesIn = (product: ExportProduct, handle: string) =>
  product.variants.map(({ marketPrices }) => {
    const found = marketPrices.get(handle)
    const text = (amount: string | null) => (amount === null || !found ? null : moneyText(amount, found.currency))
    return found && [text(found.price), text(found.compareAtPrice), found.currency]
  })
const operations = () => sandbox().requests.map(({ operation }) => operation)

test('a shop tells its active markets of countries by name, each with its first country and that one’s currency', async () => {
  const found = await paged().markets()
  expect(found?.map(({ handle, name, country, currency }) => [handle, name, country, currency])).toEqual([
    ['europe', 'Europe', 'DE', 'EUR'],
    ['gulf-2', 'Gulf, "duty paid"', 'KW', 'KWD'],
    ['japan', 'Japan', 'JP', 'JPY'],
  ])
  expect(found?.[0]?.columns).toEqual([
    { column: 'market:europe.included', header: 'Included / Europe' },
    { column: 'market:europe.price', header: 'Price / Europe' },
    { column: 'market:europe.compareAtPrice', header: 'Compare At Price / Europe' },
  ])
})

test('a shop with more markets than fit on a page tells all of them', async () => {
  const settings = { ...shopify.settings, moreMarkets: 600 }
  const other = await startSandbox({ shops: [settings] })
  const found = await shopWith(Number.POSITIVE_INFINITY, other).markets()
  expect(new Set(found?.map(({ handle }) => handle)).size).toBe(603)
  expect(other.requests.filter(({ operation }) => operation === 'ShopMarkets')).toHaveLength(3)
  await other.close()
})

test('a shop without the scope for markets hides them, and their columns are empty', async () => {
  sandbox().tune({ scopes: shopify.settings.scopes.filter((scope) => scope !== 'read_markets') })
  const shop = paged()
  expect(await shop.markets()).toBeNull()
  const found = await walked(shop, ['Title', 'market:europe.included', 'market:europe.price'])
  expect(found).toHaveLength(products.length)
  expect(found.every(({ inMarkets, variants }) => inMarkets.size === 0 && variants.length === 0)).toBe(true)
  expect(operations().filter((operation) => operation === 'ShopMarkets')).toHaveLength(1)
})

test.each([
  ['pages', paged],
  ['a bulk operation', bulk],
])('%s give the chosen markets’ prices of every variant and where each product is sold, exactly', async (_way, shop) => {
  const found = await walked(shop(), [
    'Title',
    'market:japan.price',
    'market:europe.compareAtPrice',
    'market:japan.included',
    'market:gulf-2.included',
    'market:gulf-2.price',
    'market:brazil.price',
    'market:none.included',
  ])
  expect(found).toHaveLength(products.length)
  for (const [index, product] of products.entries()) {
    const exported = found[index]
    if (!exported) throw new Error('too few products')
    expect(Object.fromEntries(exported.inMarkets)).toEqual({
      japan: isIncludedIn(product, marketNamed('japan')),
      'gulf-2': isIncludedIn(product, marketNamed('gulf-2')),
    })
    for (const handle of ['japan', 'europe', 'gulf-2']) {
      const expected = product.variants.map((variant) => {
        const { price, compareAtPrice } = marketPriceOf(variant, marketNamed(handle))
        return [price, compareAtPrice, marketNamed(handle).currency]
      })
      expect(pricesIn(exported, handle)).toEqual(expected)
    }
    expect(exported.variants.every(({ marketPrices }) => marketPrices.size === 3)).toBe(true)
  }
  const japanese = found.flatMap((product) => pricesIn(product, 'japan'))
  expect(japanese.some((price) => price?.[1] === null)).toBe(true)
  expect(japanese.every((price) => /^\d+$/.test(price?.[0] ?? ''))).toBe(true)
  expect(found.some(({ inMarkets }) => inMarkets.get('japan') === false)).toBe(true)
})

test('with every other part, bulk operations give what pages give, for as many markets as an export may have', async () => {
  const settings = { ...shopify.settings, moreMarkets: limits.exportMarkets - 3 }
  const other = await startSandbox({ shops: [settings] })
  other.tune({ costBucket: false })
  const handles = ['europe', 'japan', 'gulf-2', ...Array.from({ length: limits.exportMarkets - 3 }, (_, index) => `more-${index}`)]
  const columns: ProductColumn[] = [
    'Body (HTML)',
    'Categories',
    'Images',
    'Variant Image',
    'Variant Grams',
    'Variant Fulfillment Service',
    'metafield:custom.care',
    ...handles.flatMap((handle): ProductColumn[] => [
      `market:${handle}.included`,
      `market:${handle}.price`,
      `market:${handle}.compareAtPrice`,
    ]),
  ]
  const byPages = await walked(shopWith(Number.POSITIVE_INFINITY, other), columns)
  other.requests.length = 0
  expect(await walked(shopWith(0, other), columns)).toEqual(byPages)
  const made = other.requests.map(({ operation }) => operation)
  expect(made).toContain('StartBulk')
  expect(made).not.toContain('ExportPage')
  expect(byPages[0]?.variants[0]?.marketPrices.size).toBe(limits.exportMarkets)
  await other.close()
})

test('products whose variants do not fit on a page have the prices of all of them', async () => {
  const large = products.filter(({ variants }) => variants.length > 50)
  expect(large.length).toBeGreaterThan(0)
  const ids = large.map(({ id }) => id)
  const found = await Array.fromAsync(paged().walkProducts({ ids }, ['market:japan.price']))
  for (const [index, { variants }] of large.entries()) expect(found[index]?.variants).toHaveLength(variants.length)
  expect(found.flatMap(({ variants }) => variants).every(({ marketPrices }) => marketPrices.has('japan'))).toBe(true)
  expect(operations()).toContain('ExportRest')
})

test('without a market among the columns, none is asked for', async () => {
  const [first] = await walked(paged(), ['Title', 'Price'])
  expect([first?.inMarkets.size, first?.variants[0]?.marketPrices.size]).toEqual([0, 0])
  expect(operations()).not.toContain('ShopMarkets')
})

test('with every field and as many markets as an export may have, no page costs more than Shopify allows', async () => {
  const settings = { ...shopify.settings, moreMarkets: limits.exportMarkets }
  const other = await startSandbox({ shops: [settings] })
  other.tune({ costBucket: false })
  const prices = Array.from({ length: limits.exportMarkets }, (_, index): ProductColumn => `market:more-${index}.price`)
  const found = await walked(shopWith(Number.POSITIVE_INFINITY, other), [...everyProductField, ...prices])
  expect(found).toHaveLength(products.length)
  const pages = other.requests.filter(({ operation }) => operation === 'ExportPage')
  // A refused page would be one more. A page of 250 products is halved three times.
  expect(pages).toHaveLength(Math.ceil(products.length / 31))
  await other.close()
})
