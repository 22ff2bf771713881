// Product updates change only the given fields, and never overwrite unseen changes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, uglyProduct } from '#sandbox/catalogue/catalogue.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { graphqlPath } from '#server/platforms/shopify/version.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import { productMessages } from '#shared/product-messages.ts'
import { createWorld, testShops, type Caller, type RestAnswer, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const productIn = ({ body }: RestAnswer) => (body as { data: { product: ProductDetail } }).data.product
const images = ['a', 'b'].map((name) => ({ url: `https://cdn.example.com/${name}.jpg`, alt: name }))
const shirt = {
  title: 'Shirt',
  options: ['Size'],
  variants: [
    { optionValues: ['S'], price: '10.00', sku: 'S1', barcode: '4006381333931' },
    { optionValues: ['M'], price: '11.00', sku: 'M1' },
  ],
  images,
}

describe.each(['north', 'print'] as const)('%s', (shop) => {
  const made = async (change: object = {}) =>
    productIn(await owner.rest('POST', '/products/create', { storeId: world.stores[shop], ...shirt, ...change }))
  const read = async (id: string) => productIn(await owner.rest('GET', `/products/${world.stores[shop]}/${id}`))
  const update = (productId: string, change: object) =>
    owner.rest('PUT', '/products/update', { storeId: world.stores[shop], productId, ...change })

  test('a product is read as it was made, over REST and tRPC', async () => {
    const product = await made()
    expect(product).toMatchObject({ ...shirt, updatedAt: expect.stringMatching(/Z$/) })
    expect(await read(product.id)).toEqual(product)
    const overTrpc = await owner.trpc('products.get', { storeId: world.stores[shop], productId: product.id })
    expect(overTrpc.data).toEqual({ product })
    expect(await owner.rest('GET', `/products/${world.stores[shop]}/7`)).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    })
  })

  test('a list that leaves a variant out is refused, names it, and changes nothing', async () => {
    const product = await made()
    const answer = await update(product.id, { title: 'Other', options: ['Size'], variants: [{ optionValues: ['S'], price: '12.00' }] })
    const message = productMessages.wouldRemove('variants', ['M (M1)'])
    const error = { code: 'WOULD_REMOVE', message, issues: [{ path: 'variants', message: 'M (M1)' }] }
    expect(answer).toMatchObject({ status: 409, body: { message, error } })
    expect(await read(product.id)).toEqual(product)
  })

  test('variants are found by their values and keep what is not named', async () => {
    const product = await made()
    const [small, medium] = product.variants
    const answer = await update(product.id, { variants: [{ optionValues: ['M'] }, { optionValues: ['S'], price: '12.00' }] })
    expect(answer.status).toBe(200)
    expect(productIn(answer).variants).toEqual([medium, { ...small, price: '12.00' }])
    expect(await read(product.id)).toEqual(productIn(answer))
  })

  test('a variant found by its id may get other values, and one more is made', async () => {
    const product = await made()
    const [small, medium] = product.variants
    const variants = [{ id: small?.id, optionValues: ['XS'] }, { optionValues: ['S'], price: '9.00' }, { id: medium?.id }]
    const after = productIn(await update(product.id, { variants }))
    expect(after.variants).toMatchObject([
      { ...small, optionValues: ['XS'] },
      { optionValues: ['S'], price: '9.00', sku: null },
      { ...medium },
    ])
    expect(product.variants.map(({ id }) => id)).not.toContain(after.variants[1]?.id)
  })

  test('removing is asked for', async () => {
    const product = await made()
    const [small] = product.variants
    const after = productIn(await update(product.id, { variants: [{ optionValues: ['S'] }], images: [], removeMissing: true }))
    expect(after).toMatchObject({ variants: [small], images: [] })
    expect(after.variants).toHaveLength(1)
  })

  test('images are found by id or URL, keep their ids, and go only when that is asked for', async () => {
    const product = await made()
    const [front, back] = product.images
    const refused = await update(product.id, { images: [{ url: front?.url }] })
    expect(refused).toMatchObject({ status: 409, body: { message: productMessages.wouldRemove('images', [back?.url ?? '']) } })
    const url = 'https://cdn.example.com/c.jpg'
    const after = productIn(await update(product.id, { images: [{ id: back?.id, alt: 'Back' }, { url }, { url: front?.url }] }))
    expect(after.images).toEqual([{ ...back, alt: 'Back' }, { id: expect.any(String), url, alt: null }, front])
  })

  test('nobody writes over a version that they have not seen', async () => {
    const product = await made()
    const expectedUpdatedAt = new Date(Date.parse(product.updatedAt ?? '') - 1000).toISOString()
    const stale = await update(product.id, { title: 'Mine', expectedUpdatedAt })
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', message: productMessages.changedSince(product.updatedAt) } },
    })
    expect(await read(product.id)).toEqual(product)
    const fresh = await update(product.id, { title: 'Mine', expectedUpdatedAt: product.updatedAt })
    expect(productIn(fresh)).toMatchObject({ title: 'Mine', variants: product.variants })
  })

  test('what does not fit the product is refused, in words', async () => {
    const product = await made()
    const [small, medium] = product.variants
    for (const [change, message] of [
      [{ variants: [{ id: '7' }] }, productMessages.unknownVariant],
      [{ variants: [{ id: small?.id }, { id: small?.id }] }, productMessages.variantTwice],
      [{ variants: [...product.variants.map(({ id }) => ({ id })), { optionValues: ['L'] }] }, productMessages.priceNeeded],
      [{ variants: [{ id: small?.id, optionValues: ['M'] }, { id: medium?.id }] }, 'Two variants have the same values'],
      [
        { options: ['Size', 'Color'], variants: product.variants.map(({ id }) => ({ id })) },
        'Each variant needs one value for each option',
      ],
      [{ images: [{ id: '7' }] }, productMessages.unknownImage],
      [{ images: [{ alt: 'none' }] }, productMessages.imageUnnamed],
    ] as const)
      expect(await update(product.id, change)).toMatchObject({ status: 400, body: { message } })
    expect(await read(product.id)).toEqual(product)
  })
})

const kindsQuery = 'query Kinds($id: ID!) { product(id: $id) { media(first: 50) { nodes { mediaContentType } } } }'
async function mediaKinds(id: string): Promise<string[]> {
  const { host, credentials } = testShops.north
  const answer = await fetch(`${world.sandbox.endpoints[host]}${graphqlPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': credentials.accessToken },
    body: JSON.stringify({ query: kindsQuery, variables: { id: productGid(id) } }),
  })
  const { data } = (await answer.json()) as { data: { product: { media: { nodes: { mediaContentType: string }[] } } } }
  return data.product.media.nodes.map(({ mediaContentType }) => mediaContentType).filter((kind) => kind !== 'IMAGE')
}

test('videos of a Shopify product stay where its images are replaced', async () => {
  const { id } = uglyProduct(catalogueOf(testShops.north), 'videoBetween')
  const before = await mediaKinds(id)
  expect(before.length).toBeGreaterThan(0)
  const change = { storeId: world.stores.north, productId: id, images: [{ url: 'https://cdn.example.com/new.jpg' }], removeMissing: true }
  expect(productIn(await owner.rest('PUT', '/products/update', change)).images).toHaveLength(1)
  expect(await mediaKinds(id)).toEqual(before)
})

test('the address in the storefront is told where customers find the product', async () => {
  const { id, handle } = uglyProduct(catalogueOf(testShops.north), 'unlisted')
  const published = productIn(await owner.rest('GET', `/products/${world.stores.north}/${id}`))
  expect(published.storefrontUrl).toBe(`https://${testShops.north.host}/products/${handle}`)
  const made = async (shop: 'north' | 'print', status: string) =>
    productIn(await owner.rest('POST', '/products/create', { storeId: world.stores[shop], title: 'Áo dài', status }))
  // An active product of Shopify is in no sales channel until somebody publishes it.
  expect((await made('north', 'active')).storefrontUrl).toBeNull()
  expect((await made('print', 'draft')).storefrontUrl).toBeNull()
  const active = await made('print', 'active')
  expect(active.storefrontUrl).toBe(`https://${testShops.print.host}/products/${encodeURIComponent(active.handle)}`)
})

test('a product with more variants than a page holds is read whole', async () => {
  const { id, variants } = uglyProduct(catalogueOf(testShops.north), 'manyVariants')
  const product = productIn(await owner.rest('GET', `/products/${world.stores.north}/${id}`))
  expect(product.variants.map((variant) => variant.id)).toEqual(variants.map((variant) => variant.id))
})

test('one of many variants is changed, and the others keep what they have', async () => {
  const { id } = uglyProduct(catalogueOf(testShops.north), 'manyVariants')
  const read = async () => productIn(await owner.rest('GET', `/products/${world.stores.north}/${id}`)).variants
  const before = await read()
  expect(before.length).toBeGreaterThan(250)
  const rest = before.slice(0, -1)
  const named = rest.map((variant) => ({ id: variant.id }))
  const variants = [...named, { id: before.at(-1)?.id, price: '77.00' }]
  const change = { storeId: world.stores.north, productId: id, variants }
  expect(productIn(await owner.rest('PUT', '/products/update', change)).variants).toEqual(await read())
  expect(await read()).toEqual([...rest, { ...before.at(-1), price: '77.00' }])
  const without = await owner.rest('PUT', '/products/update', { ...change, variants: named })
  expect(without).toMatchObject({ status: 409, body: { error: { code: 'WOULD_REMOVE' } } })
})

test('a product has as many variants as Shopify takes, and no more', { timeout: 120_000 }, async () => {
  const max = 2_048
  const of = (count: number) => Array.from({ length: count }, (_, index) => ({ optionValues: [`Size ${index}`], price: '10.00' }))
  const draft = { storeId: world.stores.north, title: 'Everything', options: ['Size'] }
  const product = productIn(await owner.rest('POST', '/products/create', { ...draft, variants: of(max) }))
  expect(product.variants).toHaveLength(max)
  const variants = product.variants.map(({ optionValues }) => ({ optionValues, price: '12.00' }))
  const answer = await owner.rest('PUT', '/products/update', { storeId: world.stores.north, productId: product.id, variants })
  expect(productIn(answer).variants).toEqual(product.variants.map((variant) => ({ ...variant, price: '12.00' })))
  const tooMany = await owner.rest('POST', '/products/create', { ...draft, variants: of(max + 1) })
  expect(tooMany).toMatchObject({ status: 400, body: { message: expect.stringContaining(String(max)) } })
})
