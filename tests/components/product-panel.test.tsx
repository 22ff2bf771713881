import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import { always, openScreen, sentTo } from './app.tsx'
import { copiesOf } from './catalogue-answers.ts'
import { madeProduct } from './usual-answers.ts'

const variant: ProductVariant = {
  id: '11',
  optionValues: ['Red'],
  price: '10.00',
  compareAtPrice: null,
  sku: 'TEA-R',
  barcode: null,
  inventoryPolicy: null,
  inventoryQuantity: 3,
  imageId: '21',
}
const { priceRange: _range, stock: _stock, ...listed } = madeProduct('1')
const product: ProductDetail = {
  ...listed,
  handle: 'tea',
  bodyHtml: '',
  options: ['Color'],
  variants: [variant, { ...variant, id: '12', optionValues: ['Blue'], imageId: null }],
  images: [{ id: '21', url: 'https://cdn.test/red.png', alt: null }],
  seo: { title: null, description: null },
  storefrontUrl: null,
}

const opened = {
  'products.count': always({ count: 1 }),
  'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
  'products.get': always({ product }),
}

test('a variant has its own picture, if it has one', async () => {
  await openScreen('/products?product=1', {
    as: 'staff',
    answers: opened,
  })
  const variants = within(await screen.findByRole('region', { name: 'Variants' }))
  const pictureOf = (name: RegExp) => variants.getByRole('row', { name }).querySelector('img')?.getAttribute('src')
  expect(pictureOf(/^Red/)).toBe('https://cdn.test/red.png')
  expect(pictureOf(/^Blue/)).toBeUndefined()
})

const changed = {
  id: '1',
  storeId: 'a',
  storeName: 'Alpha',
  productId: '1',
  title: 'Tea',
  kind: 'stock',
  variant: null,
  before: '9',
  after: '6',
  currency: 'USD',
  at: '2026-01-01T00:00:00.000Z',
}

test('tells how price and stock went, where a copy of the store is kept', async () => {
  const copied = {
    'products.catalogue.stores': always(copiesOf()),
    'products.catalogue.changes': always({ changes: [changed], nextCursor: null }),
  }
  await openScreen('/products?store=a&product=1', { as: 'staff', answers: { ...opened, ...copied } })
  expect(await screen.findByRole('figure')).toHaveTextContent(/Stock from 9 to 6/)
  expect(screen.getByRole('link', { name: 'All changes' })).toHaveAttribute('href', expect.stringMatching(/changes.*stores=.*of=/))
  expect(sentTo('products.catalogue.changes')).toEqual([{ storeIds: ['a'], productId: '1', limit: 250 }])
})

test('tells nothing of changes without a copy', async () => {
  await openScreen('/products?store=a&product=1', { as: 'staff', answers: opened })
  expect(await screen.findByRole('region', { name: 'Variants' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Changes' })).toBeNull()
  expect(sentTo('products.catalogue.changes')).toEqual([])
})
