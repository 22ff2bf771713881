import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedInteger } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { change, next, previous } from '#shared/paging.ts'
import { platforms, traits } from '#shared/platforms.ts'
import { productFields } from '#shared/product-fields.ts'
import { ProductFilters, ProductSearch } from '#shared/products.ts'
import { sellerCode } from '#shared/seller-code.ts'
import { normalizeDomain } from '#shared/stores.ts'

test('the 52 exportable fields stand in this order', () => {
  const fields = `Title, Seller Code, SKU, Image link, Tags, Vendor, Color, Price, Product Type, Product Id, Handle, Variant Id, Body (HTML),
    Product Category, Published, Option1 Name, Option1 Value, Option1 Linked To, Option2 Name, Option2 Value, Option2 Linked To, Option3 Name,
    Option3 Value, Option3 Linked To, Variant SKU, Variant Grams, Variant Inventory Tracker, Variant Inventory Qty, Variant Inventory Policy,
    Variant Fulfillment Service, Variant Price, Variant Compare At Price, Variant Requires Shipping, Variant Taxable, Variant Barcode, Image Src,
    Image Position, Image Alt Text, Gift Card, SEO Title, SEO Description, Variant Image, Variant Weight Unit, Variant Tax Code, Cost per item,
    Status, Image Ids, Image Id, Images, Categories, templateSuffix, Custom Option`
  expect(productFields).toEqual(fields.split(/,\s+/))
  expect(productFields).toHaveLength(52)
})

test.each([
  ['Tee LT5', 'LT5'],
  ['CTM100', 'CTM100'],
  ['TB101', null],
  ['LT101', null],
  ['K23 LT1', 'K23'],
  ['LT05', null],
  ['LT0', 'LT0'],
  ['XLT5', null],
  ['áLT5', null],
  ['LT5x', null],
  ['(DT7)', 'DT7'],
  ['ts9', null],
  ['none', null],
])('the seller code of "%s" is %s', (title, code) => {
  expect(sellerCode(title)).toBe(code)
})

test('the seller code of a megabyte is found at once', () => {
  expect(sellerCode('LT'.repeat(500_000))).toBeNull()
  expect(sellerCode(`${'L'.repeat(1_000_000)} LT1`)).toBe('LT1')
})

test.each([
  ['', 50_000],
  ['abc', 50_000],
  ['0', 50_000],
  ['1', 1],
  ['100000', 100_000],
  ['100001', 50_000],
  ['1.5', 50_000],
  ['-1', 50_000],
])('Max Items "%s" means %d', (typed, items) => {
  expect(boundedInteger(typed, limits.maxItems)).toBe(items)
})

test.each([
  ['', 0],
  ['abc', 0],
  ['-1', 0],
  ['0', 0],
  ['100', 100],
  ['101', 0],
])('Rows Per Product "%s" means %d', (typed, rows) => {
  expect(boundedInteger(typed, limits.rowsPerProduct)).toBe(rows)
})

test('Next pushes, Previous pops, and any change starts again', () => {
  const first = { trail: [] as string[], status: 'active' }
  const third = next(next(first, 'a'), 'b')
  expect(third.trail).toEqual(['a', 'b'])
  expect(previous(third).trail).toEqual(['a'])
  expect(previous(first).trail).toEqual([])
  expect(change(third, { status: 'draft' })).toEqual({ trail: [], status: 'draft' })
})

test('any address opens the products screen', { retry: 0 }, () => {
  const search = fc.dictionary(fc.constantFrom(...Object.keys(ProductSearch.shape)), fc.anything())
  fc.assert(fc.property(search, (given) => ProductSearch.safeParse(given).success))
})

test('a filter takes one value or several, and whole days in order', () => {
  expect(ProductFilters.parse({ tag: 'new', vendor: ['A', 'B'] })).toEqual({ tag: ['new'], vendor: ['A', 'B'] })
  expect(ProductFilters.safeParse({ createdAfter: '2026-02-30' }).success).toBe(false)
  expect(ProductFilters.safeParse({ createdAfter: '2026-03-02', createdBefore: '2026-03-01' }).success).toBe(false)
  expect(ProductFilters.safeParse({ colour: 'red' }).success).toBe(false)
})

const refused = [
  'north.myshopify.com.evil.com',
  'evil.com/north.myshopify.com',
  'user@north.myshopify.com',
  'north.myshopify.com@evil.com',
  'north.myshopify.com#@evil.com',
  'north.myshopify.com/..',
  'north.myshopify.com\\@evil.com',
  'north.myshopify.com:8080',
  'north.myshopify.com.',
  'north\n.myshopify.com',
  'a。myshopify。com',
  'ａ.myshopify.com',
  'xn--a.myshopify.com',
  '.myshopify.com',
  'myshopify.com',
  '-a.myshopify.com',
  'a..myshopify.com',
  'a.b.myshopify.com',
  'http://north.myshopify.com',
  'localhost',
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '169.254.169.254',
  'admin.shopify.com',
  'admin.shopify.com/store/',
  'admin.shopify.com/store/north/orders',
  'admin.shopify.com/store/north?x',
  'admin.shopify.com/store/../north',
  'admin.shopify.com/store/north.myshopify.com',
  'admin.shopify.com.evil.com/store/north',
  'evil.com/admin.shopify.com/store/north',
  'evil.com/store/north',
  'http://admin.shopify.com/store/north',
  'north.myshopify.com/admin/orders',
  'north.myshopify.com/adminx',
  'evil.com/north.myshopify.com/admin',
  'north.myshopify.com//admin',
  'north.evil.com/admin',
]
test.each(refused)('"%s" is no shop', (typed) => {
  for (const platform of platforms) expect(normalizeDomain(platform, typed)).toBeNull()
})

test.each([
  'https://admin.shopify.com/store/north',
  'https://admin.shopify.com/store/North/',
  ' admin.shopify.com/store/north',
  'https://north.myshopify.com/admin',
  'HTTPS://NORTH.myshopify.com/admin/ ',
])('"%s" is the admin of a Shopify shop, and becomes its bare host', (typed) => {
  expect(normalizeDomain('shopify', typed)).toBe('north.myshopify.com')
  expect(normalizeDomain('shopbase', typed)).toBeNull()
})

test.each(['north', 'NORTH', ' https://north'])('"%s" with its platform’s host is one', (typed) => {
  for (const platform of platforms) {
    const host = traits[platform].hostSuffix
    expect(normalizeDomain(platform, `${typed}.${host}/`)).toBe(`north.${host}`)
  }
})
