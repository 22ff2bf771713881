import { describe, expect, test } from 'vitest'
import {
  countProductFilters,
  productFilterChips,
  activeProductTab,
  noProductFilters,
  productTabPatch,
} from '#client/screens/products/applied-filters.ts'
import { toProductFilters } from '#client/screens/products/request.ts'
import { containsText } from '#client/ui/contains-text.ts'
import { change } from '#shared/paging.ts'
import { ProductSearch } from '#shared/products.ts'

const opened = ProductSearch.parse({})
const store = { id: 'north', platform: 'shopify' } as const

describe('tabs', () => {
  test('of a status set it as the filter', () => {
    for (const status of ['active', 'draft', 'archived'] as const) expect(change(opened, productTabPatch(status))).toMatchObject({ status })
  })

  test('All keeps the chosen status', () => {
    const all = change(change(opened, productTabPatch('draft')), productTabPatch('all'))
    expect(all).toMatchObject({ tab: 'all', status: 'draft' })
    expect(activeProductTab(all)).toBe('all')
  })

  test('light a status only while it is the filter', () => {
    expect(activeProductTab({ ...opened, tab: 'draft', status: 'draft' })).toBe('draft')
    expect(activeProductTab({ ...opened, tab: 'draft' })).toBe('all')
  })
})

describe('the badge', () => {
  test('counts one for each field in use, a date each, and not the search', () => {
    expect(countProductFilters(opened)).toBe(0)
    expect(countProductFilters({ ...opened, search: 'mug' })).toBe(0)
    const search = ProductSearch.parse({ tag: ['a', 'b'], status: 'draft', createdAfter: '2026-01-01', createdBefore: '2026-01-02' })
    expect(countProductFilters(search)).toBe(4)
  })
})

describe('chips', () => {
  const search = ProductSearch.parse({
    status: 'draft',
    tab: 'draft',
    tag: ['a', 'b'],
    collection: ['11', '12'],
    productType: ['Mugs'],
    createdAfter: '2026-01-01',
    createdBefore: '2026-01-31',
  })
  const chips = productFilterChips(search, [{ id: '11', title: 'Summer' }])

  test('say what is filtered, collections by their titles where these are known', () => {
    expect(chips.map(({ label }) => label)).toEqual([
      'Status: Draft',
      'Tag: a',
      'Tag: b',
      'Collection: Summer',
      'Collection: 12',
      'Type: Mugs',
      'From: Jan 1, 2026',
      'To: Jan 31, 2026',
    ])
  })

  test('take away one value each and leave the rest', () => {
    const [first] = chips.filter(({ label }) => label === 'Tag: a')
    const left = change(search, first?.patch ?? {})
    expect(left).toMatchObject({ tag: ['b'], collection: ['11', '12'], status: 'draft' })
  })

  test('leave nothing when each is taken away, and no tab of a status that is gone', () => {
    let left = search
    for (let [chip] = productFilterChips(left, []); chip; [chip] = productFilterChips(left, [])) left = change(left, chip.patch)
    expect(toProductFilters(store, left)).toEqual({})
    expect(left.tab).toBe('all')
  })

  test('are all gone after Clear all', () => {
    const cleared = change({ ...search, search: 'mug' }, noProductFilters)
    expect(toProductFilters(store, cleared)).toEqual({})
    expect(productFilterChips(cleared, [])).toEqual([])
  })
})

test('choices are found by a part of them in any case, composed or decomposed', () => {
  expect(containsText('T-shirts', 'SHI')).toBe(true)
  expect(containsText('Áo thun', 'áo')).toBe(true)
  expect(containsText('Áo thun'.normalize('NFD'), 'áo'.normalize('NFC'))).toBe(true)
  expect(containsText('Mugs', 'shi')).toBe(false)
})
