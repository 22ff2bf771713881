// What the list of changes asks for, and what is told of a product's price and stock.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productDifferences } from '#drizzle/catalogue/differences.ts'
import { toChangesFilter, toChangesRequest } from '#client/screens/catalogue/changes/request.ts'
import { foundBy } from '#client/screens/catalogue/found-by.ts'
import { changesIn, priceHistory, stockHistory } from '#client/product-history/value-history.ts'
import { CatalogueChangesSearch } from '#shared/catalogue-changes-search.ts'
import { madeStore } from '#tests/support/made-store.ts'

const stores = [madeStore({ id: 'a', name: 'Alpha' }), madeStore({ id: 'b', name: 'Beta' })]
const searchOf = (search: object) => CatalogueChangesSearch.parse(search)

describe('the address', () => {
  test('asks for whole days of the reader, and for known stores', () => {
    const search = searchOf({ stores: ['b', 'unknown'], kinds: ['price'], from: '2026-03-01', to: '2026-03-02', trail: ['next'] })
    expect(toChangesRequest(stores, search)).toEqual({
      storeIds: ['b'],
      kinds: ['price'],
      from: new Date(2026, 2, 1).toISOString(),
      until: new Date(2026, 2, 3).toISOString(),
      limit: 50,
      cursor: 'next',
    })
  })

  test('asks for one product in its store alone', () => {
    expect(toChangesFilter(stores, searchOf({ stores: ['b'], of: 'a:17' }))).toEqual({ storeIds: ['a'], productId: '17' })
    expect(toChangesFilter(stores, searchOf({}))).toEqual({})
  })

  test('that is damaged asks for everything', () => {
    const damaged = searchOf({ stores: 5, kinds: ['none'], from: '2026-02-31', to: 'soon', of: 'a', limit: 7, product: '::' })
    expect(damaged).toEqual({ stores: [], kinds: [], limit: 50, trail: [] })
  })
})

type Variant = { id: string; title: string; sku: string | null; price: string }
const product = (variants: readonly Variant[], stock: number | null = null) => ({ title: 'Chair', status: 'active', stock, variants })
const variant = (id: string, price: string): Variant => ({ id, title: `Size ${id}`, sku: `CH-${id}`, price })
/** What is told of a product that went through some states, newest first. */
function changesOf(states: readonly ReturnType<typeof product>[]) {
  const told = states.slice(1).flatMap((state, index) => {
    const before = states[index] ?? state
    return productDifferences(before, state).map((change) => ({ ...change, at: new Date((index + 1) * 1_000).toISOString() }))
  })
  return told.toReversed()
}

describe('the price', () => {
  test('is that of the cheapest variant, from before the first change to now', () => {
    const states = [
      product([variant('1', '5.00'), variant('2', '7.00')]),
      product([variant('1', '6.00'), variant('2', '7.00')]),
      product([variant('1', '6.00'), variant('2', '5.50')]),
    ]
    expect(priceHistory(changesOf(states), states[2]?.variants ?? [])).toEqual({
      before: 5,
      steps: [
        { at: 1_000, value: 6 },
        { at: 2_000, value: 5.5 },
      ],
    })
  })

  test('is told since it is in the currency of now', () => {
    const changes = [
      { kind: 'price' as const, currency: 'USD' },
      { kind: 'stock' as const, currency: 'VND' },
      { kind: 'price' as const, currency: 'VND' },
    ]
    expect(changesIn('USD', changes)).toEqual(changes.slice(0, 2))
    expect(changesIn('USD', changes.slice(0, 2))).toEqual(changes.slice(0, 2))
    expect(changesIn('VND', changes)).toEqual([])
  })

  test('is not told where it is not certain which variants have changed', () => {
    const before = product([variant('1', '5.00'), variant('2', '5.00'), variant('3', '8.00')])
    const after = product([variant('1', '8.00'), variant('2', '8.00'), variant('3', '8.00')])
    expect(priceHistory(changesOf([before, after]), after.variants)).toBeNull()
    expect(priceHistory([], after.variants)).toBeNull()
  })

  test('is right as far back as it is told, for any prices', () => {
    const prices = fc.array(fc.constantFrom('1.00', '2.00', '3.50', '10.00'), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(prices, { minLength: 2, maxLength: 8 }), (turns) => {
        const states = turns.map((turn) => product(turn.map((price, index) => variant(String(index), price))))
        const lowest = turns.map((turn) => Math.min(...turn.map(Number)))
        const history = priceHistory(changesOf(states), states.at(-1)?.variants ?? [])
        const steps = history?.steps ?? []
        for (const { at, value } of steps) expect(value).toBe(lowest[at / 1_000])
        const [first] = steps
        if (first) expect(history?.before).toBe(lowest[first.at / 1_000 - 1])
      }),
      { numRuns: 500 },
    )
  })
})

test('the stock is that before the first change, and after each one', () => {
  const states = [product([], null), product([], 4), product([], -1)]
  expect(stockHistory(changesOf(states))).toEqual({
    before: null,
    steps: [
      { at: 1_000, value: 4 },
      { at: 2_000, value: -1 },
    ],
  })
  expect(stockHistory([])).toBeNull()
})

test('a product says what it was found by where the list does not show it', () => {
  const dress = { title: 'Áo dài', skus: ['AD-1'], vendor: 'Lụa', tags: ['Silk', 'new'], handle: 'ao-dai-1' }
  const words = ['ao', 'silk', 'ad-1', 'lua']
  expect(foundBy(dress, words, ['skus', 'vendor'])).toEqual(['Tag Silk'])
  expect(foundBy(dress, words, ['tags'])).toEqual(['SKU AD-1', 'Vendor Lụa'])
  expect(foundBy(dress, ['dai-1', '893'], ['skus'])).toEqual(['Handle ao-dai-1'])
})
