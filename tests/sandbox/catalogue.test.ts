import { describe, expect, test } from 'vitest'
import { catalogueOf, uglyProduct } from '#sandbox/catalogue/catalogue.ts'
import type { CataloguePlan } from '#sandbox/catalogue/plan.ts'
import { UGLY_COUNT } from '#sandbox/catalogue/ugly.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { baseGoods, goods } from './shop.ts'

const plan = (products: number, host = 'size.myshopify.com'): CataloguePlan => ({
  host,
  platform: 'shopify',
  products,
  timezone: 'Europe/Berlin',
})

describe('a catalogue', () => {
  test('does not change what stands at a place when the shop grows', () => {
    const few = catalogueOf(plan(200)).products
    const many = catalogueOf(plan(210)).products
    // Only titles and variants: the available tags and collections grow with the shop. The last product is excluded because it has long
    // ids.
    expect(many.slice(0, 199).map(({ id, title, variants }) => ({ id, title, variants }))).toEqual(
      few.slice(0, 199).map(({ id, title, variants }) => ({ id, title, variants })),
    )
  })

  test('is another one for another shop', () => {
    expect(catalogueOf(plan(200, 'other.myshopify.com')).products[100]?.title).not.toBe(catalogueOf(plan(200)).products[100]?.title)
  })

  test.each(demoShops.map((shop) => [shop.host, shop] as const))('holds together: %s', (_host, shop) => {
    const { products, collections } = catalogueOf(shop)
    const known = new Set(collections.map((collection) => collection.id))
    expect(products).toHaveLength(shop.products)
    expect(products.every((product, n) => n === 0 || BigInt(product.id) > BigInt(products[n - 1]?.id ?? 0))).toBe(true)
    expect(new Set(products.map((product) => product.handle)).size).toBe(products.length)
    expect(products.flatMap((product) => product.collectionIds).every((id) => known.has(id))).toBe(true)
    expect(products.flatMap((product) => product.tags).some((tag) => tag.includes(','))).toBe(false)
    expect(products.every((product) => product.variants.every((variant) => variant.optionValues.length === product.options.length))).toBe(
      true,
    )
    const variantIds = products.flatMap((product) => product.variants.map((variant) => variant.id))
    expect(new Set(variantIds).size).toBe(variantIds.length)
  })

  test('has hundreds of tags in the big shop', () => {
    const [big] = demoShops
    const tags = big ? catalogueOf(big).products.flatMap((product) => product.tags) : []
    expect(new Set(tags).size).toBeGreaterThan(400)
  })
})

const local = (milliseconds: number, timeZone: string) => new Date(milliseconds).toLocaleString('sv-SE', { timeZone })

describe('the awkward products', () => {
  test('are the first ones, and all there', () => {
    expect(UGLY_COUNT).toBeLessThan(goods.products.length)
    expect(goods.products.slice(0, UGLY_COUNT).every((product) => product.handle.startsWith('ugly-'))).toBe(true)
  })

  test('were made at 23:30 of a day that is the next one in UTC, or the one before', () => {
    expect(local(uglyProduct(goods, 'lateEvening').createdAt, 'America/New_York')).toBe('2026-05-31 23:30:00')
    expect(local(uglyProduct(goods, 'clockChange').createdAt, 'America/New_York')).toBe('2026-03-08 23:30:00')
    expect(local(uglyProduct(baseGoods, 'clockChange').createdAt, 'Europe/Berlin')).toBe('2026-03-29 23:30:00')
  })

  test('have ids of 19 digits on Shopify only, whose REST-like neighbour sends them as numbers', () => {
    expect(goods.products.at(-1)?.id).toHaveLength(19)
    expect(baseGoods.products.every((product) => Number.isSafeInteger(Number(product.id)))).toBe(true)
  })
})
