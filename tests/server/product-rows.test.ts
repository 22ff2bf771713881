import { expect, test } from 'vitest'
import { furtherProductFields, productFields, type ProductField } from '#shared/product-fields.ts'
import { repeatsProductKey } from '#shared/sheet-keys.ts'
import { productRows } from '#server/export/product-rows.ts'
import type { ExportProduct, ExportVariant } from '#server/platforms/port.ts'

const variant = (change: Partial<ExportVariant> = {}): ExportVariant => ({
  id: '1',
  sku: 'A-1',
  barcode: null,
  price: '19.90',
  compareAtPrice: null,
  cost: '7.50',
  optionValues: ['Red', 'S'],
  grams: 200,
  weightUnit: 'g',
  inventoryTracker: 'shopify',
  inventoryQuantity: -3,
  inventoryPolicy: 'deny',
  fulfillmentService: 'manual',
  requiresShipping: true,
  taxable: false,
  taxCode: null,
  unitPrice: null,
  marketPrices: new Map(),
  image: { id: '11', url: 'https://cdn.test/11.jpg' },
  ...change,
})
const image = (id: string) => ({ id, url: `https://cdn.test/${id}.jpg`, alt: null })
const product = (change: Partial<ExportProduct> = {}): ExportProduct => ({
  id: '7',
  createdAt: null,
  updatedAt: null,
  metafields: {},
  inMarkets: new Map(),
  title: 'Shirt LT5',
  handle: 'shirt',
  bodyHtml: '<p>Soft</p>',
  vendor: 'Acme',
  productType: 'Shirts',
  tags: ['new', 'sale'],
  category: 'Apparel > Shirts',
  published: true,
  status: 'active',
  giftCard: false,
  seoTitle: null,
  seoDescription: null,
  templateSuffix: null,
  customOption: null,
  collections: ['Summer', 'All'],
  options: [
    { name: 'Farbe', linkedTo: 'product.metafields.shopify.color-pattern' },
    { name: 'Size', linkedTo: null },
  ],
  images: [image('11'), image('12')],
  variants: [
    variant(),
    variant({ id: '2', sku: 'A-2', optionValues: ['Blue', 'M'], grams: 453.59237, image: null }),
    variant({ id: '3', price: '21.00' }),
  ],
  ...change,
})

const column = (field: ProductField, of: ExportProduct, max = 0) => productRows([field], max, 'USD')(of).map(([cell]) => cell)

test('as many lines as variants or images, and the product’s own fields on the first', () => {
  const titles = productRows(['Variant Id', 'Title', 'Handle'], 0, 'USD')(product()).map(([, ...texts]) => texts)
  expect(titles).toEqual([
    ['Shirt LT5', 'shirt'],
    [null, 'shirt'],
    [null, 'shirt'],
  ])
  expect(column('Variant SKU', product())).toEqual(['A-1', 'A-2', 'A-1'])
  expect(column('Image Position', product())).toEqual([1, 2])
  const images = [image('1'), image('2'), image('3'), image('4')]
  const beside = productRows(['Image Src', 'Variant SKU'], 0, 'USD')(product({ images })).map(([, sku]) => sku)
  expect(beside).toEqual(['A-1', 'A-2', 'A-1', null])
})

test('behind the first, lines without a value are left out', () => {
  expect(productRows(['Title', 'SKU', 'Price', 'Color'], 0, 'USD')(product())).toEqual([['Shirt LT5', 'A-1', '19.90', 'Red']])
  expect(column('Handle', product())).toEqual(['shirt'])
  const barcodes = [variant(), variant({ barcode: '' }), variant({ barcode: '300' })]
  expect(column('Variant Barcode', product({ variants: barcodes }))).toEqual([null, '300'])
  expect(column('Variant Barcode', product({ variants: barcodes }), 2)).toEqual([null])
})

test.each(['Product Id', 'Variant Id'] as const)('%s is said to be missing in rows exactly where it is', (key) => {
  // Nothing is empty.
  const full = {
    barcode: '300',
    compareAtPrice: '30',
    taxCode: 'P1',
    optionValues: ['Red', 'S', 'New'],
    image: { id: '1', url: 'https://cdn.test/1.jpg' },
  }
  const unitPrice = { total: 1, totalUnit: 'kg', base: 1, baseUnit: 'kg' }
  const rich = product({
    images: ['1', '2', '3', '4'].map((id) => ({ ...image(id), alt: 'A shirt' })),
    variants: product().variants.map((one) => ({ ...one, ...full, unitPrice })),
  })
  for (const field of [...productFields, ...furtherProductFields].filter((other) => other !== key && other !== 'Handle'))
    for (const max of [0, 1, 100]) {
      const keys = productRows([key, field], max, 'USD')(rich).map(([cell]) => cell)
      const isMissing = keys.some((cell) => cell === null)
      expect([field, max, repeatsProductKey(max, [key, field], key)]).toEqual([field, max, isMissing])
    }
})

test('at most N lines, of each product', () => {
  expect(column('Variant Id', product(), 2)).toEqual(['1', '2'])
  expect(column('Variant Id', product(), 100)).toEqual(['1', '2', '3'])
})

test('short names mean the first variant or image, plural ones all of them', () => {
  const first = (field: ProductField) => column(field, product())[0]
  expect([first('SKU'), first('Price'), first('Color'), first('Image link'), first('Image Id')]).toEqual([
    'A-1',
    '19.90',
    'Red',
    'https://cdn.test/11.jpg',
    '11',
  ])
  expect([first('Images'), first('Image Ids'), first('Categories'), first('Tags')]).toEqual([
    'https://cdn.test/11.jpg, https://cdn.test/12.jpg',
    '11, 12',
    'Summer, All',
    'new, sale',
  ])
})

test.each(['Color', 'Colour', 'FARBE', 'Màu', 'Ma\u0300u'])('an option named %s is the color', (name) => {
  expect(
    column(
      'Color',
      product({
        options: [
          { name: 'Size', linkedTo: null },
          { name, linkedTo: null },
        ],
      }),
    )[0],
  ).toBe('S')
})

test('measures of a unit price stand beside their variant, and are empty where there are none', () => {
  const unitPrice = { total: 12.5, totalUnit: 'kg', base: 100, baseUnit: 'g' }
  const measured = product({ variants: [variant(), variant({ unitPrice })] })
  const rows = productRows(['Variant Id', ...furtherProductFields], 0, 'USD')(measured)
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    [null, null, null, null],
    ['12.5', 'kg', 100, 'g'],
  ])
})

test('weights as Shopify prints them, to the milligram where they are not whole', () => {
  expect(column('Variant Grams', product())).toEqual(['200.0', '453.592', '200.0'])
  expect(column('Variant Grams', product({ variants: [variant({ grams: null })], images: [] }))).toEqual([null])
})

test('every field has a value for a product with nothing at all, and none of it is junk', () => {
  const bare = product({
    title: '',
    tags: [],
    category: null,
    collections: [],
    options: [],
    images: [],
    variants: [],
    vendor: '',
    productType: '',
  })
  const rows = productRows(productFields, 0, 'USD')(bare)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toHaveLength(52)
  for (const cell of rows[0] ?? []) expect(String(cell)).not.toMatch(/undefined|NaN|\[object/)
})

test('amounts have the digits of the store’s currency, as those of orders have', () => {
  const priced = product({ images: [], variants: [variant({ price: '84028.00', compareAtPrice: '90000.0', cost: '7.50' })] })
  const fields: ProductField[] = ['Price', 'Variant Price', 'Variant Compare At Price', 'Cost per item']
  expect(productRows(fields, 0, 'JPY')(priced)).toEqual([['84028', '84028', '90000', '7.50']])
  expect(productRows(fields, 0, 'USD')(priced)).toEqual([['84028.00', '84028.00', '90000.00', '7.50']])
  expect(productRows(fields, 0, 'KWD')(priced)).toEqual([['84028.000', '84028.000', '90000.000', '7.500']])
})

test('prices of markets stand on the rows of their variants, in the market’s own decimals, and the product’s inclusion on the first', () => {
  const priced = (price: string, compareAtPrice: string | null) => ({
    marketPrices: new Map([['japan', { price, compareAtPrice, currency: 'JPY' }]]),
  })
  const rows = productRows(
    ['market:japan.included', 'market:japan.price', 'market:japan.compareAtPrice', 'market:none.price'],
    0,
    'USD',
  )(
    product({
      inMarkets: new Map([['japan', false]]),
      variants: [variant(priced('1500.0', '2000.0')), variant(priced('990.0', null)), variant()],
      images: [],
    }),
  )
  expect(rows).toEqual([
    [false, '1500', '2000', null],
    [null, '990', null, null],
  ])
})
