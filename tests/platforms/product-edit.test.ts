// Products created and changed through the port. An export then reads the requested values from the shop.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productFields } from '#shared/product-fields.ts'
import { productMessages } from '#shared/product-messages.ts'
import type { ExportProduct, ProductDraft } from '#server/platforms/port.ts'
import { openBench, walked, type Bench } from '#tests/platforms/contract.ts'
import { shopbase } from '#tests/platforms/shopbase/subject.ts'
import { shopify } from '#tests/platforms/shopify/subject.ts'

const subjects = [shopify, shopbase].map((subject) => ({
  ...subject,
  platform: subject.connection.platform,
  settings: { ...subject.settings, products: 40, scopes: [...subject.settings.scopes, 'write_products'] },
}))

const draft: ProductDraft = {
  title: 'Tea “Số 1” & more',
  bodyHtml: '<p>Warm &amp; good</p>',
  vendor: 'Lotus',
  productType: 'Tea',
  tags: ['green', 'Levi’s', '茶'],
  status: 'active',
  options: ['Size', 'Color'],
  variants: [
    {
      optionValues: ['S', 'Red'],
      price: '19.90',
      compareAtPrice: '25.00',
      sku: '=00012',
      barcode: '4006381333931',
      inventoryPolicy: 'deny',
    },
    { optionValues: ['S', 'Blue'], price: '20', compareAtPrice: null, inventoryPolicy: 'continue' },
    { optionValues: ['M', 'Red'], price: '0.50' },
  ],
  images: [
    { url: 'https://cdn.example.com/a.jpg', alt: 'Front' },
    { url: 'https://cdn.example.com/b.jpg', alt: null },
  ],
  seo: { title: 'Buy tea', description: 'Tea, warm and good' },
}

describe.each(subjects)('$platform', (subject) => {
  let bench: Bench
  beforeEach(async () => {
    bench = await openBench(subject)
  })
  afterEach(async () => {
    await bench.platforms.close()
    await bench.sandbox.close()
  })

  async function inShop(id: string): Promise<ExportProduct | undefined> {
    const [product] = await walked(bench.shop.walkProducts({ ids: [id] }, productFields))
    return product
  }

  test('a product is made as it was asked for', async () => {
    const made = await bench.shop.createProduct(draft)
    expect(made).toMatchObject({ title: draft.title, vendor: 'Lotus', productType: 'Tea', status: 'active' })
    expect(made.image?.alt).toBe('Front')
    const product = await inShop(made.id)
    expect(product).toMatchObject({
      title: draft.title,
      bodyHtml: draft.bodyHtml,
      tags: ['Levi’s', 'green', '茶'],
      status: 'active',
      seoTitle: 'Buy tea',
      seoDescription: 'Tea, warm and good',
      images: [
        { url: 'https://cdn.example.com/a.jpg', alt: 'Front' },
        { url: 'https://cdn.example.com/b.jpg', alt: null },
      ],
      options: [{ name: 'Size' }, { name: 'Color' }],
      variants: [
        {
          optionValues: ['S', 'Red'],
          price: '19.90',
          compareAtPrice: '25.00',
          sku: '=00012',
          barcode: '4006381333931',
          inventoryPolicy: 'deny',
        },
        { optionValues: ['S', 'Blue'], price: '20.00', compareAtPrice: null, inventoryPolicy: 'continue' },
        { optionValues: ['M', 'Red'], price: '0.50', sku: null },
      ],
    })
  })

  test('one that is not for sale yet, with a single variant', async () => {
    const { id } = await bench.shop.createProduct({ title: 'Plain', status: 'draft', variants: [{ optionValues: [], price: '5.00' }] })
    expect(await inShop(id)).toMatchObject({ title: 'Plain', status: 'draft', variants: [{ price: '5.00' }], images: [] })
    const listed = await bench.shop.products({ limit: 250 })
    expect(listed.items.map((product) => product.id)).toContain(id)
  })

  test('a change touches nothing else', async () => {
    const { id } = await bench.shop.createProduct(draft)
    const before = await inShop(id)
    expect(await bench.shop.updateProduct(id, { vendor: 'Harbor', tags: [] })).toMatchObject({ id, vendor: 'Harbor' })
    // The shop's own time of the change may be a second later.
    expect(await inShop(id)).toEqual({ ...before, vendor: 'Harbor', tags: [], updatedAt: expect.any(String) })
  })

  test('lists replace what was there; named variants stay the same ones', async () => {
    const { id, images, variants } = await bench.shop.createProduct(draft)
    const [first] = variants
    await bench.shop.updateProduct(id, {
      options: ['Size'],
      variants: [
        { id: first?.id, optionValues: ['S'], price: '21.00' },
        { optionValues: ['XL'], price: '22.00' },
      ],
      images: [
        { url: 'https://cdn.example.com/c.jpg', alt: null },
        { id: images[1]?.id ?? '', alt: 'Back' },
      ],
      removedImages: [images[0]?.id ?? ''],
    })
    const product = await inShop(id)
    expect(product?.variants).toMatchObject([
      { id: first?.id, sku: '=00012', optionValues: ['S'], price: '21.00' },
      { optionValues: ['XL'], price: '22.00', sku: null },
    ])
    expect(product?.variants[1]?.id).not.toBe(first?.id)
    expect(product?.images).toEqual([
      { id: expect.any(String), url: 'https://cdn.example.com/c.jpg', alt: null },
      { id: images[1]?.id, url: 'https://cdn.example.com/b.jpg', alt: 'Back' },
    ])
  })

  test('a product is read whole, in the words of a change', async () => {
    const made = await bench.shop.createProduct(draft)
    const { images, variants, seo } = draft
    expect(made).toMatchObject({
      bodyHtml: draft.bodyHtml,
      options: draft.options,
      images,
      seo,
      variants: variants?.map(({ optionValues }) => ({ id: expect.stringMatching(/^\d+$/), optionValues })),
    })
    expect(made.tags.toSorted()).toEqual(draft.tags?.toSorted())
    expect(await bench.shop.product(made.id)).toEqual(made)
    expect(await bench.shop.product('7')).toBeNull()
  })

  test('one without choices has no options', async () => {
    const made = await bench.shop.createProduct({ title: 'Plain', status: 'draft', variants: [{ optionValues: [], price: '5.00' }] })
    expect(made).toMatchObject({ options: [], variants: [{ optionValues: [], price: '5.00' }] })
    const [only] = made.variants
    const changed = await bench.shop.updateProduct(made.id, { options: [], variants: [{ id: only?.id, optionValues: [], price: '6.00' }] })
    expect(changed).toMatchObject({ options: [], variants: [{ id: only?.id, optionValues: [], price: '6.00' }] })
  })

  test('a product that is not there is none', async () => {
    expect(await bench.shop.updateProduct('7', { title: 'Nothing' })).toBeNull()
  })

  test('what the shop refuses is said, with its name', async () => {
    const variants = [{ id: '7', optionValues: [], price: '1.00' }]
    const { id } = await bench.shop.createProduct(draft)
    await expect(bench.shop.updateProduct(id, { variants })).rejects.toMatchObject({
      code: 'STORE_REFUSED',
      message: expect.stringMatching(/^Battery: the platform refused the request/),
    })
  })

  test('a missing scope is named', async () => {
    bench.sandbox.tune({ scopes: ['read_products'] })
    await expect(bench.shop.createProduct(draft)).rejects.toMatchObject({
      code: 'STORE_LACKS_SCOPE',
      message: expect.stringContaining('write_products'),
    })
  })

  test('a call whose answer is lost is not sent again: that would make two', async () => {
    bench.sandbox.faults.add({ kind: 'reset', share: 0.5, times: 1 })
    await expect(bench.shop.createProduct(draft)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(bench.sandbox.requests).toHaveLength(1)
  })
})

test('alt texts that a new ShopBase product could not be given are not lost without a word', async () => {
  const { settings } = shopbase
  const bench = await openBench({ ...shopbase, settings: { ...settings, products: 40, scopes: [...settings.scopes, 'write_products'] } })
  bench.sandbox.faults.add({ kind: 'status', status: 402, after: 1, times: 1 })
  const failed: unknown = await bench.shop.createProduct(draft).catch((error: unknown) => error)
  const { items } = await bench.shop.products({ limit: 250 })
  const made = items.find(({ title }) => title === draft.title)
  expect(failed).toMatchObject({ code: 'STORE_UNAVAILABLE', message: productMessages.notDescribed(made?.id ?? '') })
  await bench.platforms.close()
  await bench.sandbox.close()
})
