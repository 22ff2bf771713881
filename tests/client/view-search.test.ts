import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderSearch } from '#shared/order-search.ts'
import { ProductSearch } from '#shared/products.ts'
import { differsFromView, searchOfView, searchToSave } from '#shared/view-search.ts'
import type { View } from '#shared/views.ts'

const view = (change: Partial<View>): View => ({
  id: 'v1',
  screen: 'products',
  name: 'Tea',
  shared: false,
  isDefault: false,
  search: {},
  columns: null,
  density: null,
  isMine: true,
  canEdit: true,
  ...change,
})

const day = fc.constantFrom('2026-01-01', '2026-02-28', undefined)
const products = fc
  .record(
    {
      store: fc.constantFrom('north', 'harbor'),
      search: fc.string({ maxLength: 20 }),
      tab: fc.constantFrom('all', 'active', 'draft'),
      status: fc.constantFrom('active', 'draft', undefined),
      tag: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      createdAfter: day,
      sortKey: fc.constantFrom('TITLE', 'CREATED_AT'),
      reverse: fc.boolean(),
    },
    { requiredKeys: ['store'] },
  )
  .map((search) => ProductSearch.parse(search))
const orders = fc
  .record(
    { stores: fc.constantFrom('all', ['north'], ['north', 'gifts']), tab: fc.constantFrom('all', 'paid'), createdBefore: day },
    { requiredKeys: [] },
  )
  .map((search) => OrderSearch.parse(search))

describe('a saved view', () => {
  test('opens with what was shown when it was saved', () => {
    const check = (screen: View['screen'], schema: typeof ProductSearch | typeof OrderSearch) => (search: ProductSearch | OrderSearch) => {
      const saved = view({ screen, search: searchToSave(screen, search) })
      const opened = schema.parse(searchOfView(saved, {}))
      expect(opened).toEqual({ ...search, view: 'v1' })
      expect(differsFromView(saved, opened)).toBe(false)
    }
    fc.assert(fc.property(products, check('products', ProductSearch)))
    fc.assert(fc.property(orders, check('orders', OrderSearch)))
  })

  test('keeps only what differs from the defaults, and neither the page nor the panel', () => {
    const search = ProductSearch.parse({ store: 'north', search: 'tea', trail: ['c1'], product: '7', view: 'v0', columns: ['price'] })
    expect(searchToSave('products', search)).toEqual({ store: 'north', search: 'tea' })
  })

  test('without stores opens in those that are shown, and any are its own', () => {
    const anywhere = view({ search: { search: 'tea' } })
    const opened = ProductSearch.parse(searchOfView(anywhere, { store: 'harbor', search: 'coffee' }))
    expect(opened).toMatchObject({ store: 'harbor', search: 'tea' })
    expect(differsFromView(anywhere, { ...opened, store: 'north' })).toBe(false)
    expect(differsFromView(view({ search: { store: 'north' } }), ProductSearch.parse({ store: 'harbor' }))).toBe(true)
  })

  test('differs where columns, row height or filters are others', () => {
    const saved = view({ columns: ['price'], density: 'compact' })
    const opened = ProductSearch.parse(searchOfView(saved, {}))
    expect(differsFromView(saved, opened)).toBe(false)
    expect(differsFromView(saved, { ...opened, columns: ['price', 'stock'] })).toBe(true)
    expect(differsFromView(saved, { ...opened, density: 'roomy' })).toBe(true)
    expect(differsFromView(saved, { ...opened, reverse: !opened.reverse })).toBe(true)
    expect(differsFromView(saved, { ...opened, trail: ['c1'], product: '7' })).toBe(false)
  })
})
