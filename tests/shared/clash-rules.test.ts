import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsOf } from '#shared/clash-facts.ts'
import { clashCodes, clashesOf, clashingStores, comparedAtMost, keptClashes, type ClashMember } from '#shared/clash-rules.ts'

const member = (storeId: string, change: Partial<ClashMember> = {}): ClashMember => ({
  storeId,
  productId: '1',
  title: 'Mug',
  status: 'active',
  variantId: '1',
  variant: 'Blue',
  sku: 'M-1',
  barcode: null,
  price: '10.00',
  stock: null,
  ...change,
})
const currencies = new Map([
  ['de', 'EUR'],
  ['fr', 'EUR'],
  ['vn', 'VND'],
])
const two = new Map([...currencies].slice(0, 2))
const rule = { currencies: two, tolerance: 0 }
const pair = (one: Partial<ClashMember>, other: Partial<ClashMember>) => clashesOf('sku', [member('de', one), member('fr', other)], rule)

test.each([
  ['nothing differs', {}, {}, []],
  ['one price in two writings', { price: '10' }, { price: '10.000' }, []],
  ['prices', { price: '10' }, { price: '10.01' }, ['price']],
  ['a price that is no number', { price: 'free' }, {}, []],
  ['titles', { title: 'Cup' }, {}, ['title']],
  ['titles that look the same', { title: 'Áo  dài ' }, { title: 'Áo dài'.normalize('NFD') }, []],
  ['statuses', { status: 'draft' }, {}, ['status']],
  ['a barcode that only one has', { barcode: '42' }, { barcode: '' }, []],
  ['barcodes', { barcode: '42' }, { barcode: '43' }, ['barcode']],
  ['stock of which one counts none', { stock: 0 }, {}, ['stock']],
  ['stock below nothing', { stock: -1 }, { stock: 3 }, ['stock']],
  ['stock that nobody has', { stock: -1 }, { stock: 0 }, []],
  ['an archived product', { status: 'archived', title: 'Cup', price: '1', stock: 0, barcode: '4' }, { barcode: '5' }, ['status']],
])('%s', (_, one, other, kinds) => {
  expect(pair(one, other)).toEqual(kinds)
})

test('one SKU twice in a store is no difference between stores', () => {
  expect(
    clashesOf('sku', [member('de'), member('de', { title: 'Cup', price: '9' })], { ...rule, currencies: new Map([['de', 'EUR']]) }),
  ).toEqual(['double'])
  expect(clashesOf('sku', [member('de'), member('de', { status: 'archived' })], rule)).toEqual(['missing'])
})

test('prices are compared within a currency, and may differ by the tolerance', () => {
  const priced = (de: string, fr: string, tolerance: number) =>
    clashesOf('sku', [member('de', { price: de }), member('fr', { price: fr }), member('vn', { price: '250000' })], {
      currencies,
      tolerance,
    })
  expect(priced('10', '12', 0)).toEqual(['price'])
  expect(priced('10', '12', 20)).toEqual([])
  expect(priced('12.01', '10', 20)).toEqual(['price'])
  expect(priced('0', '10', 1_000)).toEqual(['price'])
})

test('only the stores of the currency in which prices differ take part in a clash of prices', () => {
  const facts = factsOf([member('de'), member('fr', { price: '12' }), member('vn', { price: '250000' })])
  expect(clashingStores('price', facts, { currencies, tolerance: 0 })).toEqual(['de', 'fr'])
})

test('what is sold in one store and not there in another is missing', () => {
  expect(clashesOf('sku', [member('de')], rule)).toEqual(['missing'])
  expect(clashesOf('sku', [member('de', { status: 'draft' })], rule)).toEqual([])
  expect(clashesOf('barcode', [member('de', { barcode: '4' })], rule)).toEqual([])
})

test('a barcode clashes only where the SKU does not tell already', () => {
  const of = (sku: string | null) =>
    clashesOf('barcode', [member('de', { sku: 'A', barcode: '4' }), member('fr', { sku, barcode: '4', price: '1' })], rule)
  expect(of('A')).toEqual([])
  expect(of('B')).toEqual(['price'])
  expect(of(null)).toEqual(['price'])
})

test('a code of more variants than are compared may clash in any way', () => {
  const many = Array.from({ length: comparedAtMost }, () => member('de'))
  expect(keptClashes('sku', many, two)).toEqual(['price', 'title', 'status', 'barcode', 'double', 'stock'])
  expect(keptClashes('sku', many.slice(0, 1), two)).toEqual([])
})

const anyMember = fc.record({
  storeId: fc.constantFrom('de', 'fr', 'vn'),
  productId: fc.constantFrom('1', '2'),
  title: fc.constantFrom('Mug', 'Cup'),
  status: fc.constantFrom('active', 'draft', 'archived'),
  variantId: fc.constantFrom('1', '2'),
  variant: fc.constant('Blue'),
  sku: fc.constantFrom('M-1', 'M-2', null),
  barcode: fc.constantFrom('4', null),
  price: fc.constantFrom('1', '1.1', '2', ''),
  stock: fc.constantFrom(null, 0, 1),
})

test('whatever clashes between some stores clashes between all of them', () => {
  fc.assert(
    fc.property(
      fc.array(anyMember, { minLength: 1, maxLength: 8 }),
      fc.subarray(['de', 'fr', 'vn']),
      fc.constantFrom(...clashCodes),
      fc.constantFrom(0, 10, 100),
      (members, stores, by, tolerance) => {
        const some = members.filter(({ storeId }) => stores.includes(storeId))
        const ofSome = new Map([...currencies].filter(([store]) => stores.includes(store)))
        const clashes = clashesOf(by, some, { currencies: ofSome, tolerance })
        expect(clashesOf(by, members, { currencies, tolerance: 0 })).toEqual(expect.arrayContaining(clashes))
      },
    ),
  )
})

test.each([
  ['double', ['de']],
  ['status', ['de', 'fr', 'vn']],
  ['title', ['de', 'fr']],
  ['missing', ['de', 'fr', 'vn']],
] as const)('who takes part in a clash: %s', (kind, stores) => {
  const members = [member('de', { title: 'Cup' }), member('de', { variantId: '2' }), member('fr'), member('vn', { status: 'archived' })]
  expect(clashingStores(kind, factsOf(members), { currencies, tolerance: 0 })).toEqual(stores)
})
