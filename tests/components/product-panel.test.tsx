import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import { always, openScreen } from './app.tsx'
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

test('a variant has its own picture, if it has one', async () => {
  await openScreen('/products?product=1', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'products.get': always({ product }),
    },
  })
  const variants = within(await screen.findByRole('region', { name: 'Variants' }))
  const pictureOf = (name: RegExp) => variants.getByRole('row', { name }).querySelector('img')?.getAttribute('src')
  expect(pictureOf(/^Red/)).toBe('https://cdn.test/red.png')
  expect(pictureOf(/^Blue/)).toBeUndefined()
})
