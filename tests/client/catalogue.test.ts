import { describe, expect, test } from 'vitest'
import { catalogueFilterChips } from '#client/screens/catalogue/applied-filters.ts'
import { freshnessWords, lastSeen } from '#client/screens/catalogue/freshness.ts'
import { comparisonOf } from '#client/screens/catalogue/panel/differences.ts'
import { isTooShort, toCatalogueRequest } from '#client/screens/catalogue/request.ts'
import { webhookWords } from '#client/screens/settings/catalogue/copy-words.ts'
import { CatalogueSearch } from '#shared/catalogue-search.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'
import { madeStore } from '#tests/support/made-store.ts'

const stores = [madeStore({ id: 'a', name: 'Alpha' }), madeStore({ id: 'b', name: 'Beta' })]
const now = Date.parse('2026-03-01T12:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const copy = (name: string, changes: Partial<CatalogueStore> = {}): CatalogueStore => ({
  storeId: name,
  storeName: name,
  isOn: true,
  state: 'ready',
  products: 100,
  variants: 200,
  filledAt: ago(600),
  checkedAt: ago(0.5),
  changedAt: null,
  comparedAt: null,
  differences: null,
  problem: null,
  webhooks: 'unavailable',
  webhooksReason: null,
  ...changes,
})

describe('the address', () => {
  test('falls back field by field, so that a bad link still opens the list', () => {
    const wrong = { stores: 'a', status: 'gone', stock: 'much', sortKey: 'size', limit: 7, trail: 'x', product: 'no colon', tag: [''] }
    expect(CatalogueSearch.parse({ ...wrong, search: 'tea' })).toEqual({ ...CatalogueSearch.parse({}), search: 'tea' })
  })

  test('becomes a call with the readable stores, the filters in use and the last cursor', () => {
    const search = CatalogueSearch.parse({
      stores: ['b', 'unknown'],
      search: ' tea ',
      tag: ['new'],
      status: 'draft',
      trail: ['one', 'two'],
    })
    expect(toCatalogueRequest(stores, search)).toEqual({
      storeIds: ['b'],
      search: 'tea',
      filters: { status: 'draft', tag: ['new'] },
      sortKey: 'created',
      reverse: true,
      limit: 50,
      cursor: 'two',
    })
    expect(toCatalogueRequest(stores, CatalogueSearch.parse({ stores: ['unknown'] }))).not.toHaveProperty('storeIds')
  })

  test('shows chips for its filters, with the names of the stores', () => {
    const search = CatalogueSearch.parse({ stores: ['b', 'unknown'], stock: 'out', vendor: ['Hill'], search: 'tea', status: 'draft' })
    expect(catalogueFilterChips(search, stores).map(({ label }) => label)).toEqual(['Store: Beta', 'Stock: Out of stock', 'Vendor: Hill'])
  })
})

test.each([
  ['', false],
  ['  ', false],
  ['ao', true],
  ['a b', true],
  ['ao dai', false],
  ['áo', true],
  ['a\u0301o\u0323', true],
  ['dài', false],
])('the search %j is too short: %s', (text, isShort) => {
  expect(isTooShort(text)).toBe(isShort)
  const request = toCatalogueRequest(stores, CatalogueSearch.parse({ search: text }))
  expect(request.search).toBe(isShort ? '' : text.trim())
})

describe('freshness', () => {
  test.each([
    ['two are fresh', [copy('North'), copy('South')], ['All 2 stores checked within the last minute']],
    ['the oldest counts', [copy('North'), copy('South', { checkedAt: ago(4.5) })], ['All 2 stores checked within the last 5 minutes']],
    ['one store', [copy('North', { checkedAt: ago(200) })], ['1 store checked within the last 4 hours']],
    [
      'a shop does not answer',
      [copy('North', { state: 'failing', checkedAt: ago(185) }), copy('South')],
      ['North: last seen 3 hours ago, the shop does not answer', '1 of 2 stores checked within the last minute'],
    ],
    [
      'a shop refuses',
      [copy('North', { state: 'failing', checkedAt: ago(2), problem: 'North: The platform refused the credentials.' })],
      ['North: last seen 2 minutes ago, the platform refused the credentials'],
    ],
    [
      'a shop stopped to answer within its first reading',
      [copy('North', { state: 'failing', checkedAt: null, products: 900 })],
      ['North: only partly read, the shop does not answer'],
    ],
    [
      'many do not answer',
      ['A', 'B', 'C', 'D'].map((name) => copy(name, { state: 'failing', checkedAt: null })),
      ['4 of 4 stores could not be read'],
    ],
    [
      'some are being read',
      [
        copy('A', { state: 'filling', filledAt: null, products: 12_000 }),
        copy('B', { state: 'waiting', filledAt: null, products: 0 }),
        copy('C'),
      ],
      ['2 of 3 stores are being read: 12,000 products so far', '1 of 3 stores checked within the last minute'],
    ],
    [
      'a complete one is read again',
      [copy('A', { state: 'filling', checkedAt: ago(2.5) }), copy('B')],
      ['1 of 2 stores is being read again', 'All 2 stores checked within the last 3 minutes'],
    ],
    [
      'one has no copy',
      [copy('A', { state: 'off' }), copy('B')],
      ['1 of 2 stores checked within the last minute', '1 of 2 stores has no copy'],
    ],
    ['nothing is known', [], []],
  ])('%s', (_, copies, words) => expect(freshnessWords(copies, now)).toEqual(words))

  test('says the age of rows', () => {
    expect(lastSeen({ checkedAt: ago(2), products: 3 }, now)).toBe('last seen 2 minutes ago')
    expect(lastSeen({ checkedAt: null, products: 0 }, now)).toBe('not seen yet')
    expect(lastSeen({ checkedAt: null, products: 300 }, now)).toBe('only partly read')
  })
})

describe('differences', () => {
  const one = { status: 'active', priceRange: { min: '5.00', max: '9.00' }, currency: 'USD', stock: 4 }
  test.each([
    ['equal', {}, [null, null, null]],
    ['written otherwise', { priceRange: { min: '5', max: '9.0' } }, [null, null, null]],
    ['all higher', { priceRange: { min: '6', max: '10' }, stock: 5 }, [null, 'higher', 'higher']],
    ['one end lower', { status: 'draft', priceRange: { min: '5', max: '8' }, stock: 0 }, ['differs', 'lower', 'lower']],
    ['narrower', { priceRange: { min: '6', max: '8' } }, [null, 'differs', null]],
    ['in another currency', { currency: 'EUR' }, [null, 'other currency', null]],
    ['without a price and stock', { priceRange: null, stock: null }, [null, 'differs', 'differs']],
  ])('%s', (_, changes, [status, price, stock]) => {
    expect(comparisonOf(one, { ...one, ...changes })).toEqual({ status, price, stock })
  })
})

test.each([
  [{ webhooks: 'on', webhooksReason: null }, 'The shop tells us of changes at once.'],
  [{ webhooks: 'on', webhooksReason: 'It was busy.' }, 'The shop tells us of changes. It was busy.'],
  [{ webhooks: 'unavailable', webhooksReason: 'No secret.' }, 'The shop is asked for changes every minute. No secret.'],
  [{ webhooks: 'unavailable', state: 'failing', webhooksReason: 'No secret.' }, null],
  [{ webhooks: 'on', state: 'failing', webhooksReason: null }, null],
  [{ webhooks: 'off', state: 'off', webhooksReason: null }, null],
  [{ webhooks: 'off', state: 'off', webhooksReason: 'It could not be asked to stop.' }, 'It could not be asked to stop.'],
] as const)('how changes are learned is said in a line: %j', (changes, words) => {
  expect(webhookWords(copy('Alpha', changes))).toBe(words)
})
