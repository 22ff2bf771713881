import { describe, expect, test } from 'vitest'
import {
  productListKey,
  nextPosition,
  searchIn,
  toProductFilters,
  toProductRequest,
  trimToTraits,
} from '#client/screens/products/request.ts'
import * as paging from '#shared/paging.ts'
import { traits } from '#shared/platforms.ts'
import { ProductListRequest, ProductSearch } from '#shared/products.ts'

const shopify = { id: 'north', platform: 'shopify' } as const
const shopbase = { id: 'print', platform: 'shopbase' } as const
const opened = ProductSearch.parse({})
const full = ProductSearch.parse({
  search: ' mug ',
  status: 'active',
  tag: ['new', 'sale'],
  collection: ['11', '12'],
  productType: ['Mugs', 'Shirts'],
  createdAfter: '2026-01-01',
  createdBefore: '2026-01-31',
})

describe('the list call', () => {
  test('of a screen just opened has the default sort and page size and no filters', () => {
    expect(toProductRequest(shopify, opened, [])).toEqual({
      storeId: 'north',
      filters: {},
      limit: 50,
      sortKey: 'CREATED_AT',
      reverse: true,
    })
  })

  test('carries every filter in use', () => {
    expect(toProductFilters(shopify, full)).toEqual({
      search: 'mug',
      status: 'active',
      tag: ['new', 'sale'],
      collection: ['11', '12'],
      productType: ['Mugs', 'Shirts'],
      createdAfter: '2026-01-01',
      createdBefore: '2026-01-31',
    })
  })

  test('to a shop that cannot be sorted or filtered by tag asks for neither, and for one value of each choice', () => {
    const request = toProductRequest(shopbase, full, [])
    expect(request).not.toHaveProperty('sortKey')
    expect(request).not.toHaveProperty('reverse')
    expect(request.filters).toMatchObject({ collection: ['11'], productType: ['Mugs'] })
    expect(request.filters).not.toHaveProperty('tag')
  })

  test('spells the page as the platform pages', () => {
    expect(toProductRequest(shopify, { ...opened, trail: ['a', 'b'] }, [])).toMatchObject({ cursor: 'b' })
    expect(toProductRequest(shopbase, { ...opened, trail: ['7', '9'] }, [])).toMatchObject({ sinceId: '9' })
  })

  test('is one that the server takes', () => {
    for (const store of [shopify, shopbase]) expect(() => ProductListRequest.parse(toProductRequest(store, full, []))).not.toThrow()
  })

  test('is without a search where only blanks are typed', () => {
    expect(toProductFilters(shopify, { ...opened, search: '   ' })).toEqual({})
  })
})

describe('another store', () => {
  test('of a platform that takes one value cuts several to one, and tags to none', () => {
    expect(trimToTraits(full, traits.shopbase)).toEqual({ tag: [], collection: ['11'], productType: ['Mugs'] })
  })

  test('of a platform that takes many keeps them all', () => {
    expect(trimToTraits(full, traits.shopify)).toEqual({ tag: ['new', 'sale'], collection: ['11', '12'], productType: ['Mugs', 'Shirts'] })
  })

  test('does not have the collections of the one before', () => {
    const there = searchIn({ id: 'south', platform: 'shopify' }, full)
    expect(there).toMatchObject({ store: 'south', collection: [], tag: ['new', 'sale'], status: 'active' })
  })
})

describe('paging', () => {
  test('goes on where the platform says, and nowhere on the last page', () => {
    expect(nextPosition({ hasNextPage: true, endCursor: 'c' })).toBe('c')
    expect(nextPosition({ hasNextPage: true, lastProductId: '9' })).toBe('9')
    expect(nextPosition({ hasNextPage: false, endCursor: 'c' })).toBeNull()
  })

  test('goes three pages forward and two back to the second', () => {
    const third = paging.next(paging.next(paging.next(opened, 'a'), 'b'), 'c')
    expect(toProductRequest(shopify, paging.previous(paging.previous(third)), [])).toMatchObject({ cursor: 'a' })
  })

  test('keeps to one list, and everything else makes another', () => {
    const key = productListKey(shopify, opened)
    expect(productListKey(shopify, paging.next(opened, 'a'))).toBe(key)
    const others = [{ tab: 'draft' }, { search: 'x' }, { limit: 100 }, { sortKey: 'TITLE' }, { reverse: false }, { tag: ['a'] }] as const
    const changed = others.map((patch) => productListKey(shopify, ProductSearch.parse({ ...opened, ...patch })))
    expect(new Set([key, productListKey(shopbase, opened), ...changed]).size).toBe(others.length + 2)
  })
})
