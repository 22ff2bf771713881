import { expect, test } from 'vitest'
import { listWish } from '#client/palette/list-wish.ts'
import { madeStore } from '#tests/support/made-store.ts'

const storeNamed = (name: string) => madeStore({ id: name.toLowerCase(), name })
const stores = ['Gift Barn', 'North Supply', 'Print House', 'Paid in Full'].map(storeNamed)

const asked = (sentence: string) => {
  const wish = listWish(sentence, stores)
  return wish && { ...wish, stores: wish.stores === 'all' ? 'all' : wish.stores.map(({ name }) => name) }
}
const orders = { list: 'orders', tab: undefined, period: undefined, exportTo: null, stores: [] }

test.each([
  [
    'unfulfilled last 7 days gift north print',
    { tab: 'unfulfilled', period: 'last7Days', stores: ['Gift Barn', 'North Supply', 'Print House'] },
  ],
  ['Unpaid yest gift b', { tab: 'unpaid', period: 'yesterday', stores: ['Gift Barn'] }],
  ['orders last month all stores', { period: 'lastMonth', stores: 'all' }],
  ['paid in full unpaid', { tab: 'unpaid', stores: ['Paid in Full'] }],
  ['unfulfilled today sheet', { tab: 'unfulfilled', period: 'today', exportTo: 'sheet' }],
  ['export unpaid csv', { tab: 'unpaid', exportTo: 'csv' }],
  ['north north orders', { stores: ['North Supply'] }],
])('%s asks for orders', (sentence, wish) => {
  expect(asked(sentence)).toEqual({ ...orders, ...wish })
})

test('the products of a store are asked for', () => {
  expect(asked('products gift')).toEqual({ ...orders, list: 'products', stores: ['Gift Barn'] })
})

test.each([
  '',
  'unfulfilled',
  'gift barn',
  'gift north',
  'export orders',
  'products',
  'products gift north',
  'products yesterday',
  'unpaid shoes',
  'u n',
  '#1001',
])('"%s" asks for no list', (sentence) => {
  expect(asked(sentence)).toBeNull()
})
